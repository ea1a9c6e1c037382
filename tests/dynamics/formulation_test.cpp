#include "torsor/dynamics/formulation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_robot.hpp"

namespace torsor::test::formulation_test {

TEST(Formulation, EveryWayEndsInTheSameTorque) {  // with rotors, friction, springs and a wrench at the tip
  Random random(11);
  for (int trial = 0; trial < 50; ++trial) {
    const Model<double> model = build_model<double>(random_robot(random, random.integer(1, 7)));
    const std::vector<double> q = random.list(model.nq, 0.1, 3), qd = random.list(model.nv, 0.1, 3),
                              qdd = random.list(model.nv, 0.1, 3);
    const Wrench<double> wrench = wrench_in_frame_axes<double>(model, model.tip, {{1, 2, 3}, {4, 5, 6}});
    Conditions<double> conditions = default_conditions(model);
    conditions.wrenches = {&wrench, 1};
    const auto by = [&](Formulation way) { return inverse_dynamics_by(way, model, q, qd, qdd, conditions); };
    const std::vector<double> tau = by(Formulation::newton_euler);
    double size = 1;
    for (const double value : tau) size = std::max(size, std::abs(value));
    for (const Formulation way : {Formulation::newton_euler_base_frame, Formulation::lagrange_euler})
      for (int j = 0; j < model.nv; ++j) EXPECT_NEAR(by(way)[j], tau[j], 1e-9 * size);
  }
}

}  // namespace torsor::test::formulation_test
