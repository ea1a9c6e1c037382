#include "torsor/dynamics/consistency.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
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
