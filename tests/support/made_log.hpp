#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/logs/log_source.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test {

/// The robot that makes the logs of these tests: an arm of six joints with friction added.
inline Model<double> logged_robot() {
  return changed(build_model<double>(read_builtin_robot("ur10")), [](ModelParts<double>& parts) {
    for (Friction<double>& friction : parts.friction) friction.viscous = 3, friction.coulomb = 4;
  });
}

struct MadeLog {
  double period = 0.005;
  long rows = 4000;
  double noise = 0.02;  // of the torque's own rms
  Vector3<double> gravity{0, 0, -9.81};
  bool friction = true;
  bool synchronous = false;
};

/// A sum of sines for each joint, and the torques that the robot takes for it, with noise as a drive's current has.
inline LogRows make_rows(const MadeLog& made = {}) {
  Model<double> model = with_gravity(logged_robot(), made.gravity);
  if (!made.friction) model = without_friction(model);
  const int n = model.nv;
  LogRows rows;
  rows.time.resize(static_cast<std::size_t>(made.rows));
  for (auto* matrix : {&rows.q, &rows.qd, &rows.qdd, &rows.tau}) matrix->resize(made.rows, n);
  std::vector<double> q(static_cast<std::size_t>(n)), qd(q), qdd(q);
  for (long r = 0; r < made.rows; ++r) {
    const double t = static_cast<double>(r) * made.period;
    rows.time[static_cast<std::size_t>(r)] = t;
    for (int j = 0; j < n; ++j) {
      const auto k = static_cast<std::size_t>(j);
      q[k] = -0.3 - 0.2 * j, qd[k] = qdd[k] = 0;
      for (int h = 1; h <= 3; ++h) {
        const double w = (made.synchronous ? 1.1 : 0.7 + 0.31 * j) * h, a = 0.9 / (h * h),
                     phase = made.synchronous ? 0.3 * h : j + 2.1 * h;
        q[k] += a * std::sin(w * t + phase);
        qd[k] += a * w * std::cos(w * t + phase);
        qdd[k] -= a * w * w * std::sin(w * t + phase);
      }
      rows.q(r, j) = q[k], rows.qd(r, j) = qd[k], rows.qdd(r, j) = qdd[k];
    }
    const std::vector<double> tau = inverse_dynamics(model, q, qd, qdd);
    for (int j = 0; j < n; ++j) rows.tau(r, j) = tau[static_cast<std::size_t>(j)];
  }
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int j = 0; j < n; ++j) {
    const double size = made.noise * std::sqrt(rows.tau.col(j).squaredNorm() / static_cast<double>(made.rows));
    for (long r = 0; r < made.rows && size > 0; ++r) rows.tau(r, j) += size * normal(random);
  }
  return rows;
}

/// The rows as a text file, with or without the columns of velocity and acceleration.
inline std::string csv_of(const LogRows& rows, bool rates = false) {
  std::string text = "t";
  const auto n = rows.q.cols();
  for (const char* name : {"q", "qd", "qdd", "tau"})
    for (Eigen::Index j = 1; j <= n; ++j)
      if (rates || name[1] != 'd') text += "," + std::string(name) + std::to_string(j);
  char number[40];
  const auto add = [&](double value) {
    std::snprintf(number, sizeof number, ",%.10g", value);
    text += number;
  };
  for (std::size_t r = 0; r < rows.time.size(); ++r) {
    std::snprintf(number, sizeof number, "\n%.10g", rows.time[r]);
    text += number;
    for (const auto* matrix : {&rows.q, &rows.qd, &rows.qdd, &rows.tau})
      for (Eigen::Index j = 0; j < n; ++j)
        if (rates || (matrix != &rows.qd && matrix != &rows.qdd)) add((*matrix)(static_cast<Eigen::Index>(r), j));
  }
  return text + "\n";
}

}  // namespace torsor::test
