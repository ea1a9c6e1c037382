#include "torsor/model/build_model.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/scalar/count.hpp"

namespace torsor::test::build_model_test {

constexpr double right = 1.5707963267948966;

using Homogeneous = std::array<std::array<double, 4>, 4>;

Homogeneous product(const Homogeneous& A, const Homogeneous& B) {
  Homogeneous C{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 4; ++k) C[i][j] += A[i][k] * B[k][j];
  return C;
}
/// A_i of notes 000 (standard), typed from the page.
Homogeneous standard_matrix(double t, double d, double a, double al) {
  return {{{std::cos(t), -std::cos(al) * std::sin(t), std::sin(al) * std::sin(t), a * std::cos(t)},
           {std::sin(t), std::cos(al) * std::cos(t), -std::sin(al) * std::cos(t), a * std::sin(t)},
           {0, std::sin(al), std::cos(al), d},
           {0, 0, 0, 1}}};
}
/// Craig's modified form.
Homogeneous modified_matrix(double t, double d, double a, double al) {
  return {{{std::cos(t), -std::sin(t), 0, a},
           {std::sin(t) * std::cos(al), std::cos(t) * std::cos(al), -std::sin(al), -d * std::sin(al)},
           {std::sin(t) * std::sin(al), std::cos(t) * std::sin(al), std::cos(al), d * std::cos(al)},
           {0, 0, 0, 1}}};
}

TEST(BuildModel, FramesAreThoseOfBothDhConventions) {
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    Description robot;
    robot.name = "table";
    robot.dh = trial % 2 == 0 ? DhConvention::standard : DhConvention::modified;
    Homogeneous expected{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    std::vector<double> q;
    for (int k = 0; k < 5; ++k) {
      described::Link link;
      link.name = "link" + std::to_string(k + 1);
      link.joint_name = "joint" + std::to_string(k + 1);
      link.parent = k == 0 ? "base" : robot.links.back().name;
      link.joint = random.flip() ? JointType::revolute : JointType::prismatic;
      link.flip = random.flip();
      const auto row = random.list(5, 0.1, 2);
      link.dh = described::DhRow{row[0], row[1], row[2], row[3], row[4]};
      robot.links.push_back(link);
      q.push_back(random.signed_uniform(0.1, 2));
      const double variable = (link.flip ? -q.back() : q.back()) + row[4];
      const bool turns = link.joint == JointType::revolute;
      const double theta = row[0] + (turns ? variable : 0), d = row[1] + (turns ? 0 : variable);
      expected = product(expected, robot.dh == DhConvention::standard ? standard_matrix(theta, d, row[2], row[3])
                                                                      : modified_matrix(theta, d, row[2], row[3]));
    }
    const Model<double> model = build_model<double>(robot);
    const auto poses = forward_kinematics(model, q);
    const auto [R, p] = frame_pose<double>(model, poses, model.tip);
    const double actual[3][4] = {{R.xx, R.xy, R.xz, p.x}, {R.yx, R.yy, R.yz, p.y}, {R.zx, R.zy, R.zz, p.z}};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j) EXPECT_NEAR(actual[i][j], expected[i][j], 1e-12);
  }
}

TEST(BuildModel,
     MixedJointsMatchTheRoboticsToolbox) {  // rtb-python a9ed8d4, tests/test_DHRobot.py test_fkine: P R P(theta=2) R
  Description robot;
  robot.name = "mixed";
  for (int k = 0; k < 4; ++k) {
    described::Link link;
    link.name = "link" + std::to_string(k + 1);
    link.joint_name = "joint" + std::to_string(k + 1);
    link.parent = k == 0 ? "base" : robot.links.back().name;
    link.joint = k % 2 == 0 ? JointType::prismatic : JointType::revolute;
    link.dh = described::DhRow{};
    if (k == 2) link.dh->theta = 2.0;
    robot.links.push_back(link);
  }
  const Model<double> model = build_model<double>(robot);
  const auto poses = forward_kinematics(model, {1, 2, 3, 4});
  const auto [R, p] = frame_pose<double>(model, poses, model.tip);
  EXPECT_NEAR(R.xx, -0.14550003, 1e-8);
  EXPECT_NEAR(R.xy, -0.98935825, 1e-8);
  EXPECT_NEAR(p.z, 4, 1e-12);
}

TEST(BuildModel, RightAnglesAreExact) {
  Description robot;
  robot.name = "square";
  for (const double alpha : {right, -right, 2 * right, -2 * right, 0.0}) {
    described::Link link;
    link.name = "link" + std::to_string(robot.links.size());
    link.joint_name = "joint" + std::to_string(robot.links.size());
    link.parent = robot.links.empty() ? "base" : robot.links.back().name;
    link.dh = described::DhRow{right, 0.0, 0.0, alpha, 0.0};
    robot.links.push_back(link);
  }
  const Model<double> model = build_model<double>(robot);
  for (const Body<double>& body : model.bodies) {
    const Matrix3<double>& R = body.placement.R;
    for (const double entry : {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz})
      EXPECT_TRUE(entry == 0 || entry == 1 || entry == -1) << entry;
  }
}

TEST(BuildModel, AnAxisMayPointAnywhere) {
  for (const Vector3<double>& axis : std::vector<Vector3<double>>{{1, 0, 0},
                                                                  {-1, 0, 0},
                                                                  {0, 1, 0},
                                                                  {0, -2, 0},
                                                                  {0, 0, 1},
                                                                  {0, 0, -3},
                                                                  {1, 2, 3},
                                                                  {-1, 1e-9, -1},
                                                                  {1e-3, 0, -1}}) {
    Description robot;
    robot.name = "axis";
    described::Link link;
    link.name = "link1", link.joint_name = "joint1", link.parent = "base";
    link.axis = triple(axis);
    robot.links.push_back(link);
    const Model<double> model = build_model<double>(robot);
    const auto poses = forward_kinematics(model, {0.7});
    const Matrix3<double> R = frame_pose<double>(model, poses, model.tip).R;
    const double length = std::sqrt(dot(axis, axis));
    const Vector3<double> u = 1 / length * axis;
    // Rodrigues: R r = r cos + (u x r) sin + u (u.r)(1 - cos)
    const Vector3<double> r{0.3, -0.4, 0.5};
    const Vector3<double> expected =
        std::cos(0.7) * r + std::sin(0.7) * cross(u, r) + (1 - std::cos(0.7)) * dot(u, r) * u;
    const Vector3<double> actual = R * r;
    EXPECT_NEAR(actual.x, expected.x, 1e-10);
    EXPECT_NEAR(actual.y, expected.y, 1e-10);
    EXPECT_NEAR(actual.z, expected.z, 1e-10);
  }
}

TEST(BuildModel, FixedLinksAreLumpedIntoTheBodyThatCarriesThem) {
  Random random(3);
  Description whole, split;
  whole.name = split.name = "lump";
  described::Link link;
  link.name = "link1", link.joint_name = "joint1", link.parent = "base";
  link.axis = {0.0, 1.0, 0.0};
  link.mass = random_mass(random, false);
  split.links.push_back(link);
  described::Link fixed;
  fixed.name = "hand", fixed.joint_name = "flange", fixed.parent = "link1";
  fixed.joint = JointType::fixed;
  fixed.origin = random_pose(random);
  fixed.mass = random_mass(random, true);
  split.links.push_back(fixed);
  const Model<double> model = build_model<double>(split);
  EXPECT_EQ(model.body_count(), 2);
  EXPECT_EQ(model.nv, 1);
  EXPECT_EQ(model.frames[2].name, "hand");
  // the same as a payload in the hand's frame
  whole.links = {link};
  const Model<double> bare = build_model<double>(whole);
  const Evaluator<double> values(split);
  const Model<double> marked =
      changed(bare, [&](ModelParts<double>& parts) { parts.frames.push_back(model.frames[2]); });
  const Model<double> loaded = with_payload(marked, 2, values.inertia(fixed.mass));
  EXPECT_NEAR(inverse_dynamics(model, {0.4}, {0.5}, {0.6})[0], inverse_dynamics(loaded, {0.4}, {0.5}, {0.6})[0], 1e-12);
  EXPECT_GT(std::abs(inverse_dynamics(model, {0.4}, {0.5}, {0.6})[0] - inverse_dynamics(bare, {0.4}, {0.5}, {0.6})[0]),
            0.1);
}

TEST(BuildModel, AParameterCanBeBoundToSomethingElse) {
  Description robot;
  robot.name = "bound";
  robot.parameters = {{"l", 2.0}};
  described::Link link;
  link.name = "link1", link.joint_name = "joint1", link.parent = "base";
  link.origin = described::Pose{};
  link.origin->xyz[0] = {std::get<Expression>(parse_expression("3*l")), {}};
  robot.links.push_back(link);
  EXPECT_EQ(build_model<double>(robot).bodies[1].placement.p.x, 6);
  const auto doubled = build_model<double>(robot, [](const std::string&, double x) { return 2 * x; });
  EXPECT_EQ(doubled.bodies[1].placement.p.x, 12);
}

}  // namespace torsor::test::build_model_test
