#pragma once

#include <Eigen/Core>
#include <utility>
#include <vector>

namespace torsor {

/// Some rows of a log of motion: joint side, SI units, in the order of time. A column holds one joint, so that the
/// samples of a joint lie one behind the other.
struct LogRows {
  std::vector<double> time;     // s
  Eigen::MatrixXd q, qd, qdd;   // rows x joints; qd and qdd have no rows where the log does not record them
  Eigen::MatrixXd tau;          // rows x joints, Nm or N
  Eigen::MatrixXd q_reference;  // what the controller asked for; no rows where it is not recorded
};

/// A log that is read in pieces, as often as needed and from several threads at once, so that memory does not grow with
/// its length.
class LogSource {
 public:
  virtual ~LogSource() = default;
  virtual long row_count() const = 0;
  virtual int joint_count() const = 0;
  /// Rows first .. first + count - 1, all within row_count().
  virtual LogRows read(long first, long count) const = 0;
};

/// A log in memory.
class LogInMemory : public LogSource {
 public:
  explicit LogInMemory(LogRows rows) : rows_(std::move(rows)) {}
  long row_count() const override { return static_cast<long>(rows_.time.size()); }
  int joint_count() const override { return static_cast<int>(rows_.q.cols()); }
  LogRows read(long first, long count) const override;
  const LogRows& rows() const { return rows_; }

 private:
  LogRows rows_;
};

}  // namespace torsor
