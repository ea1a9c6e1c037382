#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "robot_files/mjcf_support.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::mjcf_shared_test {

using Numbers = std::vector<double>;

const std::string robots = TORSOR_SHARED_DIR "/robots/";

nlohmann::json parsed(const std::string& file) { return nlohmann::json::parse(text_of(robots + file)); }

Reading read(const std::string& file, const XmlRobotOptions& options = {}) {
  return read_mjcf(text_of(robots + file), robots + file, options);
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

/// MuJoCo counts gravity compensation among the passive forces.
Model<double> without_passive_forces(const Description& robot, const nlohmann::json& expected) {
  const Numbers g = expected["gravity"];
  const Model<double> model =
      changed(build_model<double>(without_losses(robot)), [](ModelParts<double>& parts) { parts.carried.clear(); });
  EXPECT_EQ((Numbers{model.gravity.x, model.gravity.y, model.gravity.z}), g);
  return model;
}

/// tau and M of MuJoCo, without passive forces; its armature is in M.
void expect_dynamics(const Description& robot, const nlohmann::json& expected) {
  ASSERT_TRUE(check(robot).empty());
  const Model<double> model = without_passive_forces(robot, expected);
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

/// The same for a robot with a free root. MuJoCo's linear velocity is in world axes, its angular velocity in the
/// body's; here both are in the body's, so that its acceleration is R^T a - omega x v.
void expect_floating_dynamics(const Description& robot, const nlohmann::json& expected) {
  ASSERT_TRUE(check(robot).empty());
  const Model<double> model = without_passive_forces(robot, expected);
  ASSERT_EQ(model.nv, expected["nv"].get<int>());
  ASSERT_EQ(model.nq, expected["nq"].get<int>());
  Numbers q = expected["qpos"], qd = expected["qvel"], qdd = expected["qacc"], tau = expected["tau_inverse"];
  const Matrix3<double> R = transpose(rotation_of_quaternion(q[3], q[4], q[5], q[6]));
  const auto turn = [&](Numbers& x) {
    const Vector3<double> v = R * Vector3<double>{x[0], x[1], x[2]};
    x[0] = v.x, x[1] = v.y, x[2] = v.z;
  };
  for (Numbers* x : {&qd, &qdd, &tau}) turn(*x);
  const Vector3<double> turned = cross(Vector3<double>{qd[3], qd[4], qd[5]}, Vector3<double>{qd[0], qd[1], qd[2]});
  qdd[0] -= turned.x, qdd[1] -= turned.y, qdd[2] -= turned.z;
  EXPECT_LE(distance(inverse_dynamics(model, q, qd, qdd), tau), 1e-8);
  const Matrix<double> B = inertia_matrix(model, q);
  Numbers diagonal;
  for (int k = 3; k < model.nv; ++k) diagonal.push_back(B(k, k));  // the first three are in other axes
  EXPECT_LE(distance(diagonal, tail(expected["M_diag"], 3)), 1e-8);
}

TEST(MjcfShared, RobotsMoveAsInMujoco) {
  const nlohmann::json references = parsed("mjcf/mujoco_reference.json");
  for (const auto& [file, expected] : references.items()) {
    SCOPED_TRACE(file);
    const Reading reading = read(file, {.free_mimic = true, .ignore_geoms = true});
    EXPECT_TRUE(reading.sound()) << told(reading);
    double mass = 0;
    for (std::size_t k = 0; k < reading.robot.links.size(); ++k) mass += link_inertia(reading.robot, k).mass;
    EXPECT_NEAR(mass, expected["mass"].get<double>(), 1e-8);
    if (has_free_joint(reading.robot))
      expect_floating_dynamics(reading.robot, expected);
    else
      expect_dynamics(reading.robot, expected);
  }
}

/// The numbers after a word in what MuJoCo made of a case: "Mdiag 1.02 2.01 | bias 0 0 | ...".
Numbers numbers_after(const std::string& text, const std::string& word) {
  std::istringstream rest(text.substr(text.find(word) + word.size()));
  Numbers numbers;
  for (double value = 0; rest >> value;) numbers.push_back(value);
  return numbers;
}

/// Inertia and weight at q = 0.
void expect_as_printed(const Description& robot, const std::string& printed) {
  const auto model = build_model<double>(robot);
  const Numbers M = numbers_after(printed, "Mdiag"), bias = numbers_after(printed, "bias"), zero(M.size(), 0.0);
  ASSERT_EQ(model.nv, static_cast<int>(M.size()));
  const Matrix<double> B = inertia_matrix(model, zero);
  const Numbers g = inverse_dynamics(model, zero, zero, zero);
  for (int k = 0; k < model.nv; ++k) {
    EXPECT_NEAR(B(k, k), M[static_cast<std::size_t>(k)], 1e-5);
    EXPECT_NEAR(g[static_cast<std::size_t>(k)], bias[static_cast<std::size_t>(k)], 1e-5);
  }
}

TEST(MjcfShared, AwkwardCasesBehaveAsRecommended) {
  const nlohmann::json cases = parsed("awkward/cases.json");
  int count = 0;
  for (const nlohmann::json& one : cases) {
    const std::string file = one["file"], printed = one.value("mujoco_2.2.2", "");
    if (!file.starts_with("awkward/mjcf_made/")) continue;
    SCOPED_TRACE(file);
    ++count;
    const Reading reading = read(file);
    const bool massless = file.ends_with("massless_moving_body.xml");  // loads here, with a warning
    EXPECT_EQ(reading.sound(), printed.starts_with("ACCEPT") || massless) << told(reading);
    if (printed.starts_with("ACCEPT")) expect_as_printed(reading.robot, printed);
    if (massless) {
      EXPECT_NE(told(reading).find("massless-body"), std::string::npos);
    }
    if (file.ends_with("include_missing.xml")) {
      EXPECT_NE(told(reading).find("nope.xml"), std::string::npos);
    }
    if (file.ends_with("include_self.xml")) {
      EXPECT_NE(told(reading).find("include-repeated"), std::string::npos);
    }
    if (file.ends_with("equality_loop.xml")) {
      EXPECT_EQ(reading.robot.loops.size(), 1U);
    }
  }
  EXPECT_EQ(count, 12);
}

TEST(MjcfShared, AwkwardAnglesAreMeantAsInMujoco) {
  constexpr double degree = 3.141592653589793 / 180;
  const std::string made = "awkward/mjcf_made/";
  const auto link = [&](const char* file) { return read(made + file).robot.links.at(0); };
  EXPECT_NEAR(number((*link("angle_default_degree.xml").limits.position)[1]), 90 * degree, 1e-15);
  expect_near(rotation(link("eulerseq_default.xml").origin->rpy),
              rotation_x(sincos(0.1)) * rotation_y(sincos(0.2)) * rotation_z(sincos(0.3)));
  expect_near(rotation(link("eulerseq_custom.xml").origin->rpy),
              rotation_x(sincos(30 * degree)) * rotation_y(sincos(20 * degree)) * rotation_z(sincos(10 * degree)));
}

}  // namespace torsor::test::mjcf_shared_test
