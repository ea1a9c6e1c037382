#include "torsor/trajectory/trajectory_torque.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "torsor/core/error.hpp"
#include "torsor/dynamics/terms.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

using Vector = std::vector<double>;

struct Part {
  const char* name;
  Vector Terms<double>::* of;
};
constexpr std::array<Part, 7> parts{{{"inertia", &Terms<double>::inertia},
                                     {"coriolis", &Terms<double>::coriolis},
                                     {"gravity", &Terms<double>::gravity},
                                     {"friction", &Terms<double>::friction},
                                     {"spring", &Terms<double>::spring},
                                     {"wrench", &Terms<double>::wrench},
                                     {"base_motion", &Terms<double>::base_motion}}};

/// Adds a row to every term, and their sum to tau.
void append(const Terms<double>& row, TrajectoryTorque& result) {
  Vector tau(row.inertia.size(), 0.0);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Vector& part = row.*parts[k].of;
    for (std::size_t j = 0; j < tau.size(); ++j) tau[j] += part[j];
    result.terms[k].rows.push_back(part);
  }
  result.tau.push_back(std::move(tau));
}

void find_shares(int joints, std::vector<TrajectoryTerm>& terms) {
  Vector sum(joints, 0.0);
  for (TrajectoryTerm& term : terms) {
    term.share.assign(joints, 0.0);
    for (const Vector& row : term.rows)
      for (int j = 0; j < joints; ++j) term.share[j] += std::abs(row[j]);
    for (int j = 0; j < joints; ++j) sum[j] += term.share[j];
  }
  for (TrajectoryTerm& term : terms)
    for (int j = 0; j < joints; ++j) term.share[j] = sum[j] > 0 ? term.share[j] / sum[j] : 0;
}

void find_sizes(int joints, TrajectoryTorque& result) {
  result.peak.assign(joints, 0.0);
  result.rms.assign(joints, 0.0);
  for (const Vector& tau : result.tau)
    for (int j = 0; j < joints; ++j) {
      result.peak[j] = std::max(result.peak[j], std::abs(tau[j]));
      result.rms[j] += tau[j] * tau[j];
    }
  for (double& rms : result.rms)
    if (!result.tau.empty()) rms = std::sqrt(rms / static_cast<double>(result.tau.size()));
}

/// Keeps the row that lies furthest outside [low, high], if any does.
void find_violation(const std::string& joint, const char* kind, const std::vector<Vector>& rows, int j, double low,
                    double high, std::vector<LimitViolation>& violations) {
  LimitViolation worst{joint, kind};
  double excess = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const double value = rows[row][j], limit = value > high ? high : low;
    if (value >= low && value <= high) continue;
    if (std::abs(value - limit) <= excess) continue;
    excess = std::abs(value - limit);
    worst.row = row + 1, worst.value = value, worst.limit = limit;
  }
  if (worst.row > 0) violations.push_back(worst);
}

}  // namespace

TrajectoryTorque trajectory_torque(const Model<double>& model, const Trajectory& trajectory,
                                   const Conditions<double>& conditions, const WrenchesAt& wrenches_at) {
  TrajectoryTorque result;
  result.time = trajectory.time;
  for (const Part& part : parts) result.terms.push_back({part.name, {}, {}});
  NewtonEulerWorkspace<double> workspace(model);
  Terms<double> row(model);
  for (std::size_t k = 0; k < trajectory.q.size(); ++k) {
    const std::vector<Wrench<double>> wrenches =
        wrenches_at ? wrenches_at(trajectory.q[k]) : std::vector<Wrench<double>>();
    Conditions<double> here = conditions;
    here.wrenches = wrenches;
    terms<double>(model, trajectory.q[k], trajectory.qd[k], trajectory.qdd[k], here, workspace, row);
    append(row, result);
    if (!std::ranges::all_of(result.tau.back(), [](double value) { return std::isfinite(value); }))
      raise(ComputationError(fmt::format("the torque of row {} is not finite: no result", k + 1)));
  }
  find_shares(model.nv, result.terms);
  find_sizes(model.nv, result);
  return result;
}

std::string trajectory_torque_csv(const TrajectoryTorque& torque) {
  std::string text;
  const auto add = [&](const auto& entry) {
    text += fmt::format("{}{}", text.empty() || text.back() == '\n' ? "" : ",", entry);
  };
  const std::size_t joints = torque.peak.size();
  if (!torque.time.empty()) add("t");
  for (std::size_t j = 1; j <= joints; ++j) add(fmt::format("tau{}", j));
  for (const TrajectoryTerm& term : torque.terms)
    for (std::size_t j = 1; j <= joints; ++j) add(fmt::format("{}{}", term.name, j));
  text += '\n';
  for (std::size_t row = 0; row < torque.tau.size(); ++row) {
    if (!torque.time.empty()) add(torque.time[row]);
    for (const double value : torque.tau[row]) add(value);
    for (const TrajectoryTerm& term : torque.terms)
      for (const double value : term.rows[row]) add(value);
    text += '\n';
  }
  return text;
}

std::vector<LimitViolation> limit_violations(const Model<double>& model, const Trajectory& trajectory,
                                             const TrajectoryTorque& torque, const std::vector<JointLimits>& limits) {
  std::vector<LimitViolation> found;
  const std::vector<std::string> names = velocity_names(model);
  for (int j = 0; j < model.nv; ++j) {
    const JointLimits& may = limits[j];
    find_violation(names[j], "position", trajectory.q, j, may.position_low, may.position_high, found);
    find_violation(names[j], "velocity", trajectory.qd, j, -may.velocity, may.velocity, found);
    find_violation(names[j], "acceleration", trajectory.qdd, j, -may.acceleration, may.acceleration, found);
    find_violation(names[j], "torque", torque.tau, j, -may.torque, may.torque, found);
  }
  return found;
}

}  // namespace torsor
