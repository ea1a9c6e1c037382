#include "torsor/trajectory/torque_summary.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/model/position.hpp"

namespace torsor {

WorstRow::WorstRow(std::string joint, const char* kind, double low, double high)
    : low_(low), high_(high), worst_{std::move(joint), kind} {}

void WorstRow::note(std::size_t row, double value) {
  const double limit = value > high_ ? high_ : low_, excess = std::abs(value - limit);
  if (excess <= excess_) return;
  excess_ = excess;
  worst_.row = row, worst_.value = value, worst_.limit = limit;
}

TorqueSummary::TorqueSummary(const Model<double>& model, const std::vector<JointLimits>& limits)
    : joints_(static_cast<std::size_t>(model.nv)), peak_(joints_, 0.0), squares_(joints_, 0.0) {
  for (std::vector<double>& term : magnitudes_) term.assign(joints_, 0.0);
  const std::vector<std::string> names = velocity_names(model);
  for (std::size_t j = 0; j < limits.size(); ++j) {
    const JointLimits& may = limits[j];
    worst_.push_back({WorstRow(names[j], "position", may.position_low, may.position_high),
                      WorstRow(names[j], "velocity", -may.velocity, may.velocity),
                      WorstRow(names[j], "acceleration", -may.acceleration, may.acceleration),
                      WorstRow(names[j], "torque", -may.torque, may.torque)});
  }
}

void TorqueSummary::add(Input<double> q, Input<double> qd, Input<double> qdd, const TorqueRows& rows) {
  for (std::size_t start = 0; start < rows.tau.size(); start += joints_) {
    ++rows_;
    for (std::size_t j = 0; j < joints_; ++j) {
      const double tau = rows.tau[start + j];
      peak_[j] = std::max(peak_[j], std::abs(tau));
      squares_[j] += tau * tau;
    }
    for (std::size_t j = 0; j < worst_.size(); ++j) {
      auto& [position, velocity, acceleration, torque] = worst_[j];
      position.look_at(rows_, q[start + j]), velocity.look_at(rows_, qd[start + j]);
      acceleration.look_at(rows_, qdd[start + j]), torque.look_at(rows_, rows.tau[start + j]);
    }
  }
  for (std::size_t k = 0; k < rows.terms.size(); ++k)
    for (std::size_t start = 0; start < rows.tau.size(); start += joints_)
      for (std::size_t j = 0; j < joints_; ++j) magnitudes_[k][j] += std::abs(rows.terms[k][start + j]);
}

std::vector<double> TorqueSummary::rms() const {
  std::vector<double> result = squares_;
  for (double& value : result) value = rows_ > 0 ? std::sqrt(value / static_cast<double>(rows_)) : 0;
  return result;
}

std::array<std::vector<double>, torque_term_names.size()> TorqueSummary::shares() const {
  auto shares = magnitudes_;
  for (std::size_t j = 0; j < joints_; ++j) {
    double sum = 0;
    for (const std::vector<double>& term : magnitudes_) sum += term[j];
    for (std::vector<double>& share : shares) share[j] = sum > 0 ? share[j] / sum : 0;
  }
  return shares;
}

std::vector<LimitViolation> TorqueSummary::violations() const {
  std::vector<LimitViolation> found;
  for (const auto& joint : worst_)
    for (const WorstRow& kind : joint)
      if (kind.found()) found.push_back(kind.worst());
  return found;
}

}  // namespace torsor
