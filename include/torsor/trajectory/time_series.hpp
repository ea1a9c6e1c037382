#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "torsor/core/numbers.hpp"

namespace torsor {

/// What is wrong with the rows of a table over time.
struct TimeSeriesProblem {
  std::size_t row = 0;  // from 0
  std::string message;
};

/// Columns of numbers over time, with values between the rows. Before the first row and after the last one they stay as
/// they are there. Evaluating it allocates nothing, and is done from any thread.
class TimeSeries {
 public:
  enum class Between {
    hold,    // the value of the row before
    linear,  // a straight line
    cubic,   // a spline with steady curvature, which is zero at both ends
  };

  TimeSeries() = default;  // no columns

  /// `values` has `columns` numbers for each time, row after row. Time has to rise strictly, and all numbers have to be
  /// finite.
  static std::variant<TimeSeries, TimeSeriesProblem> from_rows(std::vector<double> time, std::vector<double> values,
                                                               std::size_t columns, Between between = Between::linear);

  std::size_t columns() const { return columns_; }
  const std::vector<double>& time() const { return time_; }

  /// All columns at a time, or their first or second derivative. At a row, that of the piece which begins there.
  void at(double t, Output<double> values, int derivative = 0) const;

  /// Times at which a value jumps or has a kink, in rising order.
  std::vector<double> breaks() const;

 private:
  const double* row(std::size_t k) const { return values_.data() + k * columns_; }
  void find_curvatures();
  bool has_break(std::size_t k) const;

  std::vector<double> time_, values_;
  std::vector<double> curvatures_;  // second derivatives at the rows, of a cubic one
  std::size_t columns_ = 0;
  Between between_ = Between::linear;
};

}  // namespace torsor
