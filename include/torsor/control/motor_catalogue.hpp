#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "torsor/core/finding.hpp"

namespace torsor {

/// A motor that can be bought, in SI units.
struct Motor {
  std::string name;
  double rotor_inertia = 0;
  double rated_torque = 0, peak_torque = 0;  // for ever, and for a moment
  double rated_speed = 0, top_speed = 0;
  double mass = std::numeric_limits<double>::quiet_NaN();   // not a number where it is not known
  double price = std::numeric_limits<double>::quiet_NaN();  // the same
  std::vector<double> ratios{};                             // of the gears it is sold with; empty: any
};

/// The motors of a CSV text: a header with the columns name, rotor_inertia, rated_torque, peak_torque, rated_speed and
/// top_speed in any order, and where they are known mass, price and ratios (`50;80;100`); others are passed over.
/// Numbers may be formulas, such as 3000*2*pi/60. Blank lines, and lines that begin with #, are skipped. What is wrong
/// is told with its line and column; where an error is among it, the list means nothing. `file` is named in findings.
std::vector<Motor> parse_motor_catalogue(std::string_view text, const std::string& file,
                                         std::vector<Finding>& findings);

}  // namespace torsor
