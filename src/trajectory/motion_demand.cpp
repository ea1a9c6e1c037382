#include "torsor/trajectory/motion_demand.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace torsor {
namespace {

using LimitKind = LimitUse::Kind;

/// The share of a limit that a value uses; one of 0 or less is no measure.
double share_of_limit(double value, double limit) {
  if (limit > 0) return std::abs(value) / limit;
  return value == 0 ? 0 : 1 + std::abs(value);
}

/// The share of a range that a position uses.
double share_of_range(double q, const JointLimits& limits) {
  const double low = limits.position_low, high = limits.position_high;
  if (std::isfinite(low) && std::isfinite(high) && high > low) return std::abs(2 * q - low - high) / (high - low);
  const double outside = std::max(low - q, q - high);
  return outside > 0 ? 1 + outside : 0;
}

/// Keeps the row in which most of a limit is used: the first of those that are equal but for rounding.
class MostUsed {
 public:
  MostUsed(std::size_t joint, LimitKind kind) : use_{joint, kind, 0, 0, 0, -1} {}
  void look_at(double time, double value, double limit, double share) {
    if (share > use_.share * (1 + 1e-9) || use_.share < 0)
      use_.time = time, use_.value = value, use_.limit = limit, use_.share = share;
  }
  const LimitUse& use() const { return use_; }

 private:
  LimitUse use_;
};

void add_uses(const Trajectory& rows, const TrajectoryTorque& torque, const JointLimits& may, std::size_t j,
              std::vector<LimitUse>& uses) {
  const auto add = [&](LimitKind kind, const std::vector<std::vector<double>>& values, double limit) {
    if (!std::isfinite(limit)) return;
    MostUsed most(j, kind);
    for (std::size_t k = 0; k < values.size(); ++k)
      most.look_at(rows.time[k], values[k][j], limit, share_of_limit(values[k][j], limit));
    uses.push_back(most.use());
  };
  if (std::isfinite(may.position_low) || std::isfinite(may.position_high)) {
    MostUsed most(j, LimitKind::position);
    for (std::size_t k = 0; k < rows.q.size(); ++k) {
      const double q = rows.q[k][j];
      const bool near_high = may.position_high - q < q - may.position_low;
      most.look_at(rows.time[k], q, near_high ? may.position_high : may.position_low, share_of_range(q, may));
    }
    uses.push_back(most.use());
  }
  add(LimitKind::velocity, rows.qd, may.velocity);
  add(LimitKind::acceleration, rows.qdd, may.acceleration);
  add(LimitKind::torque, torque.tau, may.torque);
}

JointDemand demand_of_joint(const Trajectory& rows, const TrajectoryTorque& torque, std::size_t j) {
  JointDemand demand;
  demand.lowest = demand.highest = rows.q[0][j];
  const auto raise = [](double& most, double value) { most = std::max(most, std::abs(value)); };
  double squares = 0;
  for (std::size_t k = 0; k < rows.time.size(); ++k) {
    const double tau = torque.tau[k][j], power = tau * rows.qd[k][j];
    demand.lowest = std::min(demand.lowest, rows.q[k][j]), demand.highest = std::max(demand.highest, rows.q[k][j]);
    raise(demand.velocity, rows.qd[k][j]), raise(demand.acceleration, rows.qdd[k][j]), raise(demand.torque, tau);
    if (std::abs(power) > demand.power) demand.power = std::abs(power), demand.time_of_power = rows.time[k];
    if (k == 0) continue;
    const double half = (rows.time[k] - rows.time[k - 1]) / 2, before = torque.tau[k - 1][j];
    squares += half * (tau * tau + before * before);
    demand.work += half * (power + before * rows.qd[k - 1][j]);
  }
  demand.torque_rms = std::sqrt(squares / rows.time.back());
  return demand;
}

/// What the motors give at a row: those that brake give nothing.
double given_power(const Trajectory& rows, const TrajectoryTorque& torque, std::size_t k) {
  double sum = 0;
  for (std::size_t j = 0; j < rows.qd[k].size(); ++j) sum += std::max(0.0, torque.tau[k][j] * rows.qd[k][j]);
  return sum;
}

}  // namespace

const char* name_of(LimitUse::Kind kind) {
  constexpr const char* names[] = {"position", "velocity", "acceleration", "torque", "jerk"};
  return names[static_cast<std::size_t>(kind)];
}

std::string unit_of(LimitUse::Kind kind, const std::string& torque_unit) {
  if (kind == LimitKind::torque) return torque_unit;
  constexpr const char* rates[] = {"", "/s", "/s^2", "", "/s^3"};
  return (torque_unit == "N" ? "m" : "rad") + std::string(rates[static_cast<std::size_t>(kind)]);
}

std::string in_words(const LimitUse& use, const std::vector<std::string>& joints,
                     const std::vector<std::string>& torque_units) {
  const std::string unit = unit_of(use.kind, torque_units[use.joint]);
  return fmt::format("{} of {} is {:.6g} {} at {:.4g} s, limit {:.6g} {} ({:.1f} %{})", name_of(use.kind),
                     joints[use.joint], use.value, unit, use.time, use.limit, unit, 100 * use.share,
                     use.kind == LimitKind::position ? " of the way to it" : "");
}

std::size_t rows_for_a_sample(double duration, double rate) {
  constexpr double enough = 2000;
  return static_cast<std::size_t>(std::clamp(std::ceil(enough / (duration * rate)), 1.0, 1e15));
}

MotionDemand motion_demand(const Trajectory& rows, const TrajectoryTorque& torque,
                           const std::vector<JointLimits>& limits, const std::vector<LimitUse>& others) {
  MotionDemand demand;
  demand.limits = others;
  demand.duration = rows.time.back();
  for (std::size_t j = 0; j < rows.q[0].size(); ++j) {
    demand.joints.push_back(demand_of_joint(rows, torque, j));
    demand.work += demand.joints.back().work;
    if (j < limits.size()) add_uses(rows, torque, limits[j], j, demand.limits);
  }
  for (std::size_t k = 0; k < rows.time.size(); ++k) {
    const double power = given_power(rows, torque, k);
    if (power > demand.power) demand.power = power, demand.time_of_power = rows.time[k];
    if (k > 0) demand.energy += (rows.time[k] - rows.time[k - 1]) / 2 * (power + given_power(rows, torque, k - 1));
  }
  std::sort(demand.limits.begin(), demand.limits.end(), [](const LimitUse& a, const LimitUse& b) {
    return std::tie(b.share, a.joint, a.kind) < std::tie(a.share, b.joint, b.kind);
  });
  return demand;
}

}  // namespace torsor
