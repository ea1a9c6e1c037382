#include "torsor/trajectory/trajectory_torque.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

using Vector = std::vector<double>;
using Rows = std::vector<Vector>;

Vector one_behind_the_other(const Rows& rows) {
  Vector numbers;
  for (const Vector& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
  return numbers;
}

Rows by_row(const Vector& numbers, std::size_t width) {
  Rows rows;
  for (std::size_t start = 0; start < numbers.size(); start += width)
    rows.emplace_back(&numbers[start], &numbers[start] + width);
  return rows;
}

/// Keeps the row that lies furthest outside, if any does.
void find_violation(WorstRow worst, const Rows& rows, std::size_t joint, std::vector<LimitViolation>& violations) {
  for (std::size_t row = 0; row < rows.size(); ++row) worst.look_at(row + 1, rows[row][joint]);
  if (worst.found()) violations.push_back(worst.worst());
}

}  // namespace

TrajectoryTorque trajectory_torque(const Model<double>& model, const Trajectory& trajectory,
                                   const Conditions<double>& conditions, const WrenchesAt& wrenches_at) {
  const auto joints = static_cast<std::size_t>(model.nv);
  const Vector q = one_behind_the_other(trajectory.q), qd = one_behind_the_other(trajectory.qd),
               qdd = one_behind_the_other(trajectory.qdd);
  TorqueRows rows;
  TorqueTerms(model, conditions, wrenches_at).compute(q, qd, qdd, rows);
  const auto wrong = std::ranges::find_if(rows.tau, [](double value) { return !std::isfinite(value); });
  if (wrong != rows.tau.end())
    raise(ComputationError(fmt::format("the torque of row {} is not finite: no result",
                                       static_cast<std::size_t>(wrong - rows.tau.begin()) / joints + 1)));
  TorqueSummary summary(model);
  summary.add(q, qd, qdd, rows);
  TrajectoryTorque result{trajectory.time, by_row(rows.tau, joints), {}, summary.peak(), summary.rms()};
  const auto shares = summary.shares();
  for (std::size_t k = 0; k < shares.size(); ++k)
    result.terms.push_back({torque_term_names[k], by_row(rows.terms[k], joints), shares[k]});
  return result;
}

std::string trajectory_torque_csv(const TrajectoryTorque& torque) {
  std::string text;
  const auto add = [&](const std::string& entry) { text += (text.empty() || text.back() == '\n' ? "" : ",") + entry; };
  const auto add_number = [&](double value) { add(number_text(value + 0.0)); };  // which turns -0 into 0
  const std::size_t joints = torque.peak.size();
  if (!torque.time.empty()) add("t");
  for (std::size_t j = 1; j <= joints; ++j) add("tau" + std::to_string(j));
  for (const TrajectoryTerm& term : torque.terms)
    for (std::size_t j = 1; j <= joints; ++j) add(term.name + std::to_string(j));
  text += '\n';
  for (std::size_t row = 0; row < torque.tau.size(); ++row) {
    if (!torque.time.empty()) add_number(torque.time[row]);
    for (const double value : torque.tau[row]) add_number(value);
    for (const TrajectoryTerm& term : torque.terms)
      for (const double value : term.rows[row]) add_number(value);
    text += '\n';
  }
  return text;
}

std::vector<LimitViolation> limit_violations(const Model<double>& model, const Trajectory& trajectory,
                                             const TrajectoryTorque& torque, const std::vector<JointLimits>& limits) {
  std::vector<LimitViolation> found;
  const std::vector<std::string> names = velocity_names(model);
  for (std::size_t j = 0; j < names.size(); ++j) {
    const JointLimits& may = limits[j];
    find_violation({names[j], "position", may.position_low, may.position_high}, trajectory.q, j, found);
    find_violation({names[j], "velocity", -may.velocity, may.velocity}, trajectory.qd, j, found);
    find_violation({names[j], "acceleration", -may.acceleration, may.acceleration}, trajectory.qdd, j, found);
    find_violation({names[j], "torque", -may.torque, may.torque}, torque.tau, j, found);
  }
  return found;
}

}  // namespace torsor
