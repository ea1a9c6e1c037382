#include "torsor/model/exact_numbers.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::exact_numbers_test {

constexpr double right_angle = std::numbers::pi / 2;

/// One turning link whose numbers are those of a file that was written with eleven digits.
Description blurred() {
  Description robot;
  robot.gravity = {6e-16, 0.0, -9.81};
  described::Link link;
  link.name = "arm";
  link.parent = "base";
  link.joint_name = "shoulder";
  link.origin = described::Pose{{0.3, -4e-17, 1e-6}, {1.57079632679, -0.78539816339, 3e-11}};
  link.axis = {0.70710678118, 0.70710678118, 1e-12};
  link.mass.mass = 2.0;
  link.mass.com = {1e-13, 0.1, 0.0};
  link.mass.inertia = {0.1, 2e-15, 1e-8, 0.2, 0.0, 0.3};
  robot.links.push_back(link);
  return robot;
}

std::string text_of(const described::Quantity& quantity) { return quantity.expression.text(); }

TEST(ExactNumbers, TakesAnglesAndLengthsForWhatTheyMean) {
  const described::Link link = with_exact_numbers(blurred()).robot.links[0];
  EXPECT_EQ(text_of(link.origin->rpy[0]), "90deg");
  EXPECT_EQ(text_of(link.origin->rpy[1]), "-45deg");
  EXPECT_EQ(text_of(link.origin->rpy[2]), "0");
  EXPECT_EQ(text_of(link.origin->xyz[0]), "0.3");
  EXPECT_EQ(text_of(link.origin->xyz[1]), "0");
  EXPECT_EQ(text_of(link.origin->xyz[2]), "1e-06");
  EXPECT_EQ(text_of(link.mass.com[0]), "0");
  EXPECT_EQ(text_of(link.mass.inertia[1]), "0");
  EXPECT_EQ(text_of(link.mass.inertia[2]), "1e-08");
  EXPECT_EQ(text_of(link.axis[0]) + text_of(link.axis[1]) + text_of(link.axis[2]), "110");
}

TEST(ExactNumbers, ReportsWhatItRounded) {
  const std::vector<RoundedNumber> rounded = with_exact_numbers(blurred()).rounded;
  ASSERT_EQ(rounded.size(), 8u);
  EXPECT_EQ(rounded[0].element, "gravity");
  EXPECT_EQ(rounded[1].element, "arm: xyz");
  EXPECT_EQ(rounded[2].element, "arm: rpy");
  EXPECT_EQ(rounded[2].found, "1.57079632679");
  EXPECT_EQ(rounded[2].taken, "90deg");
  EXPECT_EQ(rounded[5].found, "0.70710678118 0.70710678118 1e-12");
  EXPECT_EQ(rounded[5].taken, "1 1 0");
}

TEST(ExactNumbers, StayAsTheyAreBeyondTheTolerance) {
  const ExactRobot exact = with_exact_numbers(blurred(), {0, 0});
  EXPECT_TRUE(exact.rounded.empty());
  EXPECT_EQ(text_of(exact.robot.links[0].origin->rpy[0]), "1.57079632679");
  Description robot = blurred();
  robot.links[0].origin->rpy = {1.5708, 1.0, right_angle};
  const ExactRobot five_digits = with_exact_numbers(robot);
  EXPECT_EQ(text_of(five_digits.robot.links[0].origin->rpy[0]), "1.5708");
  EXPECT_EQ(five_digits.almost, 1);
  EXPECT_NEAR(five_digits.almost_within, 1.5708 - right_angle, 1e-15);
  EXPECT_EQ(text_of(with_exact_numbers(robot, {1e-5, 1e-12}).robot.links[0].origin->rpy[0]), "90deg");
}

TEST(ExactNumbers, AParameterThatIsAnAngleIsOne) {
  Description robot = blurred();
  robot.parameters = {{"tilt", 0.523598775598}, {"little", 1e-10}};
  robot.links[0].origin->rpy[0].expression = std::get<Expression>(parse_expression("tilt"));
  const ExactRobot exact = with_exact_numbers(robot);
  EXPECT_EQ(text_of(exact.robot.parameters[0].value), "30deg");
  EXPECT_EQ(text_of(exact.robot.parameters[1].value), "1e-10");
  EXPECT_EQ(text_of(exact.robot.links[0].origin->rpy[0]), "tilt");
}

TEST(ExactNumbers, BuiltInRobotsAreExactAlready) {
  for (const std::string name : {"puma560", "scara", "panda", "ur10", "showcase", "tx40"}) {
    const ExactRobot exact = with_exact_numbers(load_robot(name));
    EXPECT_TRUE(exact.rounded.empty()) << name << ": " << exact.rounded[0].element;
    EXPECT_EQ(exact.almost, 0) << name;
  }
}

TEST(ExactNumbers, AnExactAxisPointsWhereTheWrittenOneDid) {
  for (const std::array<double, 3> written :
       {std::array{0.5, 0.0, 0.866025403784}, {-2.0, 2.0, 0.0}, {1.0, 1.0, -1.0}, {0.0, -0.866025403784, -0.5}}) {
    Description robot = blurred();
    robot.links[0].axis = {written[0], written[1], written[2]};
    const Matrix3<double> before = build_model<double>(robot).bodies[1].placement.R;
    const Matrix3<double> after = build_model<double>(with_exact_numbers(robot).robot).bodies[1].placement.R;
    EXPECT_NEAR(before.xz, after.xz, 1e-9);
    EXPECT_NEAR(before.yz, after.yz, 1e-9);
    EXPECT_NEAR(before.zz, after.zz, 1e-9);
  }
}

}  // namespace torsor::test::exact_numbers_test
