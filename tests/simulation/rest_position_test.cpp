#include <gtest/gtest.h>

#include <cmath>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/simulation/simulate.hpp"

namespace torsor {
namespace {

const double pi = std::acos(-1.0);

TEST(RestPosition, TwoRodsHang) {
  const Model<double> rods = build_model<double>(read_builtin_robot("two-rods"));
  for (const std::vector<double>& from : {std::vector<double>{0.1, 0.2}, {pi / 2, 0}, {2, -1}, {-3, 0.5}}) {
    const RestPosition rest = rest_position(rods, from);
    ASSERT_TRUE(rest.found);
    EXPECT_TRUE(rest.stable);
    EXPECT_NEAR(std::sin(rest.q[0]), -1, 1e-12);
    EXPECT_NEAR(std::cos(rest.q[1]), 1, 1e-12);
  }
}

TEST(RestPosition, OfRealArmsNeedsNoTorque) {
  for (const char* name : {"puma560", "panda", "ur10", "iiwa14", "stanford"}) {
    const Model<double> model = without_friction(build_model<double>(read_builtin_robot(name)));
    const std::vector<double> still(model.nv, 0.0);
    const RestPosition rest = rest_position(model, std::vector<double>(model.nq, 0.3));
    if (std::string(name) == "stanford") {  // its third joint slides down for ever
      EXPECT_FALSE(rest.found);
      continue;
    }
    ASSERT_TRUE(rest.found) << name << ' ' << rest.residual;
    for (const double tau : inverse_dynamics(model, rest.q, still, still)) EXPECT_NEAR(tau, 0, 1e-9) << name;
  }
}

TEST(RestPosition, TorquesThatHoldCount) {
  const Model<double> link = build_model<double>(read_builtin_robot("one-link"));  // m g l cos q = tau
  Surroundings surroundings;
  surroundings.torque = [](double, Input<double> q, Input<double>, Output<double> tau) { tau[0] = 4 - 2 * q[0]; };
  const RestPosition rest = rest_position(link, {0.2}, surroundings);
  ASSERT_TRUE(rest.found);
  EXPECT_NEAR(9.81 * std::cos(rest.q[0]), 4 - 2 * rest.q[0], 1e-9);
}

}  // namespace
}  // namespace torsor
