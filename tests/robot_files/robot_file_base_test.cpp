#include "robot_files/robot_error.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"

// The keys that a robot file has because URDF and MJCF files have what they say.
namespace torsor::test::robot_file_base_test {

const std::string link = "links:\n  - {name: arm, joint: revolute, mass: 1}\n";

TEST(RobotFileBase, TheBaseHasANameAndAMass) {
  const Description robot = read_robot(
      "name: r\nbase: {name: ground, xyz: [0, 0, 1], mass: 4, com: [0, 0, -0.5], inertia: {xx: 1, yy: 1, zz: 1, about: "
      "com}}\n" +
          link + "  - {name: second, parent: ground, joint: revolute}\n",
      "r.yaml");
  EXPECT_EQ(robot.base_name, "ground");
  EXPECT_EQ(robot.links[0].parent, "ground");
  const Model<double> model = build_model<double>(robot);
  EXPECT_EQ(model.frames[0].name, "ground");
  const Inertia<double>& bolted = model.bodies[0].inertia;  // in the base frame, 1 m below frame 0
  EXPECT_EQ(bolted.mass, 4);
  EXPECT_EQ(bolted.first_moment.z, 2);  // 4 kg at z = 1 - 0.5
}

TEST(RobotFileBase, ABaseMayBeAShape) {
  const Description robot = read_robot("name: r\nbase: {shape: {box: [1, 1, 1], density: 8}}\n" + link, "r.yaml");
  EXPECT_EQ(build_model<double>(robot).bodies[0].inertia.mass, 8);
}

TEST(RobotFileBase, WhereTheBaseHasAnotherNameNoFrameIsNamedBase) {
  const Finding told = robot_error("name: r\nbase: {name: ground}\n" + link + "  - {parent: base, joint: revolute}\n");
  EXPECT_NE(told.message.find("found 'base'"), std::string::npos) << told.message;
  EXPECT_EQ(told.where.line, 5);
}

TEST(RobotFileBase, UnknownKeysOfTheBaseAreErrors) {
  const Finding told = robot_error("name: r\nbase: {weight: 3}\n" + link);
  EXPECT_NE(told.message.find("base: unknown key 'weight'"), std::string::npos) << told.message;
  EXPECT_EQ(told.where.line, 2);
}

/// A rod along its own x, which points along the joint's axis y: turning about y is then turning about the rod.
TEST(RobotFileBase, TheAxesOfAnInertiaMayBeTurned) {
  const auto torque = [](const std::string& rpy) {
    const Description robot = read_robot(
        "name: r\ninertia_about: com\ngravity: [0, 0, 0]\nlinks:\n  - joint: revolute\n    axis: [0, 1, 0]\n    mass: "
        "1\n    inertia: {xx: 0.25, yy: 2, zz: 2, rpy: " +
            rpy + "}\n",
        "r.yaml");
    return inverse_dynamics(build_model<double>(robot), {0.0}, {0.0}, {1.0})[0];
  };
  EXPECT_EQ(torque("[0, 0, 0]"), 2);
  EXPECT_EQ(torque("[0, 0, 90deg]"), 0.25);
}

TEST(RobotFileBase, NegativeMomentsAreErrorsUnlessTheFileSaysOtherwise) {
  const std::string body = "links: [{joint: revolute, mass: 1, inertia: {xx: -1, yy: 1, zz: 1, about: com}}]\n";
  EXPECT_NE(robot_error("name: r\n" + body).message.find("no body has it"), std::string::npos);
  EXPECT_EQ(read_robot("name: r\ninertia_checked: false\n" + body, "r.yaml").links.size(), 1u);
  EXPECT_NE(
      robot_error("name: r\ninertia_checked: false\nlinks: [{joint: revolute, mass: -1}]\n").message.find("mass of"),
      std::string::npos);
}

}  // namespace torsor::test::robot_file_base_test
