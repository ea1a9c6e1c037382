#pragma once

#include <string>
#include <vector>

#include "torsor/log_health/log_health.hpp"

namespace torsor {

/// What a page about a log says of it besides its health.
struct LogNames {
  std::string log;
  std::vector<std::string> columns;       // "position: q1 .. q6 (rad)"
  std::vector<std::string> joints;        // joint 1, joint 2, ... where there are none
  std::vector<std::string> torque_units;  // by joint; Nm where there are none
};

/// A page of HTML that needs nothing else: whether a log is sound, what was found, and its signals. `log` is read in
/// pieces; rows that `health` leaves out are not drawn.
std::string html_report(const LogHealth& health, const LogSource& log, const LogNames& names);

}  // namespace torsor
