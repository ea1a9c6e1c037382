#include "kinematics/inverse_kinematics_support.hpp"
#include "support/shared_robots.hpp"

// Arms that nobody here wrote.
namespace torsor::test::inverse_kinematics_shared_test {

struct SharedArm {
  const char* file;
  const char* tip;
  bool closed_form;
};

class InverseKinematicsOfShared : public testing::TestWithParam<SharedArm> {};

TEST_P(InverseKinematicsOfShared, FindsEveryPoseThatTheArmCanTake) {
  const auto& [file, tip, closed_form] = GetParam();
  const Arm arm(shared_robot(std::string("urdf/") + file + ".urdf", {}), tip);
  ASSERT_GE(arm.frame, 0);
  InverseKinematics solver(arm.model, arm.frame, arm.options());
  EXPECT_EQ(solver.has_closed_form(), closed_form);
  Random random(1);
  std::vector<double> q(arm.model.nq, 0.0);
  int missed = 0;
  for (int n = 0; n < 300; ++n) {
    const std::vector<double> at = arm.random_q(random);
    const Transform<double> pose = arm.pose(at);
    if (!solver.solve(pose, q).reached) {
      ++missed;
      continue;
    }
    EXPECT_TRUE(arm.within_limits(q));
    expect_pose(arm, q, pose);
    if (!closed_form || n >= 30) continue;
    const InverseKinematicsSolutions all = solver.all(pose, at);
    EXPECT_EQ(all.source, InverseKinematicsSolutions::Source::closed_form);
    ASSERT_FALSE(all.solutions.empty());
    EXPECT_TRUE(same_but_for_turns(all.solutions[0].q, at, 1e-5)) << n;
  }
  EXPECT_EQ(missed, 0);
}

INSTANTIATE_TEST_SUITE_P(Files, InverseKinematicsOfShared,
                         testing::Values(SharedArm{"abb_irb120", "", true}, SharedArm{"abb_irb2400", "", true},
                                         SharedArm{"fanuc_lrmate200ib", "", true}, SharedArm{"kuka_kr5_arc", "", true},
                                         SharedArm{"kuka_kr16_2", "", true}, SharedArm{"motoman_mh5", "", true},
                                         SharedArm{"staubli_rx160", "", true}, SharedArm{"staubli_tx2_60", "", true},
                                         SharedArm{"ur10e", "", true}, SharedArm{"xarm6", "", false},
                                         SharedArm{"kinova_gen3_7dof", "", false},
                                         SharedArm{"motoman_sia10d", "", false}, SharedArm{"iiwa14_drake", "", false}),
                         [](const auto& arm) { return std::string(arm.param.file); });

}  // namespace torsor::test::inverse_kinematics_shared_test
