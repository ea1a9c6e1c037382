#pragma once

#include <algorithm>
#include <set>
#include <string>

#include "support/made_log.hpp"
#include "torsor/log_health/log_health.hpp"

namespace torsor::test {

/// A log without traps; making it takes longer than judging it.
inline const LogRows& sound_rows() {
  static const LogRows rows = make_rows();
  return rows;
}
inline LogRows without_rates(LogRows rows) {
  rows.qd.resize(0, 0), rows.qdd.resize(0, 0);
  return rows;
}

inline std::set<std::string> codes(const LogHealth& health) {
  std::set<std::string> result;
  for (const Finding& finding : health.findings) result.insert(finding.code);
  return result;
}
using Codes = std::set<std::string>;

inline const Finding& finding(const LogHealth& health, const std::string& code) {
  static const Finding none;
  const auto found = std::find_if(health.findings.begin(), health.findings.end(),
                                  [&](const Finding& one) { return one.code == code; });
  return found == health.findings.end() ? none : *found;
}

inline LogHealth examined(const LogRows& rows, bool with_robot = false, const LogHealthOptions& options = {}) {
  static const Model<double> robot = logged_robot();
  return examine_log(LogInMemory(rows), with_robot ? &robot : nullptr, options);
}

}  // namespace torsor::test
