#include "robot_files/mjcf_support.hpp"
#include "torsor/kinematics/loop_closure.hpp"
#include "torsor/model/position.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/robot_files/write_robot.hpp"
#include "torsor/robot_files/yaml/read_yaml.hpp"

// Closed loops: <connect> of MJCF, `loops` of robot files.
namespace torsor::test::mjcf_loops_test {

/// A crank, a coupler on a ball, and a rocker that slides too: all ways in which a point can be given.
const char* const spatial = R"(<mujoco model="spatial">
  <compiler angle="radian"/>
  <default><site pos="0.4 0.05 0"/><default class="off"><equality active="false"/></default></default>
  <worldbody>
    <body name="crank" pos="0.1 0.2 0.3" euler="0.1 0.2 0.3">
      <inertial pos="0.1 0 0" mass="1" diaginertia="0.01 0.01 0.01"/>
      <joint name="a" axis="0 0 1" ref="0.2"/>
      <body name="coupler" pos="0.3 0 0.1">
        <inertial pos="0.2 0 0" mass="1" diaginertia="0.01 0.01 0.01"/>
        <joint name="b" type="ball" pos="0.02 0 0.01"/>
        <site name="end"/>
      </body>
    </body>
    <body name="rocker" pos="0.6 0.1 0.2" euler="-0.4 0.1 0.7">
      <inertial pos="0 0 0.1" mass="1" diaginertia="0.01 0.01 0.01"/>
      <joint name="c" axis="1 0.2 0" pos="0.05 0 0.03"/>
      <joint name="d" type="slide" axis="0 0 1"/>
      <frame pos="0.02 0 0"><site name="eye" pos="0 0.1 0.3"/></frame>
    </body>
  </worldbody>
  <equality>
    <connect name="anchored" body1="coupler" body2="rocker" anchor="0.4 0.05 0"/>
    <connect name="sites" site1="end" site2="eye"/>
    <connect name="ground" body1="rocker" anchor="0 0 0.3"/>
    <connect name="not active" body1="rocker" anchor="0 0 0.3" active="false"/>
    <connect name="of a class" body1="rocker" anchor="0 0 0.3" class="off"/>
  </equality>
</mujoco>)";
const std::vector<double> q{0.5, 0.8, 0.2, -0.4, 0.4, -0.3, 0.15};

/// eq_data, efc_pos and efc_J of MuJoCo 4.0.0 for this file and these positions (mj_forward, dense Jacobian).
const std::vector<double> mujoco_gap{-0.2908426642449486,  0.020229179164488853, 0.3193026204844194,
                                     -0.09717631906970159, 0.16939999200700745,  0.17894938067448796,
                                     -0.08338574586459824, 0.12453262013730482,  0.09647472777663935};
const std::vector<double> mujoco_J{-0.4102918372667783,
                                   -0.005536135698042701,
                                   -0.03418504182655416,
                                   -0.38129836565839414,
                                   -0.2668108730331732,
                                   0.13448112229701792,
                                   0.21499339571177478,
                                   -0.042497766825094895,
                                   0.319578807226761,
                                   -0.017021103219802023,
                                   0.12049429433057911,
                                   -0.5489000069610963,
                                   0.10515915591412642,
                                   0.027627721882426647,
                                   -0.20297972530978894,
                                   0.03495480498326824,
                                   -0.22592696100353685,
                                   -0.8249991576382627,
                                   -0.4102918372667783,
                                   -0.005536135698042701,
                                   -0.03418504182655416,
                                   -0.38129836565839414,
                                   -0.310498514371731,
                                   0.13448112229701792,
                                   0.21499339571177478,
                                   -0.042497766825094895,
                                   0.319578807226761,
                                   -0.017021103219802023,
                                   0.13752796374017606,
                                   -0.5489000069610963,
                                   0.10515915591412642,
                                   0.027627721882426647,
                                   -0.20297972530978894,
                                   0.03495480498326824,
                                   -0.26810553503476,
                                   -0.8249991576382627,
                                   0,
                                   0,
                                   0,
                                   0,
                                   0.3231579949896206,
                                   -0.13448112229701792,
                                   0,
                                   0,
                                   0,
                                   0,
                                   -0.18919907475259168,
                                   0.5489000069610963,
                                   0,
                                   0,
                                   0,
                                   0,
                                   0.19044362481638874,
                                   0.8249991576382627};

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance = 1e-14) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], tolerance) << k;
}

void expect_rows_of_mujoco(const Description& robot) {
  const Model<double> model = build_model<double>(robot);
  const LoopClosure<double> rows = loop_closure(model, q, std::vector<double>(6, 0.0));
  expect_near(rows.gap, mujoco_gap);
  expect_near(rows.J.data, mujoco_J);
}

TEST(MjcfLoops, HaveTheGapAndTheJacobianOfMujoco) {
  const Description robot = mjcf_robot(spatial);
  ASSERT_EQ(robot.loops.size(), 3U);
  EXPECT_EQ(robot.loops[0].name, "anchored");
  EXPECT_EQ(robot.loops[2].link[1], "world");
  const Vector3<double> other = vector(robot.loops[0].point[1]), ground = vector(robot.loops[2].point[1]);
  expect_near({other.x, other.y, other.z}, {0.2932391915467535, 0.13468788576681076, 0.24004408814232753});
  expect_near({ground.x, ground.y, ground.z}, {0.6299500249940484, 0.2162418617898314, 0.4749378576523968});
  expect_rows_of_mujoco(robot);
}

TEST(MjcfLoops, AreTheSameThroughEveryFormatThatHasThem) {
  const Description robot = mjcf_robot(spatial);
  const WrittenRobot yaml = write_robot(robot, RobotFormat::yaml), again = write_robot(robot, RobotFormat::mjcf);
  EXPECT_TRUE(again.losses.empty()) << again.losses[0].what;
  const Description from_yaml = read_robot(yaml.text, "spatial.yaml");
  expect_rows_of_mujoco(from_yaml);
  expect_rows_of_mujoco(mjcf_robot(again.text));
  expect_rows_of_mujoco(mjcf_robot(write_robot(from_yaml, RobotFormat::mjcf).text));
  EXPECT_EQ(write_robot(from_yaml, RobotFormat::yaml).text, yaml.text);
}

TEST(MjcfLoops, AreWrittenByAnAnchorWhereTheFileShowsThemClosedAndElseBySites) {
  const std::string text = write_robot(mjcf_robot(spatial), RobotFormat::mjcf).text;
  for (const char* expected :  // the written file shows the crank at 0, where the first loop is open
       {R"(<connect name="anchored" site1="loop1_coupler" site2="loop1_rocker"/>)",
        R"(<site name="loop1_coupler" pos="0.4 0.05 0"/>)",
        R"(<connect name="ground" body1="rocker" body2="world" anchor="0 0 0.3"/>)"})
    EXPECT_NE(text.find(expected), std::string::npos) << expected << '\n' << text;
}

TEST(MjcfLoops, AreOpenInUrdf) {
  const WrittenRobot written = write_robot(read_robot(R"(name: bar
links:
  - {name: a, joint: revolute}
  - {name: b, parent: base, joint: revolute, origin: {xyz: [1, 0, 0]}}
loops: [{name: pin, links: [a, b], points: [[1, 1, 0], [0, 1, 0]]}]
)",
                                                      "bar.yaml"),
                                           RobotFormat::urdf);
  const auto lost = std::find_if(written.losses.begin(), written.losses.end(),
                                 [](const Loss& loss) { return loss.element == "loop pin"; });
  ASSERT_NE(lost, written.losses.end());
  EXPECT_TRUE(lost->changes_motion);
  EXPECT_EQ(lost->what, "points of a and b in one place");
}

/// The tables of a robot with standard DH rows have their frames elsewhere than MJCF has its bodies.
TEST(MjcfLoops, OfADhTableStayWhereTheyAre) {
  const Description table = read_robot(R"(name: dh
dh: standard
base: {xyz: [0.1, 0.2, 0.3], rpy: [0.3, 0, 0.2]}
links:
  - {name: a, joint: revolute, dh: {a: 0.5, alpha: 0.4, d: 0.1}, mass: 1, inertia: {xx: 1, yy: 1, zz: 1, about: com}}
  - {name: b, joint: revolute, dh: {a: 0.4, d: 0.2}, mass: 1, inertia: {xx: 1, yy: 1, zz: 1, about: com}}
  - {name: c, parent: base, joint: prismatic, dh: {a: 0.4, d: 0.2}, mass: 1, inertia: {xx: 1, yy: 1, zz: 1, about: com}}
loops:
  - {links: [b, c], points: [[0.1, 0.2, 0.3], [0.3, 0.1, 0]]}
  - {links: [base, b], points: [[0.1, 0.2, 0.3], [0.3, 0.1, 0]]}
)",
                                       "dh.yaml");
  const std::string text = write_robot(table, RobotFormat::mjcf).text;
  const Model<double> ours = build_model<double>(table), theirs = build_model<double>(mjcf_robot(text));
  const std::vector<double> at{0.3, -0.8, 0.2}, rate{1, 2, -1};
  const LoopClosure<double> a = loop_closure(ours, at, rate), b = loop_closure(theirs, at, rate);
  expect_near(a.gap, b.gap);
  expect_near(a.J.data, b.J.data);
  expect_near(a.bias, b.bias, 1e-13);
}

TEST(RobotFileLoops, ThatCannotBeAreToldWithTheirPlace) {
  const std::string head =
      "name: bar\nlinks:\n  - {name: a, joint: revolute}\n  - {name: f, joint: fixed}\n"
      "  - {name: b, parent: base, joint: revolute}\nloops:\n  - ";
  const auto found = [&](const std::string& loop) {
    const Reading reading = read_yaml(head + loop + "\n", "bar.yaml");
    EXPECT_EQ(reading.findings.size(), 1U) << loop;
    if (reading.findings.empty()) return std::string();
    EXPECT_EQ(reading.findings[0].where.line, 7 + std::count(loop.begin(), loop.end(), '\n'));
    return reading.findings[0].message;
  };
  EXPECT_EQ(found("{links: [a, x], points: [[0, 0, 0], [0, 0, 0]]}"),
            "loop: expected the name of a link, or of the base, 'base'; found 'x'");
  EXPECT_EQ(found("{name: pin, links: [a, f], points: [[0, 0, 0], [0, 0, 0]]}"),
            "loop 'pin': expected points of two links that move in each other, found 'a' and 'f', which move as one");
  EXPECT_EQ(found("{links: [a], points: [[0, 0, 0], [0, 0, 0]]}"),
            "links of a loop: expected a list of 2, found a list of 1");
  EXPECT_EQ(found("{links: [a, b], points: [[0, 0, 0], 1]}"),
            "point of a loop: expected a list of 3 numbers, found '1'");
  EXPECT_EQ(found("{links: [a, b], points: [[0, 0, 0], [0, 1e40, 0]]}"),
            "loop point: expected a number from -1e+30 to 1e+30, found '1e40'");
  EXPECT_EQ(found("{links: [a, b], point: [[0, 0, 0], [0, 1, 0]]}").find("loop: "), 0U);
  EXPECT_EQ(found("{name: p, links: [a, b], points: [[0, 0, 0], [0, 1, 0]]}\n"
                  "  - {name: p, links: [a, b], points: [[0, 0, 0], [0, 1, 0]]}")
                .substr(0, 9),
            "two loops");
}

}  // namespace torsor::test::mjcf_loops_test
