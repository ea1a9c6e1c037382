#include "experiments/plan_support.hpp"

namespace torsor {
namespace {

TEST(PlanShared, MotionsOfUrdfFilesKeepTheirLimits) {
  for (const char* name : {"iiwa14_drake", "abb_irb120", "kinova_gen3_7dof"}) {
    const Description robot = load_robot(std::string(TORSOR_SHARED_DIR "/robots/urdf/") + name + ".urdf");
    const ExperimentPlan plan = plan_experiment(robot, quick_plan());
    EXPECT_GE(plan.motions.size(), 3) << name;
    EXPECT_FALSE(plan.parameters.empty()) << name;
    expect_within_limits(robot, plan);
  }
}

}  // namespace
}  // namespace torsor
