#include "torsor/dynamics/consistency.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "support/unit_of_length.hpp"
#include "torsor/core/error.hpp"
#include "torsor/dynamics/base_parameters.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::consistency_test {

TEST(Consistency, HoldsForEveryBuiltInRobot) {
  for (const std::string& robot : builtin_robot_names()) {
    const Consistency result = check_consistency(build_model<double>(read_builtin_robot(robot)), {30});
    EXPECT_TRUE(result.holds()) << robot;
    EXPECT_EQ(result.singular_states, 0) << robot;
    EXPECT_GE(result.identities.size(), 20u);
    for (const Identity& identity : result.identities) EXPECT_EQ(identity.states, 30) << identity.name;
  }
}

TEST(Consistency, OfARobotWithoutAJointThatMovesIsRefused) {
  Description robot;
  robot.name = "box";
  const Model<double> model = build_model<double>(robot);
  ASSERT_EQ(model.nv, 0);
  EXPECT_THROW(check_consistency(model), ComputationError);
  EXPECT_THROW(base_parameters(model, parameter_layout(model, {}), default_conditions(model)), ComputationError);
}

TEST(Consistency, ReportsASingularInertiaMatrixAndSkipsItsIdentities) {
  Description robot = read_builtin_robot("two-rods");
  robot.links[1].mass = {};
  const Consistency result = check_consistency(build_model<double>(robot), {10});
  EXPECT_EQ(result.singular_states, 10);
  EXPECT_TRUE(result.holds());
  for (const Identity& identity : result.identities) {
    const bool forward = identity.name.starts_with("forward");
    EXPECT_EQ(identity.skipped, forward ? 10 : 0) << identity.name;
    EXPECT_EQ(identity.states, forward ? 0 : 10) << identity.name;
  }
}

TEST(Consistency, TakesALightTipOnAHeavySlideForRegular) {  // B is 10,000 kg and 1e-12 kg m^2, nearly diagonal
  const Description robot = read_robot(
      "name: crane\nlinks:\n  - joint: prismatic\n    axis: [1, 0, 0]\n    shape: {point: true, mass: 1e4}\n"
      "  - joint: revolute\n    axis: [0, 1, 0]\n    shape: {point: true, mass: 1e-6, at: [0, 0, -1e-3]}\n",
      "crane.yaml");
  const Consistency result = check_consistency(build_model<double>(robot), {20});
  EXPECT_EQ(result.singular_states, 0);
  for (const Identity& identity : result.identities) {
    EXPECT_EQ(identity.skipped, 0) << identity.name;
    EXPECT_TRUE(identity.holds()) << identity.name << " " << identity.disagreement;
  }
}

TEST(Consistency, HoldsWhereTheInertiaCancelsToNothing) {  // no body has it: xx = 2e-3 and yy = zz = 0
  const Description robot = read_robot(
      "name: finger\nlinks:\n  - joint: revolute\n    axis: [0, 0, 1]\n    mass: 0.0798\n    com: [0, 0, 0.1]\n"
      "    inertia: {xx: 0.002, about: com}\n",
      "finger.yaml");
  const Consistency result = check_consistency(build_model<double>(robot), {20});
  EXPECT_EQ(result.singular_states, 20);
  for (const Identity& identity : result.identities) EXPECT_TRUE(identity.holds()) << identity.name;
}

TEST(Consistency, DoesNotDependOnTheUnitOfLength) {
  Random random(5);
  for (int trial = 0; trial < 10; ++trial) {
    const Model<double> model = build_model<double>(random_robot(random, random.integer(1, 6)));
    for (const double per_metre : {1e-3, 1e3, 1e6}) {
      const Consistency result = check_consistency(in_unit(model, per_metre), {3});
      EXPECT_EQ(result.singular_states, 0) << per_metre;
      for (const Identity& identity : result.identities)
        EXPECT_TRUE(identity.holds()) << per_metre << " " << identity.name << " " << identity.disagreement;
    }
  }
}

TEST(Consistency, LeavesOutLagrangeEulerBeyondItsLimit) {
  Random random(3);
  const Model<double> model = build_model<double>(random_robot(random, 14));
  const Consistency result = check_consistency(model, {3});
  EXPECT_FALSE(result.lagrange);
  for (const Identity& identity : result.identities) EXPECT_EQ(identity.name.find("Lagrange"), std::string::npos);
}

TEST(Consistency, FailsForAModelThatContradictsItself) {  // a rotor whose spin is not that of its inertia
  const Model<double> model = changed(build_model<double>(read_builtin_robot("scara")),
                                      [](ModelParts<double>& parts) { parts.bodies[2].rotor.direction.x += 1e-3; });
  const Consistency result = check_consistency(model, {10});
  EXPECT_FALSE(result.holds());
}

}  // namespace torsor::test::consistency_test
