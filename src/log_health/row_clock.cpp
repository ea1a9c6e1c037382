#include "log_health/row_clock.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "log_health/derivative_check.hpp"
#include "torsor/smoothing/kalman_noise.hpp"

namespace torsor::log_health {
namespace {

/// Velocities come from this time to either side at first, and from few rows once the clock is known.
constexpr double wide = 0.05;
constexpr long widest = 24, narrow = 8;
/// A step is a whole number of periods where the motion tells it to within this share of one.
constexpr double certain = 0.2;
/// Steps lie on a grid where they miss it by less than this share of a period on average, by velocities that are rough
/// at first; by chance it is a quarter.
constexpr double perhaps_on_grid = 0.2, on_grid = 0.1;
constexpr long most_periods = 60000;

double middle_mean(std::vector<double>& values) {
  const std::size_t n = values.size(), quarter = n / 4;
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (std::size_t k = quarter; k < n - quarter; ++k) sum += values[k];
  return sum / static_cast<double>(n - 2 * quarter);
}

/// Velocity of a joint for each step: the middle half of the steps about it, so that one false step does not count.
void velocities(const LogRows& rows, std::span<const double> clock, long window, Eigen::Index j,
                std::vector<double>& result) {
  const long n = rows.q.rows();
  std::vector<double> each(static_cast<std::size_t>(n)), near;
  for (long r = 1; r < n; ++r) {
    const auto k = static_cast<std::size_t>(r);
    each[k] = (rows.q(r, j) - rows.q(r - 1, j)) / (clock[k] - clock[k - 1]);
  }
  result.assign(static_cast<std::size_t>(n), 0.0);
  for (long r = 1; r < n; ++r) {
    const long first = std::max(1L, std::min(r - window, n - 2 * window - 1)),
               last = std::min(n - 1, first + 2 * window);
    near.assign(each.begin() + first, each.begin() + last + 1);
    result[static_cast<std::size_t>(r)] = middle_mean(near);
  }
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

/// By joint: what a step of position differs from its neighbours by where they are most alike; of coarse encoders that
/// is nothing at all, and the noise is that of rounding.
std::vector<double> step_noise(const std::vector<LogRows>& pieces) {
  std::vector<double> noise;
  for (Eigen::Index j = 0; j < pieces[0].q.cols(); ++j) {
    // Of all pieces together: a steady motion alone looks like the steps of an encoder.
    std::vector<double> bends, all;
    for (const LogRows& rows : pieces) {
      const auto q = rows.q.col(j);
      all.insert(all.end(), q.begin(), q.end());
      for (long r = 1; r + 1 < q.size(); ++r)
        if (q(r + 1) != q(r) || q(r) != q(r - 1)) bends.push_back(std::abs(q(r + 1) - 2 * q(r) + q(r - 1)));
    }
    // Two in ten lie within 0.25 deviations; a bend has three times the variance of a step.
    constexpr double two_in_ten = 0.25;
    double size = 0;
    for (const double q : all) size = std::max(size, std::abs(q));
    noise.push_back(std::max({quantile(bends, 0.2) / (two_in_ten * std::sqrt(3.0)),
                              quantisation_step(all) / std::sqrt(6.0), 1e-9 * (1 + size)}));
  }
  return noise;
}

/// Most joints that move have velocities that integrate to their positions, within 30 %.
bool velocities_sound(const std::vector<LogRows>& pieces, double period) {
  if (pieces[0].qd.rows() == 0) return false;
  const long window = std::clamp(std::lround(0.1 / period), 4L, 128L);
  int sound = 0, moving = 0;
  for (Eigen::Index j = 0; j < pieces[0].q.cols(); ++j) {
    DerivativeCheck check;
    for (const LogRows& rows : pieces)
      for (long r = 0; r + window < rows.q.rows(); r += window) {
        const double mean = rows.qd.col(j).segment(r, window + 1).mean();
        check.add(mean * static_cast<double>(window) * period, rows.q(r + window, j) - rows.q(r, j));
      }
    if (check.yy == 0) continue;
    ++moving;
    sound += check.correlation() > 0.95 && check.factor() > 0.7 && check.factor() < 1.3;
  }
  return moving > 0 && 2 * sound > moving;
}

/// Periods that a step took. At rest the rows tell, as many of the log as there are between the two, and the stamps: a
/// receiver is late now and then, so that they are believed where the joints have jumped, or where much time went by.
long periods_of(const Durations& found, std::size_t r, double stamped, long rows, const RowClock& by) {
  constexpr double gap = 10, jump = 30, long_rest = 0.5;
  const bool told = found.deviation[r] < certain * by.period;
  const double periods = found.value[r] / by.period;
  if (told && by.on_grid) return std::clamp<long>(std::lround(periods), 1, most_periods);
  const bool late = stamped > gap * by.period && !(told && periods < 0.5 * gap);
  if (late && (found.way[r] > jump || stamped > long_rest))
    return std::min<long>(std::lround(stamped / by.period), most_periods);
  return told ? 1 : rows;
}

/// Periods of each step, by the motion, and the clock that they make.
struct Counted {
  std::vector<long> steps;
  std::vector<double> clock;
};

Counted count(const LogRows& rows, std::span<const long> elapsed, const Durations& found, const RowClock& by) {
  Counted result{{0}, {0}};
  for (std::size_t r = 1; r < rows.time.size(); ++r) {
    result.steps.push_back(periods_of(found, r, rows.time[r] - rows.time[r - 1], elapsed[r], by));
    result.clock.push_back(result.clock.back() + by.period * static_cast<double>(result.steps.back()));
  }
  return result;
}

std::vector<double> by_number(std::size_t rows, double period) {
  std::vector<double> clock(rows);
  for (std::size_t r = 0; r < rows; ++r) clock[r] = period * static_cast<double>(r);
  return clock;
}

long wide_window(double period) { return std::clamp(std::lround(wide / period), 3L, widest); }

/// First with velocities over wide windows of the rows' numbers, then with those of the clock that this gives.
Counted counted(const LogRows& rows, std::span<const long> elapsed, const RowClock& by) {
  const std::vector<double> start = by_number(rows.time.size(), by.mean_step);
  const long window = wide_window(by.mean_step);
  Counted result = count(rows, elapsed, durations(rows, start, window, by), by);
  for (int pass = 0; by.on_grid && !by.by_velocity && pass < 2; ++pass)
    result = count(rows, elapsed, durations(rows, result.clock, std::min(window, narrow), by), by);
  return result;
}

/// How far a row lies from the straight line between its neighbours, in units of noise, squared.
double roughness(const LogRows& rows, long r, std::span<const double> clock, const RowClock& by) {
  const auto k = static_cast<std::size_t>(r);
  const double span = clock[k + 1] - clock[k - 1];
  const double share = span > 0 ? std::clamp((clock[k] - clock[k - 1]) / span, 0.0, 1.0) : 0;
  double sum = 0;
  for (Eigen::Index j = 0; j < rows.q.cols(); ++j) {
    const double before = rows.q(r - 1, j), away = rows.q(r, j) - before - share * (rows.q(r + 1, j) - before);
    sum += away * away / (by.noise[static_cast<std::size_t>(j)] * by.noise[static_cast<std::size_t>(j)]);
  }
  return sum;
}

/// The rows are better where they are clearly smoother, and not for a few false stamps, which are told as such.
void compare_clocks(const std::vector<LogRows>& pieces, RowClock& clock) {
  constexpr double clearly = 0.5, few = 0.003;
  long better = 0, all = 0;
  for (const LogRows& rows : pieces) {
    if (rows.time.size() < 9) continue;
    const Counted own = counted(rows, std::vector<long>(rows.time.size(), 1), clock);
    for (long r = 1; r + 1 < rows.q.rows(); ++r) {
      const double stamped = roughness(rows, r, rows.time, clock), even = roughness(rows, r, own.clock, clock);
      clock.roughness_stamped += stamped, clock.roughness_counted += even;
      better += stamped > 4 * even + 1, ++all;
    }
  }
  clock.counted = clock.roughness_counted<clearly * clock.roughness_stamped&& static_cast<double>(better)> few *
                  static_cast<double>(all);
}

/// The period that most steps are whole multiples of; 0 where there is none.
double grid_of(const std::vector<double>& steps, double misses) {
  if (steps.size() < 30) return 0;
  const double usual = quantile(steps, 0.5);
  for (int parts = 1; parts <= 3; ++parts) {
    double period = usual / parts, away = 0;
    for (int pass = 0; pass < 3; ++pass) {
      double products = 0, squares = 0;
      away = 0;
      for (const double step : steps) {
        const double whole = std::max(1.0, std::round(step / period));
        if (whole > 4) continue;
        products += step * whole, squares += whole * whole;
        away += std::min(0.5, std::abs(step / period - whole)) / static_cast<double>(steps.size());
      }
      if (squares > 0) period = products / squares;
    }
    if (away < misses) return period;
  }
  return 0;
}

/// The steps that the motion tells well, by velocities over the rows' numbers at first, then over the counted clock.
std::vector<double> told_steps(const std::vector<LogRows>& pieces, bool first, const RowClock& clock) {
  std::vector<double> told;
  for (const LogRows& rows : pieces) {
    if (rows.time.size() < 9) continue;
    const std::vector<double> start = first ? by_number(rows.time.size(), clock.mean_step)
                                            : counted(rows, std::vector<long>(rows.time.size(), 1), clock).clock;
    const long window = wide_window(clock.mean_step);
    const Durations found = durations(rows, start, first ? window : std::min(window, narrow), clock);
    for (std::size_t r = 1; r < found.value.size(); ++r)
      if (found.deviation[r] < 0.5 * certain * clock.period) told.push_back(found.value[r]);
  }
  return told;
}

RowClock judged_clock(const std::vector<LogRows>& pieces, bool by_velocity) {
  RowClock clock;
  std::vector<double> means;
  for (const LogRows& rows : pieces)
    if (rows.time.size() > 2)
      means.push_back((rows.time.back() - rows.time.front()) / static_cast<double>(rows.time.size() - 1));
  const double mean_step = clock.mean_step = quantile(means, 0.5);
  if (means.empty() || !(mean_step > 0)) return clock;
  clock.noise = step_noise(pieces);
  clock.by_velocity = by_velocity && velocities_sound(pieces, mean_step);
  clock.period = mean_step;
  clock.on_grid = true;
  for (const double misses : {perhaps_on_grid, on_grid, on_grid}) {
    const double grid = grid_of(told_steps(pieces, misses == perhaps_on_grid, clock), misses);
    clock.on_grid = grid > 0;
    clock.period = grid > 0 ? grid : mean_step;
    if (!clock.on_grid) break;
  }
  compare_clocks(pieces, clock);
  return clock;
}

}  // namespace

Durations durations(const LogRows& rows, std::span<const double> clock, long window, const RowClock& by) {
  const long n = rows.q.rows();
  std::vector<double> up(static_cast<std::size_t>(n)), down(up), way(up), v;
  for (Eigen::Index j = 0; j < rows.q.cols(); ++j) {
    if (!by.by_velocity) velocities(rows, clock, window, j, v);
    const double weight = 1 / (by.noise[static_cast<std::size_t>(j)] * by.noise[static_cast<std::size_t>(j)]);
    for (long r = 1; r < n; ++r) {
      const auto k = static_cast<std::size_t>(r);
      const double speed = by.by_velocity ? 0.5 * (rows.qd(r, j) + rows.qd(r - 1, j)) : v[k];
      const double change = rows.q(r, j) - rows.q(r - 1, j);
      up[k] += weight * speed * change;
      way[k] += weight * change * change;
      down[k] += weight * speed * speed;
    }
  }
  Durations result{up, down, way};
  for (std::size_t k = 0; k < up.size(); ++k) {
    result.value[k] = down[k] > 0 ? up[k] / down[k] : 0;
    result.way[k] = std::sqrt(way[k]);
    result.deviation[k] = down[k] > 0 ? 1 / std::sqrt(down[k]) : std::numeric_limits<double>::infinity();
  }
  return result;
}

// Recorded velocities may be differences of the very positions that repeat and skip: they are asked second.
RowClock judge_row_clock(const std::vector<LogRows>& pieces) {
  const RowClock clock = judged_clock(pieces, false);
  return clock.counted ? clock : judged_clock(pieces, true);
}

CountedSteps count_steps(const SoundLog& sound, double rows_a_period, const RowClock& clock) {
  constexpr long margin = 2 * widest;
  const long rows = sound.row_count();
  CountedSteps result;
  result.periods.resize(static_cast<std::size_t>(rows));
  double time = 0, periods = 0;
  for (long first = 0; first < rows; first += rows_a_piece) {
    const long begin = std::max(0L, first - margin), end = std::min(rows, first + rows_a_piece + margin);
    const LogRows piece = sound.read(begin, end - begin);
    std::vector<long> elapsed(piece.time.size(), 1);
    for (long r = begin + 1; r < end; ++r) {
      const auto between = static_cast<double>(sound.original(r) - sound.original(r - 1));
      elapsed[static_cast<std::size_t>(r - begin)] = std::max(1L, std::lround(between / rows_a_period));
    }
    const Counted found = counted(piece, elapsed, clock);
    for (long r = first; r < std::min(rows, first + rows_a_piece); ++r) {
      const auto k = static_cast<std::size_t>(r - begin);
      result.periods[static_cast<std::size_t>(r)] = static_cast<std::uint16_t>(found.steps[k]);
      if (r == 0) continue;
      periods += static_cast<double>(found.steps[k]), time += piece.time[k] - piece.time[k - 1];
      result.even &= found.steps[k] == 1;
    }
  }
  result.period = periods > 0 ? time / periods : clock.mean_step;
  return result;
}

}  // namespace torsor::log_health
