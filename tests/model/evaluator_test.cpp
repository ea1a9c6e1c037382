#include "torsor/model/evaluator.hpp"

#include <gtest/gtest.h>

#include "torsor/robot_files/robot_file.hpp"

namespace torsor::test::evaluator_test {

described::Quantity written(const char* text) { return {std::get<Expression>(parse_expression(text)), {}}; }

TEST(Evaluator, GivesQuantitiesVectorsAndPosesTheirValues) {
  Description robot;
  robot.parameters = {{"l", 0.5}, {"twice", written("2*l")}};
  const Evaluator<double> values(robot);
  EXPECT_EQ(values.value(written("twice + l^2")), 1.25);
  EXPECT_EQ(values.vector({written("l"), 2.0, written("-twice")}).z, -1);
  const Transform<double> X = values.pose({{written("l"), 0.0, 0.0}, {0.0, 0.0, written("90deg")}});
  EXPECT_EQ(X.p.x, 0.5);
  EXPECT_EQ(X.R.xx, 0);
  EXPECT_EQ(X.R.yx, 1);
}

TEST(Evaluator, GivesAMassItsInertia) {  // a rod of 3 kg and 2 m about its end: m l^2 / 3
  described::MassProperties rod;
  rod.mass = 3.0;
  rod.com = {1.0, 0.0, 0.0};
  rod.inertia = {0.0, 0.0, 0.0, 1.0, 0.0, 1.0};
  const Inertia<double> inertia = Evaluator<double>().inertia(rod);
  EXPECT_EQ(inertia.first_moment.x, 3);
  EXPECT_NEAR(inertia.rotational().zz, 4, 1e-15);
  rod.about = ReferencePoint::origin;
  EXPECT_NEAR(Evaluator<double>().inertia(rod).rotational().zz, 1, 1e-15);
}

TEST(Evaluator, BindsAParameterToAnotherValue) {
  Description robot;
  robot.parameters = {{"l", 0.5}, {"twice", written("2*l")}};
  const auto bind = [](const std::string& name, double value) { return name == "l" ? 3.0 : value; };
  EXPECT_EQ(Evaluator<double>(robot, bind).value(written("twice")), 6);
}

TEST(Evaluator, FollowsAMimicToTheJointThatMovesByItself) {
  Description robot;
  robot.links.resize(3);
  for (int k = 0; k < 3; ++k) robot.links[k].joint_name = "j" + std::to_string(k);
  robot.links[1].mimic = {"j0", 2.0, 0.1};
  robot.links[2].mimic = {"j1", -3.0, 0.5};
  const Evaluator<double> values(robot);
  const auto [leader, ratio, offset] = values.follow(robot.links[2]);
  EXPECT_EQ(leader, &robot.links[0]);
  EXPECT_EQ(ratio, -6);
  EXPECT_NEAR(offset, 0.2, 1e-15);
}

TEST(CheckMass, JudgesALoadWithoutARobot) {
  described::MassProperties load;
  load.mass = 2.0;
  load.inertia = {0.1, 0.0, 0.0, 0.1, 0.0, 0.1};
  EXPECT_TRUE(check(load, "the payload").empty());
  load.mass = -2.0;
  ASSERT_EQ(check(load, "the payload").size(), 1u);
  EXPECT_EQ(check(load, "the payload")[0].message,
            "mass of the payload: expected a number that is not negative, found -2");
  load.mass = 2.0;
  load.inertia[0] = -1.0;
  ASSERT_EQ(check(load, "the payload").size(), 1u);
  EXPECT_EQ(check(load, "the payload")[0].code, "inertia-not-positive");
  load.inertia[0] = written("unknown");
  EXPECT_NE(check(load, "the payload")[0].message.find("'unknown' is not a parameter"), std::string::npos);
}

}  // namespace torsor::test::evaluator_test
