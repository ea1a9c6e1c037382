#pragma once

#include <limits>
#include <string>

/// What the numbers that enter may be: those of robot files, mappings, options and flags. One table; nothing that
/// passed it overflows on its way through the equations.
namespace torsor {

struct Range {
  double low, high;
  const char* unit = "";
  bool above_low = false;  // low itself is outside

  /// NaN is in no range.
  constexpr bool contains(double value) const { return (above_low ? value > low : value >= low) && value <= high; }
};

/// What a message about `found` says was expected: "a number from 0 to 1e+06 Hz", or "a finite number" in place of NaN.
std::string expected(const Range& range, double found);

/// Throws UsageError of the option where the value is outside.
void require_in(const Range& range, const std::string& option, double value);

namespace ranges {

inline constexpr Range number{-1e30, 1e30};  // of a robot file, a mapping or a list on the command line
inline constexpr Range limit{std::numeric_limits<double>::lowest(),
                             std::numeric_limits<double>::max()};  // "none" is often the largest number that there is
inline constexpr Range share{0, 1};
inline constexpr Range part{0, 1, "", true};
inline constexpr Range held_out{0, 0.9};
inline constexpr Range count{0, 1e9};
inline constexpr Range threads{0, 256};
inline constexpr Range cutoff{1e-4, 1e6, "Hz"};
inline constexpr Range equation_rate{1e-3, 1e6, "Hz"};
inline constexpr Range seconds{0, 1e9, "s"};
inline constexpr Range velocity{0, 1e6, "rad/s or m/s"};

}  // namespace ranges

}  // namespace torsor
