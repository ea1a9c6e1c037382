#include "torsor/trajectory/time_series.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace torsor::test::time_series_test {

using Between = TimeSeries::Between;

TimeSeries series(const std::vector<double>& time, const std::vector<double>& values, std::size_t columns,
                  Between between = Between::linear) {
  auto result = TimeSeries::from_rows(time, values, columns, between);
  if (const auto* problem = std::get_if<TimeSeriesProblem>(&result)) {
    ADD_FAILURE() << problem->message;
    return {};
  }
  return std::get<TimeSeries>(result);
}

std::vector<double> at(const TimeSeries& table, double t, int derivative = 0) {
  std::vector<double> values(table.columns());
  table.at(t, values, derivative);
  return values;
}

TEST(TimeSeries, values_between_rows_lie_on_a_line_and_stay_before_and_after) {
  const TimeSeries table = series({1, 2, 4}, {10, 0, 20, -1, 0, -1}, 2);
  EXPECT_EQ(at(table, 0.5), (std::vector<double>{10, 0}));
  EXPECT_EQ(at(table, 1), (std::vector<double>{10, 0}));
  EXPECT_EQ(at(table, 1.5), (std::vector<double>{15, -0.5}));
  EXPECT_EQ(at(table, 3), (std::vector<double>{10, -1}));
  EXPECT_EQ(at(table, 9), (std::vector<double>{0, -1}));
  EXPECT_EQ(at(table, 3, 1), (std::vector<double>{-10, 0}));
  EXPECT_EQ(at(table, 9, 1), (std::vector<double>{0, 0}));
}

TEST(TimeSeries, values_are_held_until_the_next_row) {
  const TimeSeries table = series({0, 1, 2}, {5, 6, 7}, 1, Between::hold);
  EXPECT_EQ(at(table, std::nextafter(1.0, 0.0)), std::vector<double>{5});
  EXPECT_EQ(at(table, 1), std::vector<double>{6});
  EXPECT_EQ(at(table, 5), std::vector<double>{7});
  EXPECT_EQ(at(table, 1.5, 1), std::vector<double>{0});
}

/// A spline whose curvature is zero at both ends gives back a function of which that is true.
TEST(TimeSeries, a_spline_follows_a_sine_with_its_first_two_derivatives) {
  const double pi = std::acos(-1.0);
  std::vector<double> time, values;
  for (int k = 0; k <= 100; ++k) {
    const double x = k / 100.0;
    time.push_back(pi * (x + 0.1 * x * (1 - x)));
    values.push_back(std::sin(time.back()));
    values.push_back(3 - std::sin(time.back()));
  }
  const TimeSeries table = series(time, values, 2, Between::cubic);
  for (double t = 0.005; t < pi; t += 0.0173) {
    EXPECT_NEAR(at(table, t)[0], std::sin(t), 1e-7);
    EXPECT_NEAR(at(table, t)[1], 3 - std::sin(t), 1e-7);
    EXPECT_NEAR(at(table, t, 1)[0], std::cos(t), 1e-4);
    EXPECT_NEAR(at(table, t, 2)[0], -std::sin(t), 1e-3);
  }
  for (std::size_t k = 0; k < time.size(); ++k) EXPECT_NEAR(at(table, time[k])[0], values[2 * k], 1e-14);
}

TEST(TimeSeries, the_last_row_ends_the_piece_before_it) {
  for (const TimeSeries::Between between : {TimeSeries::Between::linear, TimeSeries::Between::cubic}) {
    const auto made = TimeSeries::from_rows({0, 1, 2}, {0, 3, 6}, 1, between);
    double rate = 0;
    std::get<TimeSeries>(made).at(2, {&rate, 1}, 1);
    EXPECT_NEAR(rate, 3, 1e-12);
    std::get<TimeSeries>(made).at(2.001, {&rate, 1}, 1);
    EXPECT_EQ(rate, 0);
  }
}

TEST(TimeSeries, breaks_are_where_a_value_jumps_or_has_a_kink) {
  const std::vector<double> time{0, 1, 2, 3, 4};
  const std::vector<double> values{0, 1, 2, 2, 2};
  EXPECT_EQ(series(time, values, 1).breaks(), (std::vector<double>{0, 2}));
  EXPECT_EQ(series(time, values, 1, Between::hold).breaks(), (std::vector<double>{1, 2}));
  EXPECT_EQ(series(time, values, 1, Between::cubic).breaks(), (std::vector<double>{0}));
  EXPECT_TRUE(series({0, 1, 2}, {3, 3, 3}, 1).breaks().empty());
}

TEST(TimeSeries, one_row_is_a_constant) {
  for (const Between between : {Between::hold, Between::linear, Between::cubic}) {
    const TimeSeries table = series({2}, {7}, 1, between);
    EXPECT_EQ(at(table, 0), std::vector<double>{7});
    EXPECT_EQ(at(table, 5), std::vector<double>{7});
    EXPECT_TRUE(table.breaks().empty());
  }
}

TEST(TimeSeries, rows_that_make_no_sense_are_named) {
  const auto problem = [](const std::vector<double>& time, const std::vector<double>& values) {
    const auto result = TimeSeries::from_rows(time, values, 1);
    const auto* found = std::get_if<TimeSeriesProblem>(&result);
    return found == nullptr ? "none" : std::to_string(found->row) + ": " + found->message;
  };
  const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(problem({0, 1, 1}, {0, 0, 0}), "2: expected a time above 1, that of the row before, found 1");
  EXPECT_EQ(problem({0, -0.5}, {0, 0}), "1: expected a time above 0, that of the row before, found -0.5");
  EXPECT_EQ(problem({nan}, {0}), "0: expected a time, found nan");
  EXPECT_EQ(problem({0, 1}, {0, infinite}), "1: expected a finite number in column 1, found inf");
  EXPECT_EQ(problem({}, {}), "0: expected at least one row, found none");
}

}  // namespace torsor::test::time_series_test
