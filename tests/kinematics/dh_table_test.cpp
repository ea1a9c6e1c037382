#include "torsor/kinematics/dh_table.hpp"

#include "kinematics/dh_table_support.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::dh_table_test {

std::string refusal(const Description& description, const DhOptions& options = {}) {
  const auto result = dh_table(description, options);
  const auto* problem = std::get_if<Problem>(&result);
  return problem != nullptr ? problem->message : "";
}

/// A joint about z of a frame that stands at xyz, rpy in the last one.
described::Link link(const std::string& name, const std::array<double, 3>& xyz, const std::array<double, 3>& rpy,
                     JointType joint = JointType::revolute) {
  described::Link result;
  result.name = name;
  result.joint_name = "joint_" + name;
  result.joint = joint;
  result.origin = {{xyz[0], xyz[1], xyz[2]}, {rpy[0], rpy[1], rpy[2]}};
  result.mass.mass = 1.0;
  result.mass.com = {0.1, 0.2, 0.3};
  result.mass.inertia = {0.02, 0.001, 0.002, 0.03, 0.003, 0.04};
  return result;
}
Description chain(std::vector<described::Link> links) {
  Description result;
  result.name = "chain";
  for (std::size_t k = 0; k < links.size(); ++k) links[k].parent = k == 0 ? "base" : links[k - 1].name;
  result.links = std::move(links);
  return result;
}

void expect_row(const described::Link& link, const Numbers& expected) {
  const Numbers found = numbers(link);
  EXPECT_NEAR(found.theta, expected.theta, 1e-12) << link.joint_name;
  EXPECT_NEAR(found.d, expected.d, 1e-12) << link.joint_name;
  EXPECT_NEAR(found.a, expected.a, 1e-12) << link.joint_name;
  EXPECT_NEAR(found.alpha, expected.alpha, 1e-12) << link.joint_name;
}

TEST(DhTable, APlanarArmHasItsLengthsForRows) {
  const Description arm =
      chain({link("a", {0, 0, 0}, {0, 0, 0}), link("b", {0.7, 0, 0}, {0, 0, 0}), link("c", {0.5, 0, 0}, {0, 0, 0})});
  const DhTable table = table_of(arm);
  ASSERT_EQ(table.robot.links.size(), 3U);
  expect_row(table.robot.links[0], {0, 0, 0.7, 0});
  expect_row(table.robot.links[1], {0, 0, 0.5, 0});
  expect_row(table.robot.links[2], {0, 0, 0, 0});
  expect_same_robot(arm, table.robot);
}

// Common normal of (0, 0, z) and (x, 0.3, 0.5): at height 0.5, along y, 0.3 long.
TEST(DhTable, SkewAxesMeetTheirCommonNormal) {
  const Description arm = chain({link("a", {0, 0, 0}, {0, 0, 0}), link("b", {0.9, 0.3, 0.5}, {0, quarter, 0})});
  const DhTable table = table_of(arm);
  expect_row(table.robot.links[0], {quarter, 0.5, 0.3, quarter});
  expect_same_robot(arm, table.robot);
  const DhTable modified = table_of(arm, {.convention = DhConvention::modified});
  expect_row(modified.robot.links[0], {quarter, 0.5, 0, 0});
  EXPECT_NEAR(numbers(modified.robot.links[1]).a, 0.3, 1e-12);
  EXPECT_NEAR(numbers(modified.robot.links[1]).alpha, quarter, 1e-12);
  expect_same_robot(arm, modified.robot);
}

TEST(DhTable, IntersectingParallelAntiparallelAndCoincidentAxesKeepTheRobot) {
  for (const DhConvention convention : {DhConvention::standard, DhConvention::modified})
    for (const std::array<double, 3>& rpy :
         {std::array<double, 3>{0, 0, 0}, {pi, 0, 0.4}, {0.3, 0.4, 0.5}, {-quarter, 0, 0}, {0, 0, 1}})
      for (const std::array<double, 3>& xyz :
           {std::array<double, 3>{0, 0, 0}, {0, 0, 0.2}, {0.3, 0, 0}, {0.1, 0.2, 0.3}}) {
        Description arm = chain({link("a", {0.1, 0, 0.2}, {0.1, 0.2, 0}), link("b", xyz, rpy),
                                 link("c", xyz, rpy, JointType::prismatic), link("d", {0.1, 0.2, 0.3}, {0, 0, 0})});
        arm.tool = described::Tool{"d", {{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}}, {}};
        const DhTable table = table_of(arm, {.convention = convention});
        expect_same_robot(arm, table.robot);
        EXPECT_LT(table.tip.length, 1e-12);
        EXPECT_LT(table.tip.angle, 1e-12);
        EXPECT_TRUE(check(table.robot).empty());
      }
}

TEST(DhTable, CoincidentAxesAreARowOfZeros) {
  const DhTable table = table_of(
      chain({link("a", {0, 0, 0}, {0, 0, 0}), link("b", {0, 0, 0}, {0, 0, 0}), link("c", {0, 0, 0}, {quarter, 0, 0})}));
  expect_row(table.robot.links[0], {0, 0, 0, 0});
  expect_row(table.robot.links[1], {0, 0, 0, quarter});
}

TEST(DhTable, RightAnglesAreWrittenInDegrees) {
  const DhTable table = table_of(chain({link("a", {0, 0, 0}, {0, 0, 0}), link("b", {0, 0, 0}, {1.57079632679, 0, 0})}));
  EXPECT_EQ(table.robot.links[0].dh->alpha.expression.text(), "90deg");
}

/// Two axes that are 1e-4 rad from parallel and 0.4 m apart have their common normal 4 km away.
Description nearly_parallel() {
  return chain(
      {link("a", {0, 0, 0}, {0, 0, 0}), link("b", {0.4, 0, 0}, {1e-4, 0, 0}), link("c", {0.3, 0, 0}, {quarter, 0, 0})});
}

TEST(DhTable, NearlyParallelAxesGetAFixedRowAndKeepTheRobot) {
  for (const DhConvention convention : {DhConvention::standard, DhConvention::modified}) {
    Description arm = nearly_parallel();
    arm.links[1].origin->xyz[1] = 0.3;
    const DhTable table = table_of(arm, {.convention = convention});
    ASSERT_EQ(table.robot.links.size(), 4U);
    EXPECT_EQ(table.robot.links[1].joint, JointType::fixed);
    expect_same_robot(arm, table.robot);
    ASSERT_EQ(table.notes.size(), 1U);
    EXPECT_NE(table.notes[0].find("0.0001 rad from parallel"), std::string::npos) << table.notes[0];
  }
}

TEST(DhTable, AFarNormalMayBeWanted) {
  Description arm = nearly_parallel();
  arm.links[1].origin->xyz = {0.0, 0.4, 0.0};
  arm.links[1].origin->rpy = {1e-4, 0.0, 0.0};
  arm.links[1].origin->xyz[0] = 0.3;
  const DhTable table = table_of(arm, {.farthest_normal = 1e9});
  ASSERT_EQ(table.robot.links.size(), 3U);
  const Numbers first = numbers(table.robot.links[0]);
  EXPECT_NEAR(std::abs(first.alpha), 1e-4, 1e-12);
  EXPECT_NEAR(std::abs(first.d), 0.4e4, 1);  // 0.4 m across the normal, over the sine of the angle
  EXPECT_LT(table.tip.length, 1e-9);
}

TEST(DhTable, SnappingTakesNearlyParallelAxesAsParallelAndSaysWhatItCosts) {
  const DhTable table = table_of(nearly_parallel(), {.snap = 2e-3});
  ASSERT_EQ(table.robot.links.size(), 3U);
  expect_row(table.robot.links[0], {0, 0, 0.4, 0});
  expect_row(table.robot.links[1], {0, 0, 0.3, quarter});
  EXPECT_NEAR(table.rows[0].angle, 1e-4, 1e-9);
  EXPECT_NEAR(table.tip.angle, 1e-4, 1e-6);
  EXPECT_GT(table.tip.length, 1e-6);
  EXPECT_LT(table.tip.length, 1e-4);
  EXPECT_TRUE(table.notes.empty());
}

TEST(DhTable, SnappingReadsFourDigitsOfPiAsMeant) {
  const DhTable table =
      table_of(chain({link("a", {0, 0, 0.3}, {0, 0, 0}), link("b", {0, 0, 0.1}, {1.5708, 0, 0}),
                      link("c", {0, 0.5, 0}, {-1.5708, 0, 0}), link("d", {0, 0, 0.2}, {3.1416, 0, 0})}),
               {.snap = 1e-4});
  for (const described::Link& link : table.robot.links) {
    const Numbers row = numbers(link);
    EXPECT_EQ(std::remainder(row.alpha, quarter), 0) << link.name;
    EXPECT_EQ(std::remainder(row.theta, quarter), 0) << link.name;
  }
  EXPECT_LT(table.tip.length, 2e-5);
}

class Published : public testing::TestWithParam<const char*> {};

TEST_P(Published, TableComesBackUpToTheDirectionOfX) { expect_table_comes_back(read_builtin_robot(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Robots, Published,
                         testing::Values("puma560", "ur10", "ur5e", "panda", "iiwa14", "tx40", "rx90", "scara",
                                         "two-rods"),
                         [](const auto& robot) {
                           std::string name = robot.param;
                           std::erase(name, '-');
                           return name;
                         });

// The slide of the Stanford arm lies on the axis of its fourth joint, so that the turn of -90 degrees between the two
// belongs to either; here to the joint that turns.
TEST(DhTable, TheStanfordArmHasItsPublishedLengths) {
  const DhTable table = table_of(taken_apart(read_builtin_robot("stanford")));
  const double alpha[] = {-quarter, quarter, 0, quarter, -quarter, 0}, theta[] = {0, 0, 0, quarter, 0, pi};
  const double d[] = {0.412, 0.154, 0, 0, 0, 0};
  for (std::size_t k = 0; k < 6; ++k) expect_row(table.robot.links[k], {theta[k], d[k], 0, alpha[k]});
}

class BuiltIn : public testing::TestWithParam<std::string> {};

TEST_P(BuiltIn, RobotsAreTheSameInBothConventions) {
  Description robot = read_builtin_robot(GetParam());
  std::erase_if(robot.links, [](const described::Link& link) {  // the branches of the showcase
    return link.name.ends_with("finger") || link.name == "hose-guide";
  });
  std::erase_if(robot.couplings,
                [](const described::Coupling& coupling) { return coupling.joints.front().first == "left"; });
  for (const DhConvention convention : {DhConvention::standard, DhConvention::modified}) {
    const DhTable table = table_of(robot, {.convention = convention});
    EXPECT_TRUE(check(table.robot).empty());
    expect_same_robot(robot, table.robot);
    EXPECT_EQ(build_model<double>(table.robot).friction, build_model<double>(robot).friction);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, BuiltIn, testing::ValuesIn(builtin_robot_names()), [](const auto& robot) {
  std::string name = robot.param;
  std::erase(name, '-');
  return name;
});

TEST(DhTable, BranchesAreRefusedByName) {
  Description tree = chain({link("a", {0, 0, 0}, {0, 0, 0}), link("b", {1, 0, 0}, {0, 0, 0})});
  tree.links.push_back(link("c", {0, 1, 0}, {0, 0, 0}));
  tree.links[2].parent = "a";
  EXPECT_NE(refusal(tree).find("tip: expected a choice of 'b', 'c'"), std::string::npos) << refusal(tree);
  Description longer = tree;
  longer.links.push_back(link("d", {0, 1, 0}, {0, 0, 0}));
  longer.links[3].parent = "c";
  EXPECT_NE(refusal(longer).find("choose a tip (other ends: 'b')"), std::string::npos) << refusal(longer);
  EXPECT_NE(refusal(tree, {.tip = "b"}).find("branches with mass: 'c'"), std::string::npos);
  EXPECT_EQ(table_of(tree, {.tip = "b", .kinematics_only = true}).robot.links.size(), 2U);
  tree.links[2].parent = "base";  // beside the chain, where the base bears it
  EXPECT_EQ(table_of(tree, {.tip = "b"}).notes[0], "left out, beside the chain: 'joint_c'");
}

TEST(DhTable, WhatHasNoRowIsRefused) {
  const Description ball = chain({link("a", {0, 0, 0}, {0, 0, 0}, JointType::ball)});
  EXPECT_NE(refusal(ball).find("joint 'joint_a': expected a revolute or prismatic joint, found a ball one"),
            std::string::npos);
  const Description arm = chain({link("a", {0, 0, 0}, {0, 0, 0})});
  EXPECT_NE(refusal(arm, {.tip = "hand"}).find("found 'hand'"), std::string::npos);
  EXPECT_NE(refusal(arm, {.tip = "base"}).find("no joint moves"), std::string::npos);
}

}  // namespace torsor::test::dh_table_test
