#include "robot_files/convert_support.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::convert_test {

using enum RobotFormat;

class Builtin : public testing::TestWithParam<std::string> {};

TEST_P(Builtin, IsTheSameAfterYaml) {
  const Description robot = read_builtin_robot(GetParam());
  const Description again = through(robot, yaml);
  EXPECT_EQ(names(again), names(robot));
  EXPECT_EQ(disagreement(build_model<double>(robot), build_model<double>(again)), 0);
  EXPECT_EQ(write_yaml(again).text, write_yaml(robot).text);
  EXPECT_TRUE(write_yaml(robot).losses.empty());
}

TEST_P(Builtin, MovesInUrdfAsItsTableSays) {
  Description robot = without_drives(read_builtin_robot(GetParam()));
  robot.gravity = {0.0, 0.0, -9.81};
  const Model<double> model = build_model<double>(robot), urdf_model = build_model<double>(through(robot, urdf));
  EXPECT_LT(disagreement(model, urdf_model), 1e-12);
  const Model<double> mjcf_model = build_model<double>(through(robot, mjcf));
  EXPECT_LT(disagreement(model, mjcf_model), 1e-12);
}

TEST_P(Builtin, HasItsTipInUrdfAndMjcf) {
  const Description robot = read_builtin_robot(GetParam());
  const Model<double> model = build_model<double>(robot);
  for (const RobotFormat format : {urdf, mjcf}) {
    const Model<double> again = build_model<double>(through(robot, format));
    const SameState same(model, again);
    Random random(3);
    std::vector<double> q = random.list(model.nq, 0.1, 3);
    normalize_position<double>(model, q);
    const Transform<double> tip = frame_pose<double>(model, forward_kinematics(model, q), model.tip);
    const int tool = find_frame(again, "tool");  // which need not be the last body of MJCF
    const int at = format == mjcf && tool >= 0 ? tool : again.tip;
    const Transform<double> there = frame_pose<double>(again, forward_kinematics(again, same.positions(q)), at);
    for (int k = 0; k < 3; ++k) {
      const Vector3<double> axes = axis(tip.R, k) - axis(there.R, k);
      EXPECT_LT(std::sqrt(dot(axes, axes)), 1e-14);
    }
    const Vector3<double> apart = tip.p - there.p;
    EXPECT_LT(std::sqrt(dot(apart, apart)), 1e-14);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, Builtin, testing::ValuesIn(builtin_robot_names()), [](const auto& name) {
  std::string word = name.param;
  std::replace(word.begin(), word.end(), '-', '_');
  return word;
});

TEST(Convert, RandomRobotsMoveTheSameInEveryFormat) {
  Random random(7);
  for (int k = 0; k < 40; ++k) {
    const Description robot = random_robot(random, 1 + k % 7);
    EXPECT_EQ(disagreement(build_model<double>(robot), build_model<double>(through(robot, yaml))), 0);
    Description plain = without_drives(robot);
    const Model<double> model = build_model<double>(plain);
    EXPECT_LT(disagreement(model, build_model<double>(through(plain, mjcf))), 1e-12);
    plain.gravity = {0.0, 0.0, -9.81};
    EXPECT_LT(disagreement(build_model<double>(plain), build_model<double>(through(plain, urdf))), 1e-12);
  }
}

TEST(Convert, BallAndFreeJointsMoveTheSameInYaml) {
  Random random(8);
  for (int k = 0; k < 20; ++k) {
    const Description robot = random_robot_with_ball_and_free_joints(random, 1 + k % 7);
    EXPECT_EQ(disagreement(build_model<double>(robot), build_model<double>(through(robot, yaml))), 0);
  }
}

TEST(Convert, ABallThatIsTurnedCountsTheSameInMjcf) {
  const Description robot = read_robot(
      "name: ball\ndh: standard\ninertia_about: com\nlinks:\n"
      "  - {joint: {type: ball, flip: true}, origin: {rpy: [0.3, 0.2, 0.1]}, dh: {a: 0.3, alpha: 1}, mass: 2, "
      "com: [0.1, 0.2, 0.3], inertia: {xx: 1, yy: 2, zz: 1.5, xy: 0.1}}\n"
      "  - {joint: ball, axis: [1, 1, 0], mass: 1, com: [0.3, 0, 0.1], inertia: {xx: 1, yy: 1, zz: 1}}\n",
      "ball.yaml");
  EXPECT_LT(disagreement(build_model<double>(robot), build_model<double>(through(robot, mjcf))), 1e-13);
}

TEST(Convert, RightAnglesStayExact) {
  const std::string text = write_urdf(read_robot("name: r\ndh: standard\nlinks:\n"
                                                 "  - {joint: revolute, dh: {alpha: 90deg, d: 1}}\n"
                                                 "  - {joint: revolute, dh: {alpha: -90deg, theta: 180deg, a: 0.5}}\n"
                                                 "  - {joint: revolute, dh: {theta: 90deg, alpha: 90deg, d: 2}}\n",
                                                 "r.yaml"))
                               .text;
  for (const char* expected : {"<origin xyz=\"0 0 1\" rpy=\"1.5707963267948966 0 0\"/>",
                               "<origin xyz=\"-0.5 0 0\" rpy=\"-1.5707963267948966 0 3.141592653589793\"/>",
                               "<origin xyz=\"0 0 2\" rpy=\"1.5707963267948966 0 1.5707963267948966\"/>"})
    EXPECT_NE(text.find(expected), std::string::npos) << expected << "\n" << text;
}

/// Roll and yaw turn about the same axis where pitch is a right angle.
TEST(Convert, RotationsComeBackNearAndAtAPitchOf90Degrees) {
  Random random(5);
  for (const double off : {0.0, 1e-17, 1e-16, 1e-14, 1e-12, 1e-9, 1e-6, 1e-3, 1.0}) {
    for (int k = 0; k < 20; ++k) {
      Description robot = read_builtin_robot("one-link");
      robot.dh = DhConvention::standard;
      described::Link& link = robot.links[0];
      link.dh.emplace();
      link.dh->a = 1.0;
      link.origin.emplace();
      const double pitch = (k % 2 == 0 ? 1 : -1) * (1.5707963267948966 - off);
      link.origin->rpy = {random.signed_uniform(0, 3), pitch, random.signed_uniform(0, 3)};
      robot.base.rpy = {random.signed_uniform(0, 3), 1.5707963267948966, random.signed_uniform(0, 3)};
      robot.tool = described::Tool{link.name, {{0.0, 0.0, 0.0}, link.origin->rpy}, {}};
      const Model<double> model = build_model<double>(robot), again = build_model<double>(through(robot, urdf));
      const auto rotation = [](const Model<double>& one) {
        return frame_pose<double>(one, forward_kinematics(one, std::vector<double>(1, 0.0)), one.tip).R;
      };
      for (int i = 0; i < 3; ++i) {
        const Vector3<double> apart = axis(rotation(model), i) - axis(rotation(again), i);
        EXPECT_LT(std::sqrt(dot(apart, apart)), 2e-15) << off;
      }
    }
  }
}

}  // namespace torsor::test::convert_test
