#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/trajectory/random_stream.hpp"
#include "torsor/trajectory/retime.hpp"

namespace torsor::test {

/// How a motion uses its limits, by inverse dynamics of its states.
struct LimitsKept {
  double excess = 0;  // of any limit, as a share of it
  double active = 0;  // share of the time in which some limit is reached to 0.1 %
};

/// At even times, and at some in every piece; never at the ends, where joints at rest have no Coulomb friction.
inline LimitsKept limits_kept(const Model<double>& model, const std::vector<JointLimits>& limits, const JointPath& path,
                              const PathTiming& timing, int points = 40000) {
  std::vector<double> q(path.joints), qd(path.joints), qdd(path.joints), tau(path.joints);
  NewtonEulerWorkspace<double> workspace(model);
  const auto use = [&](double t) {
    timing.sample(path, t, q, qd, qdd);
    inverse_dynamics<double>(model, q, qd, qdd, default_conditions(model), workspace, tau);
    double most = 0;
    for (std::size_t j = 0; j < limits.size(); ++j)
      most = std::max({most, std::abs(tau[j]) / limits[j].torque, std::abs(qd[j]) / limits[j].velocity,
                       std::abs(qdd[j]) / limits[j].acceleration});
    return most;
  };
  LimitsKept result;
  for (int k = 0; k < points; ++k) {
    const double most = use((k + 0.5) / points * timing.duration());
    result.excess = std::max(result.excess, most - 1);
    if (most >= 1 - 1e-3) result.active += 1.0 / points;
  }
  for (std::size_t k = 0; k < timing.active.size(); ++k)
    for (const double share : {0.004, 0.26, 0.49, 0.77, 0.996})
      result.excess = std::max(result.excess, use(timing.t[k] + share * (timing.t[k + 1] - timing.t[k])) - 1);
  return result;
}

inline JointPath path_of(const std::vector<std::vector<double>>& waypoints) {
  auto made = path_through(waypoints);
  EXPECT_TRUE(std::holds_alternative<JointPath>(made)) << (made.index() == 1 ? std::get<1>(made) : "");
  return std::get<JointPath>(made);
}

/// Three to six waypoints in the middle of what joints may reach.
inline JointPath random_path(const std::vector<JointLimits>& limits, std::uint64_t seed) {
  const RandomStream random(seed, 7);
  std::int64_t next = 0;
  const int count = 3 + static_cast<int>(4 * random.uniform(next++));
  std::vector<std::vector<double>> waypoints(count);
  for (std::vector<double>& point : waypoints)
    for (const JointLimits& joint : limits) {
      const double low = std::max(joint.position_low, -2.0), high = std::min(joint.position_high, 2.0);
      point.push_back((low + high) / 2 + 0.7 * (high - low) * (random.uniform(next++) - 0.5));
    }
  return path_of(waypoints);
}

/// A robot with limits and Coulomb friction, where its file has none.
struct LimitedRobot {
  Model<double> model;
  std::vector<JointLimits> limits;
};

/// `viscous` keeps friction that depends on the speed.
inline LimitedRobot limited_robot(const std::string& name, bool viscous) {
  const Description description = load_robot(name);
  std::vector<JointLimits> limits = joint_limits(description);
  if (name == "puma560") {
    // Largest torques: Armstrong, Khatib, Burdick 1986, table 9; velocities are our own.
    const double torque[] = {97.6, 186.4, 89.4, 24.2, 20.1, 21.3};
    for (std::size_t j = 0; j < 6; ++j) limits[j].torque = torque[j], limits[j].velocity = j < 3 ? 2.5 : 5;
  }
  const Model<double> model = changed(build_model<double>(description), [&](ModelParts<double>& parts) {
    for (std::size_t j = 0; j < parts.friction.size(); ++j) {
      Friction<double>& friction = parts.friction[j];
      if (friction.coulomb == 0) friction.coulomb = 0.03 * limits[j].torque;  // our own
      if (!viscous) friction.viscous = friction.viscous_difference = 0;
    }
  });
  return {model, limits};
}

}  // namespace torsor::test
