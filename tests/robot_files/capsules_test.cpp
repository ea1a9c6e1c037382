#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "robot_files/convert_support.hpp"
#include "robot_files/robot_error.hpp"
#include "robot_files/urdf_text.hpp"
#include "torsor/experiments/link_capsules.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/capsule_around.hpp"
#include "torsor/robot_files/collision_meshes.hpp"

namespace torsor::test::capsules_test {

using described::Visual;

const std::string arm =
    "name: arm\n"
    "dh: standard\n"
    "parameters: {l: 0.5}\n"
    "base: {capsules: [{from: [0, 0, -0.3], to: [0, 0, 0], radius: 0.1}]}\n"
    "links:\n"
    "  - {joint: revolute, dh: {a: l, alpha: 90deg, d: 0.2, theta: 0}, mass: 1,\n"
    "     capsules: [{from: [-l, 0, 0], to: [0, 0, 0], radius: l/10}, {from: [0, 0, 0], to: [0, 0, 0], radius: "
    "0.08}]}\n"
    "  - {joint: revolute, dh: {a: 0.4, alpha: 0, d: 0, theta: 0}, mass: 1}\n";

struct Placed {
  Vector3<double> from, to;
  double radius;
};

/// In base axes, in some pose.
std::vector<Placed> placed(const Description& robot) {
  const Model<double> model = build_model<double>(robot);
  std::vector<std::string> notes;
  std::vector<Placed> result;
  const std::vector<double> q{0.3, -0.7};
  const auto poses = forward_kinematics<double>(model, q);
  for (const Capsule& capsule : link_capsules(robot, model, notes))
    result.push_back({poses[capsule.body] * capsule.from, poses[capsule.body] * capsule.to, capsule.radius});
  EXPECT_TRUE(notes.empty());
  return result;
}

double apart(const Vector3<double>& a, const Vector3<double>& b) { return std::sqrt(dot(a - b, a - b)); }

TEST(Capsules, OfARobotFileStandInItsFramesAndFollowItsParameters) {
  const std::vector<Placed> all = placed(read_robot(arm, "arm.yaml"));
  ASSERT_EQ(all.size(), 3U);
  EXPECT_LT(apart(all[0].from, {0, 0, -0.3}), 1e-15);
  EXPECT_LT(apart(all[1].from, {0, 0, 0.2}), 1e-15);
  EXPECT_LT(apart(all[1].to, {0.5 * std::cos(0.3), 0.5 * std::sin(0.3), 0.2}), 1e-15);
  EXPECT_EQ(all[1].radius, 0.05);
  EXPECT_EQ(all[2].radius, 0.08);
}

TEST(Capsules, AreTheSameAfterEveryFormat) {
  const Description robot = read_robot(arm, "arm.yaml");
  const std::vector<Placed> before = placed(robot);
  const Description yaml = read_robot(write_yaml(robot).text, "again.yaml");
  const Description mjcf = read_mjcf(write_mjcf(robot).text, "again.xml", {.visuals = true}).robot;
  for (const Description& again : {yaml, mjcf}) {
    const std::vector<Placed> after = placed(again);
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t k = 0; k < before.size(); ++k) {
      const bool turned = apart(after[k].from, before[k].from) > 0.05;  // a capsule has no beginning
      EXPECT_LT(apart(turned ? after[k].to : after[k].from, before[k].from), 1e-12) << k;
      EXPECT_LT(apart(turned ? after[k].from : after[k].to, before[k].to), 1e-12) << k;
      EXPECT_NEAR(after[k].radius, before[k].radius, 1e-15) << k;
    }
  }
  const Description urdf = read_urdf(write_urdf(robot).text, "again.urdf", {.visuals = true}).robot;
  EXPECT_EQ(placed(urdf).size(), 7U);  // a cylinder and two balls for a capsule, a ball for a ball
}

TEST(Capsules, AroundCollisionShapesGoIntoARobotFile) {
  const std::string text = urdf(
      urdf_link("a",
                "<inertial><mass value=\"2\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/>"
                "</inertial><collision><origin xyz=\"0 0 0.1\"/><geometry><cylinder radius=\"0.05\" length=\"0.4\"/>"
                "</geometry></collision>") +
      urdf_joint("j1", "base", "a"));
  const Description robot = read_urdf(text, "arm.urdf", {.visuals = true}).robot;
  const WrittenRobot written = write_yaml(robot);
  EXPECT_TRUE(written.losses.empty());
  EXPECT_NE(written.text.find("- {from: [0, 0, -0.1], to: [0, 0, 0.3"), std::string::npos) << written.text;
}

TEST(Capsules, ThatAreWrongAreToldWithTheirPlace) {
  const auto error = [&](const char* old, const char* wrong) {
    std::string text = arm;
    text.replace(text.find(old), std::strlen(old), wrong);
    return to_string(robot_error(text));
  };
  EXPECT_NE(error("radius: 0.08", "radius: 0").find("radius of a capsule of link1"), std::string::npos);
  EXPECT_NE(error("radius: 0.08", "radius: -0.1").find("arm.yaml:7:"), std::string::npos);
  EXPECT_NE(error("radius: 0.08", "radios: 0.1").find("radios"), std::string::npos);
  EXPECT_NE(error(", radius: 0.08", "").find("radius"), std::string::npos);
}

std::string binary_stl(const std::vector<std::array<float, 3>>& points) {
  std::string bytes(80, ' ');
  const auto count = static_cast<std::uint32_t>(points.size() / 3);
  bytes.append(reinterpret_cast<const char*>(&count), 4);
  for (std::size_t k = 0; k < points.size(); k += 3) {
    bytes.append(12, '\0');
    for (std::size_t c = k; c < k + 3; ++c) bytes.append(reinterpret_cast<const char*>(points[c].data()), 12);
    bytes.append(2, '\0');
  }
  return bytes;
}

/// Points on a capsule along (1, 1, 0) / sqrt 2 about (0.1, 0, 0): radius 0.05, 0.3 between the centres of its ends.
std::vector<std::array<float, 3>> points_of_capsule() {
  std::vector<std::array<float, 3>> points;
  const double s = std::sqrt(0.5);
  for (const double end : {-1.0, 1.0})
    for (int i = 0; i < 60; ++i)
      for (int j = 0; j <= 15; ++j) {
        const double phi = 2 * M_PI * i / 60, theta = M_PI / 2 * j / 15;
        const double along = end * (0.15 + 0.05 * std::cos(theta)), across = 0.05 * std::sin(theta);
        const double a = across * std::cos(phi), b = across * std::sin(phi);
        points.push_back({static_cast<float>(0.1 + s * along - s * a), static_cast<float>(s * along + s * a),
                          static_cast<float>(b)});
      }
  return points;
}

TEST(Capsules, AreFoundAroundMeshes) {
  const auto points = points_of_capsule();
  const TemporaryFile stl(binary_stl(points), ".stl");
  std::string text;
  for (const auto& p : points)
    text += "v " + std::to_string(p[0]) + " " + std::to_string(p[1]) + " " + std::to_string(p[2]) + "\n";
  const TemporaryFile obj(text, ".obj");
  for (const std::string& path : {stl.path(), obj.path()}) {
    Description robot;
    Visual mesh;
    mesh.kind = Visual::Kind::mesh, mesh.collision = true, mesh.link = "a", mesh.file = path;
    mesh.size = {2, 2, 2}, mesh.xyz = {0, 0, 1};
    robot.visuals = {mesh};
    std::vector<std::string> notes;
    open_collision_meshes(robot, "", notes);
    ASSERT_TRUE(notes.empty()) << notes[0];
    const Visual& capsule = robot.visuals[0];
    EXPECT_EQ(capsule.kind, Visual::Kind::capsule);
    EXPECT_EQ(capsule.link, "a");
    EXPECT_NEAR(capsule.size[0], 0.1, 1e-3) << path;
    EXPECT_NEAR(capsule.size[1], 0.6, 2e-3) << path;
    EXPECT_NEAR(capsule.xyz[0], 0.2, 2e-3) << path;
    EXPECT_NEAR(capsule.xyz[2], 1, 2e-3) << path;
  }
}

TEST(Capsules, HaveEveryPointOfAMeshWithin) {
  std::vector<std::array<double, 3>> points;
  for (int k = 0; k < 500; ++k)
    points.push_back(
        {std::sin(1.7 * k) * 0.3, std::cos(2.3 * k) * 0.1 + 0.2 * std::sin(1.7 * k), std::sin(0.9 * k * k)});
  const described::Capsule around = [&] {
    Visual shape = capsule_of_points(points);
    return capsule_around(shape);
  }();
  const auto vector = [](const described::Triple& t) {
    return Vector3<double>{evaluate<double>(t[0].expression, [](const std::string&) { return 0.0; }),
                           evaluate<double>(t[1].expression, [](const std::string&) { return 0.0; }),
                           evaluate<double>(t[2].expression, [](const std::string&) { return 0.0; })};
  };
  const double radius = evaluate<double>(around.radius.expression, [](const std::string&) { return 0.0; });
  for (const auto& p : points) {
    const Vector3<double> point{p[0], p[1], p[2]};
    EXPECT_LE(nearest_points(vector(around.from), vector(around.to), point, point).distance, radius + 1e-12);
  }
}

TEST(Capsules, MeshesThatCannotBeOpenedAreNamed) {
  const TemporaryFile empty("solid nothing\nendsolid\n", ".stl");
  Description robot;
  for (const std::string& name : {std::string("package://maker/arm.stl"), std::string("arm.dae"), empty.path()}) {
    Visual mesh;
    mesh.kind = Visual::Kind::mesh, mesh.collision = true, mesh.link = "a", mesh.file = name;
    robot.visuals.push_back(mesh);
  }
  std::vector<std::string> notes;
  open_collision_meshes(robot, "", notes);
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0], "meshes package://maker/arm.stl and arm.dae: expected files beside the robot, found none");
  EXPECT_NE(notes[1].find("expected triangles, found none"), std::string::npos);
  for (const Visual& shape : robot.visuals) EXPECT_EQ(shape.kind, Visual::Kind::mesh);
}

}  // namespace torsor::test::capsules_test
