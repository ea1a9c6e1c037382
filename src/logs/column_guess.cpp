#include "logs/column_guess.hpp"

#include <algorithm>
#include <cmath>

namespace torsor::logs {
namespace {

constexpr long most_rows = 20000, least_rows = 20, windows = 400;

/// The wanted columns of the beginning of a table, each on its own.
class Beginning {
 public:
  Beginning(NumberTable& table, int columns) {
    std::vector<int> all(static_cast<std::size_t>(columns));
    for (int c = 0; c < columns; ++c) all[static_cast<std::size_t>(c)] = c;
    table.scan(all, false);
    rows_ = std::min(most_rows, table.row_count());
    values_.resize(all.size() * static_cast<std::size_t>(std::max(rows_, 0L)));
    if (rows_ > 0) table.read(0, rows_, values_.data());
  }
  long rows() const { return rows_; }
  double at(int column, long row) const { return values_[static_cast<std::size_t>(column * rows_ + row)]; }

 private:
  long rows_ = 0;
  std::vector<double> values_;
};

/// Correlation and slope of the changes of one column with the sums of another over windows.
struct Derivative {
  double xx = 0, xy = 0, yy = 0;
  double correlation() const { return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0; }
  double slope() const { return xx > 0 ? xy / xx : 0; }
};

Derivative derivative(const Beginning& data, int column, int of, int time) {
  const long step = std::max(1L, data.rows() / windows);
  Derivative result;
  for (long row = 0; row + step < data.rows(); row += step) {
    double sum = 0;  // of the rate, by the trapezoidal rule; in rows where there is no clock
    for (long r = row; r < row + step; ++r)
      sum += 0.5 * (data.at(column, r) + data.at(column, r + 1)) *
             (time < 0 ? 1 : data.at(time, r + 1) - data.at(time, r));
    const double change = data.at(of, row + step) - data.at(of, row);
    if (!std::isfinite(sum) || !std::isfinite(change)) continue;
    result.xx += sum * sum, result.xy += sum * change, result.yy += change * change;
  }
  return result;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// 0.00100002 was meant to be 0.001.
double rounded(double period) {
  const double size = std::pow(10, std::floor(std::log10(period)) - 1), near = std::round(period / size) * size;
  return std::abs(near - period) < 0.005 * period ? near : period;
}

}  // namespace

BlockCheck check_blocks(NumberTable& table, int first, int joints, int blocks, int time) {
  const Beginning data(table, first + joints * blocks);
  if (data.rows() < least_rows || blocks < 3) return {};
  std::vector<double> velocity, acceleration, periods;
  for (int j = first; j < first + joints; ++j) {
    const Derivative rate = derivative(data, j + joints, j, time);
    if (rate.yy == 0) continue;  // it rests
    velocity.push_back(rate.correlation());
    periods.push_back(rate.slope());
    if (blocks > 3) acceleration.push_back(derivative(data, j + 2 * joints, j + joints, time).correlation());
  }
  BlockCheck check{!velocity.empty(), median(velocity), median(acceleration)};
  const double middle = median(periods);
  const auto agrees = [&](double period) { return std::abs(period - middle) < 0.05 * middle; };
  if (middle > 0 && 2 * std::count_if(periods.begin(), periods.end(), agrees) > static_cast<long>(periods.size()))
    check.period = rounded(middle);
  return check;
}

}  // namespace torsor::logs
