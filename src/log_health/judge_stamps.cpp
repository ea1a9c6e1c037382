#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "log_health/row_clock.hpp"
#include "torsor/core/counted.hpp"

namespace torsor::log_health {
namespace {

using enum Severity;

/// More periods than these between two rows are a gap.
constexpr int gap_periods = 10;

void tell_gaps(const std::vector<std::uint16_t>& periods, Examination& at) {
  const auto long_one = [](std::uint16_t step) { return step > gap_periods; };
  const auto first = std::find_if(periods.begin(), periods.end(), long_one);
  if (first == periods.end()) return;
  const SoundLog sound(at.log, at.health.unsound);
  at.tell("timestamp-gap", warning, sound.original(first - periods.begin()), "time",
          fmt::format("expected rows {:.6g} s apart, found {} of more than {} times that, up to {:.6g} s",
                      at.health.period, counted(std::count_if(first, periods.end(), long_one), "step"), gap_periods,
                      at.health.period * *std::max_element(periods.begin(), periods.end())),
          "rows are missing before it; nothing is differentiated across the gap");
}

}  // namespace

void judge_stamps(const Preview& preview, Examination& examination) {
  LogHealth& health = examination.health;
  const bool doubtful = health.repeated_rows > 0 || health.jitter > 0.001 * preview.period;
  if (!preview.clock.counted || !doubtful) return;
  CountedSteps steps =
      count_steps(SoundLog(examination.log, health.unsound), preview.steps.rows_a_change, preview.clock);
  health.period = steps.period;
  health.time.uniform = steps.even;
  examination.tell("timestamp-false", warning, 0, "time",
                   fmt::format("expected a motion that is smooth over the time stamps, found it {:.3g} times smoother "
                               "with {} of {:.6g} s",
                               std::sqrt(preview.clock.roughness_stamped / preview.clock.roughness_counted),
                               steps.even ? "even steps" : "whole multiples", steps.period),
                   steps.even ? "the rows are evenly spaced and the time stamps are not: even steps are used"
                              : "the positions are of even instants, some of which are missing, and the time stamps "
                                "are not: the instants are counted by the motion");
  if (steps.even) return;
  tell_gaps(steps.periods, examination);
  health.time.periods = std::move(steps.periods);
}

}  // namespace torsor::log_health
