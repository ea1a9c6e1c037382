#pragma once

#include <vector>

#include "log_health/examination.hpp"

namespace torsor::log_health {

/// A row and the next one that differs from it: how far the positions went before and after, and how many rows between
/// are alike.
struct RowChange {
  Eigen::VectorXd before, after;
  long alike = 0;
};

/// Which rows have other positions than the one before. Velocities and torques may come from elsewhere, and change
/// while the positions are those of before.
class RowTrack {
 public:
  /// Whether the row is like the one before.
  bool alike(const LogRows& rows, Eigen::Index r);
  /// Of the last row that was not; `before` is empty for the first ones.
  const RowChange& change() const { return change_; }

 private:
  Eigen::VectorXd last_;
  RowChange change_;
  long alike_ = 0;
};

/// What some pieces of the log tell about steps of position and rows that are alike.
RowSteps row_steps(const std::vector<LogRows>& pieces);

/// Finds rows that repeat the previous one while the robot moves: a source that is slower than the recorder, or a
/// stream that stood still. Rows at rest are among them only where every row of the motion is held.
class RepeatedRows {
 public:
  explicit RepeatedRows(const RowSteps& steps) : steps_(steps) {}

  void add(const LogRows& rows, Eigen::Index r, long row);
  /// After the last row.
  void finish();
  const std::vector<RowRange>& found() const { return found_; }

 private:
  bool is_repetition() const;
  void thin_out(const RowRange& alike);

  const RowSteps& steps_;
  RowTrack track_;
  RowRange alike_{0, -1};  // so many rows are like the one before them
  std::vector<RowRange> found_;
};

}  // namespace torsor::log_health
