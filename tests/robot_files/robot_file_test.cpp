#include "torsor/robot_files/robot_file.hpp"

#include <gtest/gtest.h>

#include "robot_files/temporary_file.hpp"
#include "torsor/model/build_model.hpp"

namespace torsor::test::robot_file_test {

const std::string example = R"(name: example
description: Two rods and a wrist
source: made up for this test
illustrative: true
dh: standard
inertia_about: com
rotor_model: reflected
gravity: [0, -9.81, 0]
parameters:
  l: 0.5
  m1: 2
  m2: m1/2
base: {xyz: [0, 0, 0.5], rpy: [0, 0, 90deg]}
links:
  - name: upper
    joint: {name: shoulder, type: revolute, flip: true}
    dh: {a: l, alpha: 90deg, d: 0.1, theta: 0, offset: -90deg}
    mass: m1
    com: [-l/2, 0, 0]
    inertia: {xx: 0, yy: m1*l^2/12, zz: m1*l^2/12}
    rotor: {inertia: 2e-4, ratio: -100, axis: [1, 0, 0]}
    friction: {viscous: 1e-3, coulomb: [0.4, 0.3], side: motor}
    limits: {position: [-170deg, 170deg], velocity: 2, acceleration: 10, torque: 100}
  - joint: prismatic
    dh: {a: l}
    shape: {rod: l, mass: m2, at: [-l/2, 0, 0]}
    spring: {stiffness: 10, rest: 30deg, damping: 0.1}
  - name: bracket
    joint: fixed
    origin: {xyz: [0, 0, 0.2]}
    shapes:
      - {box: [1, 2, 3], density: 2}
      - {sphere: 1, mass: 3, at: [0, 0, 1]}
  - name: branch
    parent: upper
    joint: revolute
    axis: [0, 1, 0]
    mass: 1
    inertia: {xx: 1, yy: 1, zz: 1, xy: 0.1, xz: 0.2, yz: 0.3, about: origin}
tool: {link: bracket, xyz: [0, 0, 0.1], rpy: [0, 0, 0]}
payload: {mass: 0.5, com: [0, 0, 0.05]}
couplings:
  - {joints: {shoulder: 1, joint2: -2}, stiffness: 5, rest: 0.1, viscous: 0.2, coulomb: [0.1, 0.3], rotor_inertia: 0.01}
)";

double number(const Description& robot, const described::Quantity& quantity) {
  return Evaluator<double>(robot).value(quantity);
}
double parameter(const Description& robot, const std::string& name) {
  for (const described::Parameter& each : robot.parameters)
    if (each.name == name) return Evaluator<double>(robot).value(each.value);
  ADD_FAILURE() << "no parameter " << name;
  return 0;
}

TEST(RobotFile, KeepsNamesChoicesAndPlaces) {
  const Description robot = read_robot(example, "arm.yaml");
  EXPECT_EQ(robot.name, "example");
  EXPECT_EQ(robot.source, "made up for this test");
  EXPECT_TRUE(robot.illustrative);
  EXPECT_EQ(robot.dh, DhConvention::standard);
  EXPECT_EQ(robot.rotor_model, RotorModel::reflected);
  ASSERT_EQ(robot.links.size(), 4u);
  const std::vector<std::vector<std::string>> names{{"upper", "base", "shoulder"},
                                                    {"link2", "upper", "joint2"},
                                                    {"bracket", "link2", "joint3"},
                                                    {"branch", "upper", "joint4"}};
  for (std::size_t k = 0; k < names.size(); ++k)
    EXPECT_EQ((std::vector{robot.links[k].name, robot.links[k].parent, robot.links[k].joint_name}), names[k]);
  EXPECT_EQ(robot.links[0].where.line, 15);
  EXPECT_EQ(robot.links[0].mass.mass.where.line, 18);
  EXPECT_EQ(robot.links[0].mass.mass.where.column, 11);
  EXPECT_EQ(robot.links[0].mass.mass.expression.text(), "m1");
}

TEST(RobotFile, KeepsTheNumbersOfALink) {
  const Description robot = read_robot(example, "arm.yaml");
  const described::Link& upper = robot.links[0];
  EXPECT_TRUE(upper.flip);
  EXPECT_DOUBLE_EQ(number(robot, upper.dh->offset), -1.5707963267948966);
  EXPECT_DOUBLE_EQ(number(robot, upper.mass.inertia[5]), 2 * 0.25 / 12);
  EXPECT_DOUBLE_EQ(number(robot, upper.mass.inertia[1]), 0) << "entries that are not written are 0";
  EXPECT_DOUBLE_EQ(number(robot, upper.rotor->ratio), -100);
  EXPECT_DOUBLE_EQ(number(robot, (*upper.rotor->axis)[0]), 1);
  EXPECT_EQ(upper.friction->side, Side::motor);
  EXPECT_DOUBLE_EQ(number(robot, upper.friction->coulomb[1]), 0.3);
  EXPECT_DOUBLE_EQ(number(robot, upper.friction->viscous[1]), 1e-3) << "one value is for both directions";
  EXPECT_DOUBLE_EQ(number(robot, (*upper.limits.position)[0]), -170 * 3.141592653589793 / 180);
  EXPECT_DOUBLE_EQ(number(robot, *upper.limits.acceleration), 10);
  EXPECT_DOUBLE_EQ(number(robot, *upper.limits.torque), 100);
  EXPECT_EQ(upper.mass.about, ReferencePoint::center_of_mass);
  EXPECT_EQ(robot.links[3].mass.about, ReferencePoint::origin);
  EXPECT_DOUBLE_EQ(number(robot, robot.links[3].mass.inertia[2]), 0.2) << "the order is xx xy xz yy yz zz";
  EXPECT_DOUBLE_EQ(number(robot, robot.links[1].spring->damping), 0.1);
}

TEST(RobotFile, BecomesAModel) {
  const Model<double> model = build_model<double>(read_robot(example, "arm.yaml"));
  EXPECT_EQ(model.joint_names, (std::vector<std::string>{"shoulder", "joint2", "joint4"}));
  EXPECT_EQ(model.nv, 3);
  std::vector<std::string> frames;
  for (const Frame<double>& frame : model.frames) frames.push_back(frame.name);
  EXPECT_EQ(frames, (std::vector<std::string>{"base", "upper", "link2", "bracket", "branch", "tool"}));
  EXPECT_EQ(model.frames[model.tip].name, "tool");
  EXPECT_EQ(model.frames[model.tip].body, 2) << "the bracket is fixed to the second moving link";
  EXPECT_NEAR(model.friction[0].viscous, 1e-3 * 1e4, 1e-12) << "motor side: k^2";
  EXPECT_NEAR(model.friction[0].coulomb, 0.35 * 100, 1e-12) << "motor side: |k|";
  EXPECT_NEAR(model.bodies[1].rotor.reflected, 2.0, 1e-12);
  EXPECT_NEAR(model.bodies[2].inertia.mass, 1 + 12 + 3 + 0.5, 1e-12) << "rod, box, sphere, payload";
  ASSERT_EQ(model.couplings.size(), 2u) << "the spring and the coupling";
  EXPECT_EQ(model.couplings[1].terms[1].coefficient, -2);
  EXPECT_TRUE(model.coupled_rotors);
}

TEST(RobotFile, DefaultsAreThoseOfTheDocument) {
  const Description robot = read_robot("name: a\nlinks:\n  - joint: revolute\n  - joint: prismatic\n", "arm.yaml");
  EXPECT_EQ(number(robot, robot.gravity[2]), -9.81);
  EXPECT_EQ(robot.rotor_model, RotorModel::gyroscopic);
  EXPECT_FALSE(robot.illustrative);
  EXPECT_EQ(robot.links[1].name, "link2");
  EXPECT_EQ(robot.links[1].parent, "link1");
  EXPECT_EQ(number(robot, robot.links[0].axis[2]), 1);
  const Model<double> model = build_model<double>(robot);
  EXPECT_EQ(model.frames[model.tip].name, "link2") << "without a tool the last link is the tip";
}

TEST(RobotFile, TheOrderOfTopLevelKeysIsFree) {
  const Description robot = read_robot(
      "links:\n  - {joint: revolute, dh: {a: l}, mass: 1, inertia: {zz: 1}}\nparameters: {l: 2}\ninertia_about: com\n"
      "dh: modified\nname: a\n",
      "arm.yaml");
  EXPECT_EQ(robot.dh, DhConvention::modified);
  EXPECT_EQ(number(robot, robot.links[0].dh->a), 2);
}

TEST(RobotFile, AnAxisThatIsNearlyMinusZIsAnAxis) {
  for (const char* axis : {"[1e-9, 0, -1]", "[0, 1e-12, -1]", "[1e-5, -1e-5, -1]"}) {
    const Model<double> model = build_model<double>(
        read_robot("name: a\nlinks:\n  - joint: revolute\n    axis: " + std::string(axis) + "\n", "arm.yaml"));
    const Matrix3<double>& R = model.bodies[1].placement.R;
    EXPECT_NEAR(R.xz * R.xz + R.yz * R.yz + R.zz * R.zz, 1, 1e-12) << axis;
    EXPECT_NEAR(R.xx * R.xx + R.yx * R.yx + R.zx * R.zx, 1, 1e-9) << axis;
    EXPECT_NEAR(R.xx * R.xy + R.yx * R.yy + R.zx * R.zy, 0, 1e-9) << axis;
  }
}

TEST(RobotFile, IsReadFromDisk) {
  const TemporaryFile file(example);
  EXPECT_EQ(read_robot_file(file.path()).name, "example");
}

TEST(RobotFile, ThatCannotBeReadIsAMistakeOfUsage) {
  EXPECT_THROW(read_robot_file("/nowhere/arm.yaml"), UsageError);
  EXPECT_THROW(read_robot_file(std::filesystem::temp_directory_path()), UsageError);
}

TEST(Override, ChangesAParameterAndThoseThatFollowFromIt) {
  const Description robot = read_robot(example, "arm.yaml", {{"m1", "2*3"}});
  EXPECT_DOUBLE_EQ(parameter(robot, "m1"), 6);
  EXPECT_DOUBLE_EQ(parameter(robot, "m2"), 3);
  EXPECT_DOUBLE_EQ(parameter(robot, "l"), 0.5);
}

TEST(Override, MayUseEarlierParameters) {
  EXPECT_DOUBLE_EQ(parameter(read_robot(example, "arm.yaml", {{"m2", "m1*l"}}), "m2"), 1);
}

TEST(Override, TheLastOfSeveralCounts) {
  EXPECT_DOUBLE_EQ(parameter(read_robot(example, "arm.yaml", {{"l", "1"}, {"l", "2"}}), "l"), 2);
}

/// What is said about a bad override; "" where it is not called a mistake of usage.
std::string override_error(const std::string& name, const std::string& value) {
  try {
    read_robot(example, "arm.yaml", {{name, value}});
  } catch (const UsageError& error) {
    EXPECT_EQ(error.option(), "set");
    return error.message();
  } catch (const FileError& error) {
    ADD_FAILURE() << "the file is blamed: " << error.what();
  }
  return "";
}

TEST(Override, OfAnUnknownParameterListsTheKnownOnes) {
  const std::string message = override_error("m3", "1");
  EXPECT_TRUE(message.starts_with("m3=1: ")) << message;
  EXPECT_NE(message.find("l, m1, m2"), std::string::npos) << message;
}

TEST(Override, WithABadExpressionIsAMistakeOfUsage) {
  for (const char* value : {"", "1+", "1,5", "1kg", "two words", "1e999"})
    EXPECT_TRUE(override_error("m1", value).starts_with("m1=" + std::string(value) + ": ")) << value;
}

TEST(Override, WithAnImpossibleValueIsAMistakeOfUsage) {
  for (const char* value : {"-1", "1/0", "nan", "inf", "m2", "m1"})
    EXPECT_NE(override_error("m1", value).find("makes the robot impossible"), std::string::npos) << value;
}

}  // namespace torsor::test::robot_file_test
