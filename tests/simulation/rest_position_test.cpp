#include "torsor/simulation/rest_position.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/kinematics/loop_closure.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_file.hpp"

namespace torsor::test::rest_position_test {

constexpr double pi = std::numbers::pi;
using Vector = std::vector<double>;

Model<double> builtin(const char* name) { return build_model<double>(read_builtin_robot(name)); }

JointLimits within(double low, double high) { return {.position_low = low, .position_high = high}; }

/// Two cranks of 0.5 m, 1 m apart, and a coupler of 1 m between their ends; it hangs at 0.
Model<double> parallelogram() {
  return build_model<double>(
      read_robot("name: parallelogram\ninertia_about: com\ngravity: [0, 0, -9.81]\nlinks:\n"
                 "  - {name: left, parent: base, joint: revolute, axis: [0, 1, 0], mass: 1, com: [0, 0, -0.25],"
                 " inertia: {xx: 0.02, yy: 0.02, zz: 0.001}}\n"
                 "  - {name: coupler, parent: left, joint: revolute, axis: [0, 1, 0], origin: {xyz: [0, 0, -0.5]},"
                 " mass: 2, com: [0.5, 0, 0], inertia: {xx: 0.001, yy: 0.17, zz: 0.17}}\n"
                 "  - {name: right, parent: base, joint: revolute, axis: [0, 1, 0], origin: {xyz: [1, 0, 0]}, mass: 1,"
                 " com: [0, 0, -0.25], inertia: {xx: 0.02, yy: 0.02, zz: 0.001}}\n"
                 "loops:\n  - {name: pin, links: [coupler, right], points: [[1, 0, 0], [0, 0, -0.5]]}\n"
                 "tool: {link: coupler}\n",
                 "parallelogram.yaml"));
}

TEST(RestPosition, TwoRodsHang) {
  const Model<double> rods = builtin("two-rods");
  for (const Vector& from : {Vector{0, 0}, {0.1, 0.2}, {1.5708, 0}, {2, -1}, {-3, 0.5}, {0, pi / 2}, {pi, 0}}) {
    const RestPosition rest = rest_position(rods, from);
    ASSERT_TRUE(rest.found) << from[0] << ' ' << from[1] << ' ' << rest.residual;
    EXPECT_TRUE(rest.stable);
    EXPECT_TRUE(rest.neutral.empty() && rest.stopped.empty());
    EXPECT_NEAR(std::sin(rest.q[0]), -1, 1e-12);
    EXPECT_NEAR(std::cos(rest.q[1]), 1, 1e-12);
    for (const double q : rest.q) EXPECT_LE(std::abs(q), pi + 1e-12) << "within a turn";
  }
}

TEST(RestPosition, AStartThatIsBalancedIsTheAnswerAndSaidToBeUnstable) {
  const Model<double> rods = builtin("two-rods");
  for (const Vector& from : {Vector{pi / 2, 0}, {pi / 2, pi}, {-pi / 2, pi}}) {
    const RestPosition rest = rest_position(rods, from);
    EXPECT_TRUE(rest.found);
    EXPECT_FALSE(rest.stable);
    EXPECT_EQ(rest.q, from);
  }
}

TEST(RestPosition, OfRealArmsNeedsNoTorque) {
  for (const char* name : {"puma560", "panda", "ur10", "iiwa14", "stanford"}) {
    const Model<double> model = without_friction(builtin(name));
    const Vector still(model.nv, 0.0);
    const RestPosition rest = rest_position(model, Vector(model.nq, 0.3));
    if (std::string(name) == "stanford") {  // its third joint slides down for ever
      EXPECT_FALSE(rest.found);
      EXPECT_EQ(rest.velocity, 2);
      continue;
    }
    ASSERT_TRUE(rest.found) << name << ' ' << rest.residual;
    for (const double tau : inverse_dynamics(model, rest.q, still, still)) EXPECT_NEAR(tau, 0, 1e-9) << name;
    EXPECT_FALSE(rest.neutral.empty()) << name << " turns about the vertical as it likes";
    EXPECT_EQ(rest.neutral[0], 0) << name;
  }
}

TEST(RestPosition, TorquesThatHoldCount) {
  const Model<double> link = builtin("one-link");  // m g l cos q = tau
  Surroundings surroundings;
  surroundings.torque = [](double t, Input<double> q, Input<double>, Output<double> tau) { tau[0] = t - 2 * q[0]; };
  const RestPosition rest = rest_position(link, {0.2}, surroundings, {.time = 4});
  ASSERT_TRUE(rest.found);
  EXPECT_NEAR(9.81 * std::cos(rest.q[0]), 4 - 2 * rest.q[0], 1e-9);
}

TEST(RestPosition, AMotorThatIsTooStrongTurnsForEverAndTheAngleIsTold) {
  const Model<double> link = builtin("one-link");
  Surroundings surroundings;
  surroundings.torque = [](double, Input<double>, Input<double>, Output<double> tau) { tau[0] = 20; };
  const RestPosition rest = rest_position(link, {0.2}, surroundings);
  EXPECT_FALSE(rest.found);
  EXPECT_LE(std::abs(rest.q[0]), pi);
  EXPECT_EQ(rest.velocity, 0);
}

TEST(RestPosition, StaysWithinLimitsWhereAStopPushes) {
  const Model<double> link = builtin("one-link");
  const RestPosition stopped = rest_position(link, {1}, {}, {.limits = {within(-0.5, 1.2)}});
  ASSERT_TRUE(stopped.found);
  EXPECT_EQ(stopped.q[0], -0.5);
  EXPECT_EQ(stopped.stopped, std::vector<int>{0});
  EXPECT_TRUE(stopped.stable);
  EXPECT_EQ(stopped.residual, 0);
  // Here the stop is above, and the link falls away from it.
  const RestPosition free = rest_position(link, {1.2}, {}, {.limits = {within(-2, 1.2)}});
  ASSERT_TRUE(free.found);
  EXPECT_NEAR(free.q[0], -pi / 2, 1e-9);
  EXPECT_TRUE(free.stopped.empty());
}

TEST(RestPosition, OfALinkOnAVerticalAxisIsNeutral) {
  const Model<double> model = build_model<double>(read_robot(
      "name: door\nlinks:\n  - {name: door, joint: revolute, axis: [0, 0, 1], mass: 20, com: [0.4, 0, 0]}\n", "door"));
  const RestPosition rest = rest_position(model, {0.7});
  EXPECT_TRUE(rest.found);
  EXPECT_TRUE(rest.stable);
  EXPECT_EQ(rest.neutral, std::vector<int>{0});
  EXPECT_EQ(rest.q, Vector{0.7});
}

TEST(RestPosition, KeepsLoopsClosed) {
  const Model<double> model = parallelogram();
  const auto gap = [&](const Vector& q) { return widest_gap(loop_closure<double>(model, q, Vector(3)).gap); };
  for (const double from : {0.7, -1.2, 0.3}) {
    const RestPosition rest = rest_position(model, {from, -from, from});
    ASSERT_TRUE(rest.found) << from << ' ' << rest.residual;
    EXPECT_TRUE(rest.stable);
    EXPECT_LT(gap(rest.q), 1e-9);
    for (const double q : rest.q) EXPECT_NEAR(q, 0, 1e-8);
  }
  const RestPosition above = rest_position(model, {pi, -pi, pi});
  EXPECT_TRUE(above.found);
  EXPECT_FALSE(above.stable) << "as an inverted pendulum";
  const RestPosition open = rest_position(model, {0.5, -0.5, 0.4});  // it is closed first
  EXPECT_TRUE(open.found);
  EXPECT_LT(gap(open.q), 1e-9);
}

TEST(RestPosition, OfALoopMayBeAtAStop) {
  // The right crank must not go below 0.2: the whole parallelogram rests there.
  const RestPosition rest =
      rest_position(parallelogram(), {0.7, -0.7, 0.7}, {}, {.limits = {within(-3, 3), within(-3, 3), within(0.2, 3)}});
  ASSERT_TRUE(rest.found) << rest.residual;
  EXPECT_NEAR(rest.q[0], 0.2, 1e-9);
  EXPECT_NEAR(rest.q[1], -0.2, 1e-9);
  EXPECT_EQ(rest.stopped, std::vector<int>{2});
}

/// Among nearby positions none has less energy.
TEST(RestPosition, OfAPandaWithinItsLimitsHasTheLeastEnergyNearBy) {
  const Description robot = read_builtin_robot("panda");
  const Model<double> model = without_friction(build_model<double>(robot));
  const std::vector<JointLimits> limits = joint_limits(robot);
  const RestPosition rest = rest_position(model, {0, 0.3, 0, -1.5, 0, 1.5, 0}, {}, {.limits = limits});
  ASSERT_TRUE(rest.found);
  EXPECT_FALSE(rest.stopped.empty());
  const double least = potential_energy<double>(model, rest.q);
  for (std::size_t j = 0; j < rest.q.size(); ++j)
    for (const double by : {-1e-3, 1e-3}) {
      Vector q = rest.q;
      q[j] = std::clamp(q[j] + by, limits[j].position_low, limits[j].position_high);
      EXPECT_GE(potential_energy<double>(model, q), least - 1e-9) << j << ' ' << by;
    }
}

}  // namespace torsor::test::rest_position_test
