#include "torsor/trajectory/motion_doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace torsor {
namespace {

/// The largest of some numbers of the rows of a joint, and when.
struct Peak {
  double value = -HUGE_VAL, time = 0;

  void see(double x, double t) {
    if (x > value) value = x, time = t;
  }
};

/// How far positions go, and what of it velocities, as trapezoids between rows, do not explain.
struct Way {
  double length = 0, unexplained = 0;

  Way(const Trajectory& rows, std::size_t joint) {
    for (std::size_t k = 1; k < rows.time.size(); ++k) {
      const double step = rows.q[k][joint] - rows.q[k - 1][joint];
      const double drive = (rows.qd[k][joint] + rows.qd[k - 1][joint]) / 2 * (rows.time[k] - rows.time[k - 1]);
      length += std::max(std::abs(step), std::abs(drive)), unexplained += std::abs(step - drive);
    }
  }
  bool is_doubtful() const { return unexplained > 0.2 * length && unexplained > 1e-6; }
};

}  // namespace

std::vector<std::string> motion_doubts(const Trajectory& rows, const std::vector<JointLimits>& limits,
                                       const std::vector<std::string>& names) {
  std::vector<std::string> doubts;
  for (std::size_t j = 0; j < names.size(); ++j) {
    Peak beyond, speed;
    for (std::size_t k = 0; k < rows.time.size(); ++k) {
      if (j < limits.size())
        beyond.see(std::max(rows.q[k][j] - limits[j].position_high, limits[j].position_low - rows.q[k][j]),
                   rows.time[k]);
      speed.see(std::abs(rows.qd[k][j]), rows.time[k]);
    }
    if (Way(rows, j).is_doubtful()) doubts.push_back(names[j] + ": its velocities are not those of its positions");
    if (beyond.value > 1e-9)
      doubts.push_back(
          fmt::format("{} is {:.4g} beyond the limits of its position at {:g} s", names[j], beyond.value, beyond.time));
    if (j < limits.size() && speed.value > limits[j].velocity * (1 + 1e-9))
      doubts.push_back(fmt::format("{} has a velocity of {:.4g} at {:g} s, beyond its limit of {:.4g}", names[j],
                                   speed.value, speed.time, limits[j].velocity));
  }
  return doubts;
}

}  // namespace torsor
