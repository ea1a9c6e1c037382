#include "robot_files/mjcf_support.hpp"
#include "robot_files/temporary_file.hpp"
#include "torsor/kinematics/loop_closure.hpp"
#include "torsor/model/position.hpp"

namespace torsor::test::mjcf_loops_shared_test {

/// Grippers whose fingers are four-bars; the files show them closed. One hangs on an arm, so that its loops move with
/// the hand.
TEST(MjcfLoopsShared, OfRealGrippersStayClosedWhileTheDriverTurns) {
  struct Gripper {
    const char *file, *driver;
    int arm;  // joints that carry it
  };
  for (const auto& [file, driver, arm] : {Gripper{"robotiq_2f85/2f85.xml", "left_driver_joint", 0},
                                          Gripper{"ufactory_xarm7/xarm7.xml", "right_driver_joint", 7}}) {
    SCOPED_TRACE(file);
    const std::string path = std::string(TORSOR_SHARED_DIR "/robots/mjcf/") + file;
    XmlRobotOptions options;
    options.ignore_geoms = true;
    const Reading reading = read_mjcf(text_of(path), path, options);
    ASSERT_TRUE(reading.sound()) << told(reading);
    const Model<double> model = build_model<double>(reading.robot);
    ASSERT_EQ(model.loops.size(), 2U);
    const std::vector<std::string> names = velocity_names(model);
    const int v = static_cast<int>(std::find(names.begin(), names.end(), driver) - names.begin());
    ASSERT_LT(v, model.nv);
    const int at = body_of_velocity(model, v).q;
    std::vector<double> q = zero_position(model);
    EXPECT_LE(widest_gap(loop_closure(model, q, std::vector<double>(model.nv, 0.0)).gap), 1e-15);
    for (int k = 1; k <= 8; ++k) {
      q[at] = 0.1 * k;
      const LoopOutcome outcome = close_loops(model, q, {.held = {v}});
      EXPECT_TRUE(outcome.held) << k << " " << outcome.gap;
      EXPECT_LE(outcome.iterations, 8);
      for (int joint = 0; joint < arm; ++joint) EXPECT_EQ(q[joint], 0) << "the arm moves";
    }
  }
}

}  // namespace torsor::test::mjcf_loops_shared_test
