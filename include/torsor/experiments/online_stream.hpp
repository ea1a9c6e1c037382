#pragma once

#include <istream>
#include <span>
#include <string>
#include <vector>

#include "torsor/core/finding.hpp"

namespace torsor {

/// Samples that come as lines of text: a header with the columns t, q1.., tau1.. in any order, others passed over, then
/// a row for each sample, joint side and SI units. A line is read when it is asked for, and no further.
class OnlineStream {
 public:
  /// Reads the header. Throws FileError, which calls the stream by `name`, where a column is missing.
  OnlineStream(std::istream& input, int joints, std::string name);

  /// False at the end. Cells that are no numbers are not a number (NaN); a row of another length, as one that was cut
  /// short, is left out and counted.
  bool next(double& time, std::span<double> q, std::span<double> tau);

  long left_out() const { return left_out_; }
  /// What can be seen of a stream: columns of more joints than were asked for, rows that were left out.
  std::vector<Finding> findings() const;

 private:
  std::istream& input_;
  std::string name_, line_;
  int joints_;
  int number_ = 1;                  // of the line
  long left_out_ = 0;               // rows of another length
  int first_left_out_ = 0;          // its line
  std::size_t found_cells_ = 0;     // in it
  std::vector<std::string> names_;  // of the columns
  std::vector<int> places_;         // of t, q1.., tau1.. among them
  std::vector<double> cells_;
};

}  // namespace torsor
