#include <fmt/format.h>

#include <cmath>

#include "log_health/repeated_rows.hpp"

namespace torsor::log_health {
namespace {

using enum Severity;

/// A step of time of more than this many usual ones is a gap.
constexpr double gap_steps = 10;
/// Stamps of a receiver that are no time may go back by so much: s.
constexpr double disorder = 0.25;
/// Values so many times the usual spread away from the usual range are not the sensor's.
constexpr double outlier_spreads = 20;

/// Rows that share a fault, while the log passes by.
struct Rows {
  std::vector<RowRange> ranges;
  double worst = 0;
  void add(long row) {
    if (!ranges.empty() && ranges.back().last + 1 >= row)
      ranges.back().last = row;
    else
      ranges.push_back({row, row});
  }
};

/// A channel that stays at one value, or at its own extreme.
struct Runs {
  double last = 0, sum_of_squares = 0, lowest = HUGE_VAL, highest = -HUGE_VAL;
  long count = 0, run = 0, longest = 0, longest_end = 0;
  struct Extreme {
    long samples = 0, run = 0, longest = 0, first = 0;
  } low, high;

  void add(double value, long row) {
    run = count > 0 && value == last ? run + 1 : 1;
    if (run > longest) longest = run, longest_end = row;
    at_extreme(value, row, value < lowest, value == lowest, low);
    at_extreme(value, row, value > highest, value == highest, high);
    lowest = std::min(lowest, value), highest = std::max(highest, value);
    sum_of_squares += value * value;
    last = value;
    ++count;
  }

 private:
  static void at_extreme(double, long row, bool beyond, bool at, Extreme& extreme) {
    if (beyond) extreme = {0, 0, 0, row};
    extreme.run = beyond || at ? extreme.run + 1 : 0;
    extreme.samples += beyond || at;
    extreme.longest = std::max(extreme.longest, extreme.run);
  }
};

class RowJudge {
 public:
  RowJudge(const Preview& preview, Examination& examination)
      : preview_(preview), at_(examination), alike_(preview.steps),
        joints_(static_cast<std::size_t>(examination.log.joint_count())) {
    for (auto& runs : runs_) runs.resize(joints_);
  }

  void run() {
    for (long first = 0; first < at_.log.row_count(); first += rows_a_piece) {
      const LogRows rows = at_.log.read(first, std::min(rows_a_piece, at_.log.row_count() - first));
      for (std::size_t r = 0; r < rows.time.size(); ++r)
        judge(rows, static_cast<Eigen::Index>(r), first + static_cast<long>(r));
    }
    alike_.finish();
    summarise();
    tell_clock();
    tell_rows();
    for (std::size_t j = 0; j < joints_; ++j) tell_channels(static_cast<int>(j));
  }

 private:
  void judge(const LogRows& rows, Eigen::Index r, long row) {
    const double time = rows.time[static_cast<std::size_t>(r)];
    if (is_outlier(rows, r)) return outliers_.add(row);
    // Where the rows themselves tell the time, stamps that stand still or go back a little do no harm.
    if (sound_ > 0 && !(time > last_time_ - (preview_.clock.counted ? disorder : 0))) {
      backwards_.worst = std::min(backwards_.worst, time - last_time_);
      return (time == last_time_ ? repeated_ : backwards_).add(row);
    }
    if (sound_ > 0 && row == last_row_ + 1) judge_step(time - last_time_, row);  // or else a row was left out between
    if (sound_ == 0) start_ = time;
    last_time_ = std::max(time, last_time_);
    last_row_ = row;
    ++sound_;
    alike_.add(rows, r, row);
    const auto all = quantities(rows);
    for (std::size_t kind = 0; kind < 5; ++kind)
      for (std::size_t j = 0; j < preview_.channels[kind].size(); ++j)
        runs_[kind][j].add((*all[kind])(r, static_cast<Eigen::Index>(j)), row);
  }

  void judge_step(double step, long row) {
    if (step > gap_steps * preview_.period && !preview_.clock.counted) {
      gaps_.worst = std::max(gaps_.worst, step);
      return gaps_.add(row);
    }
    const double ratio = step / preview_.period;
    if (ratio > 1.5 && std::abs(ratio - std::round(ratio)) < 0.02 && !preview_.clock.counted) return missing_.add(row);
    shortest_ = std::min(shortest_, step), longest_ = std::max(longest_, step);
    ++steps_;
    const double delta = step - mean_;
    mean_ += delta / static_cast<double>(steps_);
    squares_ += delta * (step - mean_);
  }

  bool is_outlier(const LogRows& rows, Eigen::Index r) {
    const auto all = quantities(rows);
    for (std::size_t kind = 0; kind < 5; ++kind)
      for (std::size_t j = 0; j < preview_.channels[kind].size(); ++j) {
        const auto& [low, high, resolution] = preview_.channels[kind][j];
        const double value = (*all[kind])(r, static_cast<Eigen::Index>(j)), spread = high - low;
        if (spread <= 0 || (value > low - outlier_spreads * spread && value < high + outlier_spreads * spread))
          continue;
        if (outliers_.ranges.empty())
          example_ = fmt::format("found {:.6g} as {} of {}, where 98 % lie in {:.6g} .. {:.6g}", value,
                                 quantity_names[kind], at_.joint(static_cast<int>(j)), low, high);
        return true;
      }
    return false;
  }

  void summarise() {
    LogHealth& health = at_.health;
    health.sound_rows = sound_ - row_count(alike_.found());
    health.duration = last_time_ - start_;
    health.jitter = steps_ > 1 ? std::sqrt(squares_ / static_cast<double>(steps_ - 1)) : 0;
    if (!alike_.found().empty()) health.period *= preview_.steps.rows_a_change;
    for (const Rows* rows : {&outliers_, &repeated_, &backwards_})
      at_.invalid.insert(at_.invalid.end(), rows->ranges.begin(), rows->ranges.end());
    at_.invalid = merged(std::move(at_.invalid));
    health.unsound = alike_.found();
    health.unsound.insert(health.unsound.end(), at_.invalid.begin(), at_.invalid.end());
    health.repeated_rows = row_count(alike_.found());
    health.unsound = merged(std::move(health.unsound));
    health.joints.resize(joints_);
    for (std::size_t j = 0; j < joints_; ++j)
      for (std::size_t kind = 0; kind < 5; ++kind) {
        if (preview_.channels[kind].empty() || sound_ == 0) continue;
        const Runs& runs = runs_[kind][j];
        *channels(health.joints[j])[kind] = {true, runs.lowest, runs.highest,
                                             std::sqrt(runs.sum_of_squares / static_cast<double>(runs.count)),
                                             preview_.channels[kind][j].resolution};
      }
  }

  void tell_clock() {
    const double period = preview_.period;
    if (!(period > 0))
      return at_.tell("timestamp-backwards", error, 0, "time",
                      fmt::format("expected increasing time, found a median step of {:.6g} s", period),
                      "name the time column in a mapping, or give a period");
    const long lost = row_count(backwards_.ranges);
    if (lost > 0)
      at_.tell("timestamp-backwards", 2 * lost > at_.log.row_count() ? error : warning, backwards_.ranges[0].first,
               at_.lines(backwards_.ranges),
               fmt::format("expected rows in order of time, found {} that go back, by up to {:.6g} s", lost,
                           -backwards_.worst),
               "left out; if the clock restarts, pass that part as a separate log");
    if (!repeated_.ranges.empty())
      at_.tell("timestamp-repeated", warning, repeated_.ranges[0].first, at_.lines(repeated_.ranges),
               fmt::format("expected a new time in every row, found {} with the time of the previous row",
                           row_count(repeated_.ranges)),
               "left out");
    if (!gaps_.ranges.empty())
      at_.tell("timestamp-gap", warning, gaps_.ranges[0].first, at_.lines(gaps_.ranges),
               fmt::format("expected steps of {:.6g} s, found {} of more than {:.0f} times that, up to {:.6g} s",
                           period, row_count(gaps_.ranges), gap_steps, gaps_.worst),
               "rows are missing before it; nothing is differentiated across the gap");
    const bool uneven = at_.health.jitter > 0.02 * period;
    if (!missing_.ranges.empty() && !uneven)
      at_.tell(
          "timestamp-gap", note, missing_.ranges[0].first, at_.lines(missing_.ranges),
          fmt::format("expected steps of {:.6g} s, found {} of a few whole steps", period, row_count(missing_.ranges)),
          "single rows are missing before");
    if (uneven)
      at_.tell("timestamp-jitter", longest_ > 1.5 * period ? warning : note, 0, "time",
               fmt::format("expected steps of {:.6g} s, found {:.6g} .. {:.6g} s, standard deviation {:.3g} s", period,
                           shortest_, longest_, at_.health.jitter),
               "resample using the time stamps; the row number is not a time");
  }

  void tell_rows() {
    if (!alike_.found().empty())
      at_.tell("repeated-row", warning, alike_.found()[0].first, at_.lines(alike_.found()),
               fmt::format("expected new values in every row of a motion, found {} that repeat the previous row",
                           row_count(alike_.found())),
               "left out: the recorder ran faster than the robot answered, or answers came late");
    if (outliers_.ranges.empty()) return;
    at_.tell("garbage-row", warning, outliers_.ranges[0].first, at_.lines(outliers_.ranges),
             fmt::format("expected values near the others; {}", example_),
             row_count(outliers_.ranges) == 1 ? "the row is left out" : "the rows are left out");
  }

  void tell_channels(int j) {
    const auto k = static_cast<std::size_t>(j);
    for (std::size_t kind = 0; kind < 5; ++kind) {
      if (preview_.channels[kind].empty() || sound_ == 0) continue;
      const Runs& runs = runs_[kind][k];
      const std::string element = fmt::format("{}: {}", at_.joint(j), quantity_names[kind]);
      if (runs.lowest == runs.highest) {
        at_.tell("dead-channel", kind == 0 || kind == 3 ? warning : note, 0, element,
                 fmt::format("expected a value that changes, found {:.6g} in all {} rows", runs.lowest, runs.count),
                 kind == 3 ? "this joint's torque carries no information" : "not recorded, or the joint is at rest");
        continue;
      }
      if (kind == 0 || kind == 3) tell_stuck(j, kind, runs, element);
      if (kind == 3) tell_saturation(runs.low, runs, element), tell_saturation(runs.high, runs, element);
    }
  }

  /// A sensor that stops while its joint goes on: the run is long beside the log, and the joint's other quantity has
  /// none like it, as it would have at rest.
  void tell_stuck(int j, std::size_t kind, const Runs& runs, const std::string& element) {
    const Runs& other = runs_[kind == 0 ? 3 : 0][static_cast<std::size_t>(j)];
    const double seconds = static_cast<double>(runs.longest) * preview_.period;
    const bool long_run =
        runs.longest >= 50 && static_cast<double>(runs.longest) > 0.02 * static_cast<double>(runs.count);
    if (!long_run || 2 * other.longest > runs.longest) return;
    const long last = runs.longest_end, first = last - runs.longest + 1;
    at_.tell("stuck-channel", kind == 3 ? warning : note, first, element,
             fmt::format("expected a value that changes, found the same in {} rows ({:.3g} s), {}", runs.longest,
                         seconds, at_.lines({{first, last}})),
             kind == 3 ? "the torque may have been held or lost there" : "a stuck sensor, or a joint at rest");
  }

  void tell_saturation(const Runs::Extreme& extreme, const Runs& runs, const std::string& element) {
    const double value = &extreme == &runs.low ? runs.lowest : runs.highest;
    const double share = static_cast<double>(extreme.samples) / static_cast<double>(runs.count);
    if (extreme.longest < 5 || share < 0.002 || value == 0) return;
    at_.tell("saturation", warning, extreme.first, element,
             fmt::format("expected no plateau at the extreme value, found {:.6g} in {} rows ({:.2g} %), {} of them in "
                         "a row",
                         value, extreme.samples, 100 * share, extreme.longest),
             "the drive saturates and the true torque is unknown: leave these rows out, or move less");
  }

  const Preview& preview_;
  Examination& at_;
  RepeatedRows alike_;
  std::size_t joints_;
  Rows outliers_, repeated_, backwards_, gaps_, missing_;
  std::string example_;
  std::array<std::vector<Runs>, 5> runs_;
  long sound_ = 0, steps_ = 0, last_row_ = 0;
  double start_ = 0, last_time_ = 0, shortest_ = HUGE_VAL, longest_ = 0, mean_ = 0, squares_ = 0;
};

}  // namespace

void judge_rows(const Preview& preview, Examination& examination) { RowJudge(preview, examination).run(); }

}  // namespace torsor::log_health
