#pragma once

#include <gtest/gtest.h>

#include <map>

#include "robot_files/temporary_file.hpp"
#include "support/random_robot.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/robot_files/mjcf/read_mjcf.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::test {

/// A robot after it was written in a format and read back.
inline Description through(const Description& robot, RobotFormat format) {
  const std::string text = write_robot(robot, format).text;
  if (format == RobotFormat::yaml) return read_robot(text, "again.yaml");
  Reading reading = format == RobotFormat::urdf ? read_urdf(text, "again.urdf") : read_mjcf(text, "again.xml", {});
  for (const Finding& finding : reading.findings)
    EXPECT_NE(finding.severity, Severity::error) << to_string(finding) << "\n" << text.substr(0, 4000);
  return std::move(reading.robot);
}

/// A state of one model as one of another whose joints have the same names, perhaps in another order.
class SameState {
 public:
  SameState(const Model<double>& from, const Model<double>& to) {
    std::map<std::string, const Body<double>*, std::less<>> bodies;
    for (int i = 1; i < to.body_count(); ++i)
      if (!to.bodies[i].follows) bodies[to.joint_names[i - 1]] = &to.bodies[i];
    EXPECT_EQ(from.nv, to.nv);
    for (int i = 1; i < from.body_count(); ++i) {
      const Body<double>& body = from.bodies[i];
      if (body.follows) continue;
      const auto found = bodies.find(from.joint_names[i - 1]);
      const bool same = found != bodies.end() && found->second->joint == body.joint;
      EXPECT_TRUE(same) << from.joint_names[i - 1];
      if (!same) continue;
      for (int k = 0; k < position_count(body.joint); ++k) q_.emplace_back(body.q + k, found->second->q + k);
      for (int k = 0; k < velocity_count(body.joint); ++k) v_.emplace_back(body.v + k, found->second->v + k);
    }
  }
  std::vector<double> positions(const std::vector<double>& q) const { return there(q, q_); }
  std::vector<double> velocities(const std::vector<double>& v) const { return there(v, v_); }

 private:
  using Places = std::vector<std::pair<int, int>>;
  static std::vector<double> there(const std::vector<double>& x, const Places& places) {
    std::vector<double> result(x.size());
    for (const auto& [from, to] : places) result[static_cast<std::size_t>(to)] = x[static_cast<std::size_t>(from)];
    return result;
  }
  Places q_, v_;
};

/// The largest disagreement of the torques of two robots with the same joints, beside their size, at random states.
inline double disagreement(const Model<double>& a, const Model<double>& b) {
  const SameState same(a, b);
  Random random(20);
  double largest = 0;
  for (int k = 0; k < 5; ++k) {
    std::vector<double> q = random.list(a.nq, 0.1, 3);
    normalize_position<double>(a, q);
    const std::vector<double> qd = random.list(a.nv, 0.1, 3), qdd = random.list(a.nv, 0.1, 5);
    const std::vector<double> expected = same.velocities(inverse_dynamics(a, q, qd, qdd));
    const std::vector<double> found = inverse_dynamics(b, same.positions(q), same.velocities(qd), same.velocities(qdd));
    largest = std::max(largest, norm(difference(found, expected)) / std::max(norm(expected), 1e-10));
  }
  return largest;
}

/// What a file may lose and the torques feel: rotors, springs, couplings, and friction that is not the same all round.
inline Description without_drives(Description robot) {
  robot.couplings.clear();
  for (described::Link& link : robot.links) {
    link.rotor.reset();
    link.friction.reset();
    link.spring.reset();
  }
  return robot;
}

inline std::vector<std::string> names(const Description& robot) {
  std::vector<std::string> result;
  for (const described::Link& link : robot.links) {
    result.push_back(link.name);
    result.push_back(link.joint_name);
  }
  return result;
}

}  // namespace torsor::test
