#include "kinematics/inverse_kinematics_support.hpp"

#include "support/counted_allocations.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::kinematics_allocation_test {

TEST(InverseKinematics, AllocatesNothingOnceItIsMade) {
  for (const char* name : {"puma560", "panda", "stanford", "scara"}) {
    const Arm arm(read_builtin_robot(name));
    for (const SolutionPreference prefer : {SolutionPreference::any, SolutionPreference::away_from_limits}) {
      InverseKinematicsOptions options = arm.options();
      options.prefer = prefer;
      InverseKinematics solver(arm.model, arm.frame, options);
      Random random(1);
      std::vector<double> q = arm.random_q(random);
      const Transform<double> near = arm.pose(q), far{near.R, 100.0 * near.p};
      const long before = allocations;
      const bool reached = solver.solve(near, q).reached && solver.solve_from(near, q).reached;
      const bool too_far = solver.solve(far, q).reached;
      EXPECT_EQ(allocations - before, 0) << name;
      EXPECT_TRUE(reached) << name;
      EXPECT_FALSE(too_far) << name;
    }
  }
}

}  // namespace torsor::test::kinematics_allocation_test
