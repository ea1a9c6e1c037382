#pragma once

#include <string>

#include "torsor/core/numbers.hpp"
#include "torsor/trajectory/torque_terms.hpp"

namespace torsor {

/// The worst place where a joint leaves what it may do.
struct LimitViolation {
  std::string joint;
  std::string kind;     // position, velocity, acceleration or torque
  std::size_t row = 0;  // from 1
  double value = 0, limit = 0;
};

/// The row of a motion that lies furthest outside of what a joint may do, found row after row.
class WorstRow {
 public:
  WorstRow(std::string joint, const char* kind, double low, double high);
  void look_at(std::size_t row, double value) {
    if (!(value >= low_ && value <= high_)) note(row, value);
  }
  bool found() const { return worst_.row > 0; }
  const LimitViolation& worst() const { return worst_; }

 private:
  void note(std::size_t row, double value);

  double low_, high_, excess_ = 0;
  LimitViolation worst_;
};

/// What stays of the torques along a motion once its rows are gone. Rows are added in their order: the figures have the
/// same digits however many come at a time. Limits are for joints of one degree of freedom.
class TorqueSummary {
 public:
  /// Without limits none is looked at.
  explicit TorqueSummary(const Model<double>& model, const std::vector<JointLimits>& limits = {});
  void add(Input<double> q, Input<double> qd, Input<double> qdd, const TorqueRows& rows);

  std::size_t rows() const { return rows_; }
  /// By joint: the largest magnitude of tau, and its root mean square.
  const std::vector<double>& peak() const { return peak_; }
  std::vector<double> rms() const;
  /// By term, by joint: its part in the sum of the magnitudes of all terms, 0 to 1.
  std::array<std::vector<double>, torque_term_names.size()> shares() const;
  /// At most one for each kind and joint.
  std::vector<LimitViolation> violations() const;

 private:
  std::size_t joints_, rows_ = 0;
  std::vector<double> peak_, squares_;
  std::array<std::vector<double>, torque_term_names.size()> magnitudes_;
  std::vector<std::array<WorstRow, 4>> worst_;  // by joint: position, velocity, acceleration, torque
};

}  // namespace torsor
