#pragma once

#include "torsor/log_health/log_health.hpp"
#include "torsor/report/plot.hpp"

namespace torsor::report {

/// The signals of one joint, thinned for plots; those that are not recorded are empty.
struct JointSignals {
  Curve position, reference, velocity, torque;
};

/// By joint, read in pieces: the extremes of each of about 700 pieces of the log, without the rows that are left out.
std::vector<JointSignals> log_signals(const LogHealth& health, const LogSource& log);

}  // namespace torsor::report
