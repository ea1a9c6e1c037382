#pragma once

#include <cstdint>
#include <span>

#include "log_health/examination.hpp"

/// What time the positions themselves tell: they are taken at whole multiples of a period, and how many of them lie
/// between two rows is seen from how far the joints went.
namespace torsor::log_health {

/// How long each step to a row took, from the row before it; the first entry is not one.
struct Durations {
  std::vector<double> value;      // s
  std::vector<double> deviation;  // s: what the noise of positions makes of it; infinite at rest
  std::vector<double> way;        // how far the joints went, in units of their noise
};

/// `clock` gives the velocities, over `window` rows to either side, unless the recorded ones are used.
Durations durations(const LogRows& rows, std::span<const double> clock, long window, const RowClock& by);

/// Judges from pieces of the log, without rows that repeat others, whether their number tells the time better than the
/// stamps do.
RowClock judge_row_clock(const std::vector<LogRows>& pieces);

struct CountedSteps {
  std::vector<std::uint16_t> periods;  // to each row from the one before; 0 for the first
  bool even = true;                    // all are 1
  double period = 0;                   // s, by the stamps
};
/// Reads all rows of a log whose clock is counted, and that has so many rows, repeated ones too, in a period.
CountedSteps count_steps(const SoundLog& sound, double rows_a_period, const RowClock& clock);

}  // namespace torsor::log_health
