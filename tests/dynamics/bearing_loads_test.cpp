#include "torsor/dynamics/bearing_loads.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::bearing_loads_test {

TEST(BearingLoads, TurnTheJointsWithTheirTorques) {
  const Model<double> puma = without_rotors(without_friction(build_model<double>(read_builtin_robot("puma560"))));
  const std::vector<double> q{0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, qd{1, -1, 1, -1, 1, -1}, qdd{1, 2, 3, 4, 5, 6};
  const Conditions<double> conditions = default_conditions(puma);
  const std::vector<double> tau = inverse_dynamics(puma, q, qd, qdd, conditions);
  const std::vector<Force<double>> loads = bearing_loads(puma, q, qd, qdd, conditions);
  ASSERT_EQ(loads.size(), 7u);
  for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(loads[j + 1].moment.z, tau[j], 1e-12);
}

TEST(BearingLoads, AtRestCarryTheWeight) {
  const Model<double> puma = build_model<double>(read_builtin_robot("puma560"));
  const std::vector<double> q{0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, still(6, 0.0);
  const std::vector<Force<double>> loads = bearing_loads(puma, q, still, still, default_conditions(puma));
  const double g = std::sqrt(dot(puma.gravity, puma.gravity));
  double mass = 0;
  for (std::size_t i = loads.size(); i-- > 0;) {  // a chain: every link carries those behind it
    mass += puma.bodies[i].inertia.mass;
    EXPECT_NEAR(std::sqrt(dot(loads[i].force, loads[i].force)), mass * g, 1e-10) << i;
  }
}

}  // namespace torsor::test::bearing_loads_test
