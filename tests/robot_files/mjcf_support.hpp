#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "robot_files/marked_text.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/mjcf/read_mjcf.hpp"

namespace torsor::test {

/// All findings, for messages.
inline std::string told(const Reading& reading) {
  std::string text;
  for (const Finding& finding : reading.findings) text += finding.code + ": " + to_string(finding) + "\n";
  return text;
}

/// The robot without friction and springs.
inline Description without_losses(Description robot) {
  for (described::Link& link : robot.links) {
    link.friction.reset();
    link.spring.reset();
  }
  return robot;
}

/// Files that exist only here.
using Files = std::map<std::string, std::string>;

inline Reading mjcf_reading(const std::string& text, const XmlRobotOptions& options = {}, const Files& files = {}) {
  return read_mjcf(text, "dir/robot.xml", options, [&](const std::filesystem::path& path) {
    const auto found = files.find(path.generic_string());
    return found == files.end() ? std::nullopt : std::optional(found->second);
  });
}

/// A robot that is read without a finding.
inline Description mjcf_robot(const std::string& text, const XmlRobotOptions& options = {}, const Files& files = {}) {
  const Reading reading = mjcf_reading(text, options, files);
  EXPECT_TRUE(reading.findings.empty()) << told(reading) << text;
  return reading.robot;
}

/// An MJCF file with these bodies, after other sections.
inline std::string mjcf(const std::string& bodies, const std::string& sections = "") {
  return "<mujoco>" + sections + "<worldbody>" + bodies + "</worldbody></mujoco>";
}

/// A mass that is easy to reckon with.
inline const std::string unit_mass = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";
inline const std::string hinge = "<joint axis='0 0 1'/>";

inline double number(const described::Quantity& quantity) {
  return evaluate<double>(quantity.expression, [](const std::string&) { return 0.0; });
}
inline Vector3<double> vector(const described::Triple& t) { return {number(t[0]), number(t[1]), number(t[2])}; }

/// R = Rot_z(yaw) Rot_y(pitch) Rot_x(roll) of plain sines and cosines.
inline Matrix3<double> rotation(const described::Triple& rpy) {
  return rotation_z(sincos(number(rpy[2]))) * (rotation_y(sincos(number(rpy[1]))) * rotation_x(sincos(number(rpy[0]))));
}

/// Where a link is at q.
inline Transform<double> link_pose(const Description& robot, const std::vector<double>& q, const std::string& name) {
  const auto model = build_model<double>(robot);
  const auto poses = forward_kinematics(model, q);
  return frame_pose<double>(model, poses, find_frame(model, name));
}

/// The mass of one link about its own origin.
inline Inertia<double> link_inertia(const Description& robot, std::size_t link) {
  return Evaluator<double>(robot).inertia(robot.links.at(link).mass);
}

inline void expect_near(const Vector3<double>& a, const Vector3<double>& b, double tolerance = 1e-14) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}
inline void expect_near(const Matrix3<double>& A, const Matrix3<double>& B, double tolerance = 1e-14) {
  expect_near(A * Vector3<double>{1, 0, 0}, B * Vector3<double>{1, 0, 0}, tolerance);
  expect_near(A * Vector3<double>{0, 1, 0}, B * Vector3<double>{0, 1, 0}, tolerance);
  expect_near(A * Vector3<double>{0, 0, 1}, B * Vector3<double>{0, 0, 1}, tolerance);
}

}  // namespace torsor::test
