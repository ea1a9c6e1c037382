#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "io/mjcf_support.hpp"
#include "io/temporary_file.hpp"

namespace torsor::test {
namespace {

using Numbers = std::vector<double>;

const std::string robots = TORSOR_SHARED_DIR "/robots/";

nlohmann::json parsed(const std::string& file) { return nlohmann::json::parse(text_of(robots + file)); }

io::Reading read(const std::string& file, const io::XmlRobotOptions& options = {}) {
  return io::read_mjcf(text_of(robots + file), robots + file, options);
}

/// |found - expected| by |expected|
double distance(const Numbers& found, const Numbers& expected) {
  double difference = 0, size = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    difference = std::hypot(difference, found.at(k) - expected[k]);
    size = std::hypot(size, expected[k]);
  }
  return difference / size;
}

bool has_free_joint(const Description& robot) {
  for (const described::Link& link : robot.links)
    if (link.joint == JointType::free) return true;
  return false;
}

/// tau and M of MuJoCo, without passive forces; its armature is in M.
void expect_dynamics(const Description& robot, const nlohmann::json& expected) {
  ASSERT_TRUE(check(robot).empty());
  const auto model = build_model<double>(without_losses(robot));
  ASSERT_EQ(model.nv, expected["nv"].get<int>());
  EXPECT_EQ(model.joint_names, expected["joints"].get<std::vector<std::string>>());
  const Numbers q = expected["qpos"], qd = expected["qvel"], qdd = expected["qacc"];
  EXPECT_LE(distance(inverse_dynamics(model, q, qd, qdd), expected["tau_inverse"]), 1e-8);
  const Matrix<double> B = inertia_matrix(model, q);
  Numbers all, diagonal;
  for (int r = 0; r < model.nv; ++r) {
    diagonal.push_back(B(r, r));
    for (int c = 0; c < model.nv; ++c) all.push_back(B(r, c));
  }
  EXPECT_LE(distance(diagonal, expected["M_diag"]), 1e-8);
  if (expected.contains("M_rowmajor")) {
    EXPECT_LE(distance(all, expected["M_rowmajor"]), 1e-8);
  }
}

Numbers tail(const nlohmann::json& list, std::size_t from) {
  const Numbers all = list;
  return {all.begin() + static_cast<std::ptrdiff_t>(from), all.end()};
}

/// Axes of the free body in the world.
Matrix3<double> axes(const Numbers& q) {
  const double w = q[3], x = q[4], y = q[5], z = q[6];
  return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),  //
          2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),  //
          2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
}

/// The same for a robot with a free root, which is held fast here: its motion becomes that of the base, in the root's
/// axes. MuJoCo's linear velocity is in world axes, its angular velocity in the body's.
void expect_floating_dynamics(Description robot, const nlohmann::json& expected) {
  robot.links.at(0).joint = JointType::fixed;
  if (robot.links.size() == 1) return;
  ASSERT_TRUE(check(robot).empty());
  const auto model = build_model<double>(without_losses(robot));
  ASSERT_EQ(model.nv + 6, expected["nv"].get<int>());
  const Numbers v = expected["qvel"], a = expected["qacc"];
  const Matrix3<double> R = transpose(axes(expected["qpos"]));
  const BaseMotion<double> base{R * Vector3<double>{v[0], v[1], v[2]},
                                {v[3], v[4], v[5]},
                                R * Vector3<double>{a[0], a[1], a[2]},
                                {a[3], a[4], a[5]}};
  const Numbers q = tail(expected["qpos"], 7), qd = tail(expected["qvel"], 6), qdd = tail(expected["qacc"], 6);
  const Numbers tau = inverse_dynamics(model, q, qd, qdd, Conditions<double>{R * model.gravity, base, {}});
  EXPECT_LE(distance(tau, tail(expected["tau_inverse"], 6)), 1e-8);
  const Matrix<double> B = inertia_matrix(model, q);
  Numbers diagonal;
  for (int k = 0; k < model.nv; ++k) diagonal.push_back(B(k, k));
  EXPECT_LE(distance(diagonal, tail(expected["M_diag"], 6)), 1e-8);
}

TEST(MjcfShared, RobotsMoveAsInMujoco) {
  const nlohmann::json references = parsed("mjcf/mujoco_reference.json");
  for (const auto& [file, expected] : references.items()) {
    SCOPED_TRACE(file);
    const io::Reading reading = read(file, {.free_mimic = true, .ignore_geoms = true});
    EXPECT_TRUE(reading.sound()) << told(reading);
    if (has_free_joint(reading.robot))
      expect_floating_dynamics(reading.robot, expected);
    else
      expect_dynamics(reading.robot, expected);
  }
}

}  // namespace
}  // namespace torsor::test
