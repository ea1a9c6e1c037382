#include "torsor/kinematics/dh_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/io/builtin_robots.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/build_model.hpp"

namespace torsor::test {
namespace {

constexpr double pi = 3.141592653589793, quarter = pi / 2;

double number(const described::Quantity& quantity) {
  return evaluate<double>(quantity.expression, [](const std::string&) { return 0.0; });
}
struct Numbers {
  double theta, d, a, alpha;
};
/// A row with the offset where it belongs.
template <class Value>
Numbers numbers(const described::Link& link, const Value& value) {
  const described::DhRow& row = *link.dh;
  const double offset = value(row.offset);
  return {value(row.theta) + (link.joint == JointType::prismatic ? 0 : offset),
          value(row.d) + (link.joint == JointType::prismatic ? offset : 0), value(row.a), value(row.alpha)};
}
Numbers numbers(const described::Link& link) { return numbers(link, number); }

DhTable table_of(const Description& description, const DhOptions& options = {}) {
  auto result = dh_table(description, options);
  if (const auto* problem = std::get_if<Problem>(&result)) {
    ADD_FAILURE() << problem->message;
    return {};
  }
  return std::get<DhTable>(std::move(result));
}
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

/// Poses of the tip and torques of two robots with the same joints, at random states.
void expect_same_robot(const Description& a, const Description& b, double tolerance = 1e-12) {
  const Model<double> one = build_model<double>(a), other = build_model<double>(b);
  ASSERT_EQ(one.joint_names, other.joint_names);
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-2, 2);
  std::vector<double> q(one.nq), qd(one.nv), qdd(one.nv);
  for (int n = 0; n < 20; ++n) {
    for (auto* x : {&q, &qd, &qdd})
      for (double& entry : *x) entry = uniform(random);
    const Transform<double> T = frame_pose<double>(one, forward_kinematics(one, q), one.tip);
    const Transform<double> U = frame_pose<double>(other, forward_kinematics(other, q), other.tip);
    EXPECT_NEAR(dot(T.p - U.p, T.p - U.p), 0, tolerance * tolerance);
    for (int k = 0; k < 3; ++k) {
      const Vector3<double> difference = axis(T.R, k) - axis(U.R, k);
      EXPECT_NEAR(dot(difference, difference), 0, tolerance * tolerance);
    }
    const std::vector<double> tau = inverse_dynamics(one, q, qd, qdd), mu = inverse_dynamics(other, q, qd, qdd);
    double size = 1;
    for (const double x : tau) size = std::max(size, std::abs(x));
    for (std::size_t j = 0; j < tau.size(); ++j) EXPECT_NEAR(tau[j], mu[j], 10 * tolerance * size) << j;
  }
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
  EXPECT_EQ(table.robot.links[0].dh->alpha.expression.text, "90deg");
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

/// A robot of the books with its rows taken apart into plain frames: no sign of DH is left.
Description taken_apart(const Description& robot) {
  const Model<double> model = build_model<double>(robot);
  Description result;
  result.name = robot.name;
  result.gravity = robot.gravity;
  result.rotor_model = robot.rotor_model;
  result.parameters = robot.parameters;
  described::Link pedestal;
  pedestal.name = "pedestal";
  pedestal.parent = "base";
  pedestal.joint = JointType::fixed;
  pedestal.origin = robot.base;
  result.links.push_back(pedestal);
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<double>& body = model.bodies[i];
    described::Link link = robot.links[i - 1];
    const Transform<double> place = i == 1 ? inverse(model.frames[0].pose) * body.placement : body.placement;
    const Matrix3<double>& R = place.R;
    if (i == 1) link.parent = "pedestal";
    link.dh.reset();
    link.flip = false;
    const double yaw = std::atan2(R.yx, R.xx), pitch = std::atan2(-R.zx, std::hypot(R.xx, R.yx));
    const double roll = std::hypot(R.xx, R.yx) < 1e-9 ? std::atan2(-R.yz, R.yy) : std::atan2(R.zy, R.zz);
    link.origin = {{place.p.x, place.p.y, place.p.z}, {roll, pitch, std::hypot(R.xx, R.yx) < 1e-9 ? 0 : yaw}};
    link.name = robot.links[i - 1].name;
    link.mass = {};
    const Inertia<double>& inertia = body.inertia;
    link.mass.mass = inertia.mass;
    link.mass.about = ReferencePoint::origin;
    if (inertia.mass != 0)
      link.mass.com = {inertia.first_moment.x / inertia.mass, inertia.first_moment.y / inertia.mass,
                       inertia.first_moment.z / inertia.mass};
    const Symmetric3<double> I = inertia.rotational();
    link.mass.inertia = {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
    result.links.push_back(link);
  }
  const Frame<double>& tip = model.frames[model.bodies.back().frame];
  described::Link end;
  end.name = "flange";
  end.joint_name = "to_flange";
  end.joint = JointType::fixed;
  end.parent = result.links.back().name;
  const Matrix3<double>& R = tip.pose.R;
  end.origin = {{tip.pose.p.x, tip.pose.p.y, tip.pose.p.z},
                {std::atan2(R.zy, R.zz), std::atan2(-R.zx, std::hypot(R.xx, R.yx)), std::atan2(R.yx, R.xx)}};
  result.links.push_back(end);
  return result;
}

/// The freedom that a table leaves: x of a frame may point the other way, which turns the joints on both its sides by
/// 180 degrees and changes the signs of a and alpha.
TEST_P(Published, TableComesBackUpToTheDirectionOfX) {
  const Description robot = io::read_builtin_robot(GetParam());
  const DhTable table = table_of(taken_apart(robot), {.convention = robot.dh});
  ASSERT_EQ(table.robot.links.size(), robot.links.size());
  const ModelBuilder<double> values(robot, [](const std::string&, double value) { return value; });
  int before = 1;  // the sign of the x that the row starts from
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    const Numbers ours = numbers(table.robot.links[k]);
    const Numbers theirs = numbers(robot.links[k], [&](const auto& quantity) { return values.value(quantity); });
    const bool turned = std::abs(std::remainder(ours.theta - theirs.theta, 2 * pi)) > quarter;
    const int after = turned ? -before : before, sign = robot.dh == DhConvention::standard ? after : before;
    EXPECT_NEAR(std::remainder(ours.theta - theirs.theta - (turned ? pi : 0), 2 * pi), 0, 1e-12) << k;
    EXPECT_NEAR(ours.d, theirs.d, 1e-12) << k;
    EXPECT_NEAR(ours.a, sign * theirs.a, 1e-12) << k;
    EXPECT_NEAR(std::remainder(ours.alpha - sign * theirs.alpha, 2 * pi), 0, 1e-12) << k;
    before = after;
  }
  expect_same_robot(taken_apart(robot), table.robot);
}

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
  const DhTable table = table_of(taken_apart(io::read_builtin_robot("stanford")));
  const double alpha[] = {-quarter, quarter, 0, quarter, -quarter, 0}, theta[] = {0, 0, 0, quarter, 0, pi};
  const double d[] = {0.412, 0.154, 0, 0, 0, 0};
  for (std::size_t k = 0; k < 6; ++k) expect_row(table.robot.links[k], {theta[k], d[k], 0, alpha[k]});
}

class BuiltIn : public testing::TestWithParam<std::string> {};

TEST_P(BuiltIn, RobotsAreTheSameInBothConventions) {
  Description robot = io::read_builtin_robot(GetParam());
  std::erase_if(robot.links, [](const described::Link& link) { return link.name.ends_with("finger"); });  // a hand
  for (const DhConvention convention : {DhConvention::standard, DhConvention::modified}) {
    const DhTable table = table_of(robot, {.convention = convention});
    EXPECT_TRUE(check(table.robot).empty());
    expect_same_robot(robot, table.robot);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, BuiltIn, testing::ValuesIn(io::builtin_robot_names()), [](const auto& robot) {
  std::string name = robot.param;
  std::erase(name, '-');
  return name;
});

TEST(DhTable, BranchesAreRefusedByName) {
  Description tree = chain({link("a", {0, 0, 0}, {0, 0, 0}), link("b", {1, 0, 0}, {0, 0, 0})});
  tree.links.push_back(link("c", {0, 1, 0}, {0, 0, 0}));
  tree.links[2].parent = "a";
  EXPECT_NE(refusal(tree).find("choose a tip (other ends: 'b')"), std::string::npos) << refusal(tree);
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

}  // namespace
}  // namespace torsor::test
