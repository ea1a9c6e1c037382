#include "kinematics/inverse_kinematics_support.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::all_solutions_test {

// Stretched, two rods have one solution; folded upon each other they turn about the base.
TEST(AllSolutions, OfTwoRodsMeetWhereTheArmIsStretched) {
  const Arm arm(read_builtin_robot("two-rods"));
  InverseKinematicsOptions options = arm.options();
  options.match = PoseMatch::position;
  InverseKinematics solver(arm.model, arm.frame, options);
  const InverseKinematicsSolutions stretched = solver.all(translation<double>({2, 0, 0}), {0.1, 0.1});
  ASSERT_EQ(stretched.solutions.size(), 1u);
  EXPECT_TRUE(stretched.solutions[0].multiple);
  EXPECT_FALSE(stretched.solutions[0].in_family);
  EXPECT_NEAR(stretched.solutions[0].q[0], 0, 1e-5);
  const InverseKinematicsSolutions folded = solver.all(translation<double>({0, 0, 0}), {0.4, 2});
  ASSERT_EQ(folded.solutions.size(), 1u);
  EXPECT_TRUE(folded.solutions[0].in_family);
  EXPECT_NEAR(folded.solutions[0].q[0], 0.4, 1e-5) << "the nearest to the start";
  EXPECT_NEAR(std::abs(folded.solutions[0].q[1]), std::numbers::pi, 1e-5);
}

// Solutions stand apart, none is listed twice.
TEST(AllSolutions, AreNotListedTwiceWhereTheArmIsSingular) {
  for (const char* name : {"general-6r", "scara"}) {
    const Arm arm(read_builtin_robot(name));
    InverseKinematics solver(arm.model, arm.frame, arm.options());
    const std::vector<double> zero(arm.model.nq, 0.0);
    const InverseKinematicsSolutions found = solver.all(arm.pose(zero), zero);
    ASSERT_FALSE(found.solutions.empty()) << name;
    for (std::size_t a = 0; a < found.solutions.size(); ++a) {
      expect_pose(arm, found.solutions[a].q, arm.pose(zero));
      for (std::size_t b = 0; b < a; ++b)
        EXPECT_FALSE(same_but_for_turns(found.solutions[a].q, found.solutions[b].q, 1e-3)) << name << a << b;
    }
  }
}

// Axes 4 and 6 are in line: their angles add up, and the configuration itself is a solution.
TEST(AllSolutions, OfASingularWristIncludeTheStart) {
  struct Case {
    const char* robot;
    std::vector<double> q;
  };
  for (const auto& [robot, q] :
       {Case{"ur5e", {0.1, -1, 1, -1, 0, 0.3}}, Case{"puma560", {0.3, 0.6, -2.4, 0.5, 0, 0.7}}}) {
    const Arm arm(read_builtin_robot(robot));
    InverseKinematics solver(arm.model, arm.frame, arm.options());
    const InverseKinematicsSolutions found = solver.all(arm.pose(q), q);
    EXPECT_EQ(found.source, InverseKinematicsSolutions::Source::closed_form);
    ASSERT_FALSE(found.solutions.empty()) << robot;
    EXPECT_TRUE(found.solutions[0].in_family) << robot;
    for (std::size_t k = 0; k < q.size(); ++k) EXPECT_NEAR(found.solutions[0].q[k], q[k], 1e-5) << robot << k;
    for (const InverseKinematicsSolution& solution : found.solutions) expect_pose(arm, solution.q, arm.pose(q));
  }
}

// However far a pose is, the nearest is that of its direction.
TEST(AllSolutions, OfAPoseFarAwayTheNearestIsInItsDirection) {
  const Arm arm(read_builtin_robot("puma560"));
  InverseKinematicsOptions options = arm.options();
  options.match = PoseMatch::position;
  InverseKinematics solver(arm.model, arm.frame, options);
  std::vector<double> near(6, 0.0), far(6, 0.0);
  EXPECT_FALSE(solver.solve(translation<double>({5, 0, 0}), near).reached);
  EXPECT_FALSE(solver.solve(translation<double>({1e15, 0, 0}), far).reached);
  EXPECT_NEAR(arm.pose(far).p.x, arm.pose(near).p.x, 1e-2);
  EXPECT_GT(arm.pose(far).p.x, 0.8);
}

}  // namespace torsor::test::all_solutions_test
