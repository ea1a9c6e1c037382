#pragma once

#include <Eigen/Core>
#include <string>
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
  Eigen::MatrixXd other{};      // rows x LogSource::other_names(); no rows where there are none
};

/// A log that is read in pieces, as often as needed and from several threads at once, so that memory does not grow with
/// its length.
class LogSource {
 public:
  virtual ~LogSource() = default;
  virtual long row_count() const = 0;
  virtual int joint_count() const = 0;
  /// What else its rows hold because it was asked for, a temperature say.
  virtual std::vector<std::string> other_names() const { return {}; }
  /// Rows first .. first + count - 1, all within row_count().
  virtual LogRows read(long first, long count) const = 0;
};

/// A log in memory.
class LogInMemory : public LogSource {
 public:
  explicit LogInMemory(LogRows rows, std::vector<std::string> other_names = {})
      : rows_(std::move(rows)), other_names_(std::move(other_names)) {}
  long row_count() const override { return static_cast<long>(rows_.time.size()); }
  int joint_count() const override { return static_cast<int>(rows_.q.cols()); }
  std::vector<std::string> other_names() const override { return other_names_; }
  LogRows read(long first, long count) const override;
  const LogRows& rows() const { return rows_; }

 private:
  LogRows rows_;
  std::vector<std::string> other_names_;
};

}  // namespace torsor
