#include <gtest/gtest.h>

#include "support/shared_robots.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/simulation/simulate.hpp"

// Robots of makers, whose joints begin on their limits, have limits that are one position, carry loops and couplings,
// or feel forces that are rounding alone: all of them fall onto their stops and come to the end.
namespace torsor::test::stops_shared_test {

class StopsOfShared : public testing::TestWithParam<const char*> {};

TEST_P(StopsOfShared, LetItComeToTheEnd) {
  const std::string file = GetParam();
  if (!std::filesystem::exists(shared_robot_folder() / file)) GTEST_SKIP() << file << " is not here";
  for (const bool floats : {false, true}) {
    if (floats && file.ends_with(".xml")) continue;  // it says itself what floats
    XmlRobotOptions reading;
    reading.free_base = floats;
    const Description robot = shared_robot(file, reading);
    const Model<double> model = build_model<double>(robot);
    SimulationOptions options;
    options.limits = joint_limits(robot);
    options.work = true;
    std::vector<double> q = zero_position(model);
    std::size_t joint = 0;
    for (const Body<double>& body : model.bodies) {
      if (&body == model.bodies.data() || body.follows) continue;
      const JointLimits& limits = options.limits[joint++];
      if (velocity_count(body.joint) == 1) q[body.q] = std::clamp(q[body.q], limits.position_low, limits.position_high);
    }
    SimulationSchedule schedule;
    const Simulation run = simulate(model, q, std::vector<double>(model.nv, 0.0), schedule, options);
    EXPECT_TRUE(run.end.reached()) << to_string(run.end, velocity_names(model));
    EXPECT_LT(std::abs(run.largest_defect), 1e-6);
    EXPECT_LT(run.events.size(), 1000u);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, StopsOfShared,
                         testing::Values("urdf/abb_yumi.urdf", "urdf/g1_29dof.urdf", "urdf/atlas_convex_hull.urdf",
                                         "urdf/simple_humanoid.urdf", "urdf/stretch_re1.urdf",
                                         "urdf/stretch_se3_sg3.urdf", "urdf/shadow_hand_right.urdf",
                                         "mjcf/shadow_hand/right_hand.xml", "mjcf/robotiq_2f85/2f85.xml"),
                         [](const auto& file) { return as_test_name(file.param); });

}  // namespace torsor::test::stops_shared_test
