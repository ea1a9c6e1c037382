#pragma once

#include <vector>

#include "examination.hpp"

namespace torsor {

/// Finds rows that repeat the one before, value for value, while the robot moves: a source that is slower than the
/// recorder, or a stream that stood still. Rows at rest are not among them.
class RepeatedRows {
 public:
  explicit RepeatedRows(const Preview& preview) : preview_(preview) {}

  void add(const io::LogRows& rows, Eigen::Index r, long row);
  const std::vector<io::RowRange>& found() const { return found_; }

 private:
  bool repeats(const io::LogRows& rows, Eigen::Index r) const;
  bool goes_on(const Eigen::VectorXd& step) const;

  const Preview& preview_;
  std::array<Eigen::VectorXd, 4> last_;  // position, velocity, acceleration, torque
  Eigen::VectorXd step_before_;          // of position, before the rows that are alike
  io::RowRange alike_{0, -1};            // so many rows are like the one before them
  std::vector<io::RowRange> found_;
};

}  // namespace torsor
