#include "torsor/dynamics/wrench_slope.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/model/position.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::wrench_slope_test {

using Vector = std::vector<double>;

/// tau of a wrench that keeps its axes in the base, at q.
Vector torque(const Model<double>& model, const Vector& q, const Vector& qd, const Vector& qdd,
              const Force<double>& exerted) {
  const std::vector<Wrench<double>> wrenches{
      wrench_in_base_axes<double>(model, forward_kinematics(model, q), model.tip, exerted)};
  Conditions<double> conditions = default_conditions(model);
  conditions.wrenches = wrenches;
  return inverse_dynamics(model, q, qd, qdd, conditions);
}

TEST(WrenchSlope, IsThatOfTheTorqueOfAWrenchInBaseAxes) {
  const Force<double> exerted{{0.4, -0.7, 0.3}, {3, 10, -5}};
  for (const char* name : {"panda", "stanford", "showcase", "two-rods"}) {
    const Model<double> model = without_friction(build_model<double>(load_robot(name)));
    Random random(3);
    const RandomState state(random, model);
    const Vector &q = state.q, &qd = state.qd, &qdd = state.qdd;
    const std::vector<Wrench<double>> wrenches{
        wrench_in_base_axes<double>(model, forward_kinematics(model, q), model.tip, exerted)};
    Conditions<double> conditions = default_conditions(model);
    conditions.wrenches = wrenches;
    Matrix<double> slope = inverse_dynamics_derivatives(model, q, qd, qdd, conditions).dtau_dq;
    subtract_turning_of_wrench<double>(model, q, model.tip, exerted, slope.view());
    constexpr double h = 1e-5;
    for (int j = 0; j < model.nv; ++j) {
      Vector ahead = q, behind = q;
      ahead[j] += h, behind[j] -= h;
      const Vector up = torque(model, ahead, qd, qdd, exerted), down = torque(model, behind, qd, qdd, exerted);
      for (int i = 0; i < model.nv; ++i)
        EXPECT_NEAR(slope(i, j), (up[i] - down[i]) / (2 * h), 1e-6) << name << " " << i << " " << j;
    }
  }
}

}  // namespace torsor::test::wrench_slope_test
