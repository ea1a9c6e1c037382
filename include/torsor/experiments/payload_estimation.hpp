#pragma once

#include <optional>

#include "torsor/estimation/identify.hpp"
#include "torsor/experiments/payload_estimate.hpp"

namespace torsor {

/// Logs of one robot: without a load, with the load that is sought, and with a load that is known.
template <class Log>
struct PayloadLogs {
  std::vector<Log> unloaded, loaded, reference{};
};

/// How logs become equations. More of the slow ones than in an identification are left out: what friction near rest
/// does to the two kinds of logs would be taken for load.
inline IdentifyOptions payload_equations() {
  IdentifyOptions options;
  options.slow_share = 0.15;
  return options;
}

struct PayloadOptions {
  std::string frame{};                              // in which the load is given; empty: the robot's tip
  std::optional<Inertia<double>> known{};           // the load of the reference logs, in the same frame
  bool gain_ratios = true;                          // torques of joints may be off by factors of their own
  double gain_deviation = 0.01;                     // standard deviation of the factor that all joints share, relative
  double ratio_deviation = 0.1;                     // the same of a joint's own factor, before the logs are seen
  bool still = false;                               // from the rests of the logs alone: mass and centre
  double rest_duration = 0.4;                       // s that a rest has to last
  double rest_range = 2e-3;                         // rad or m within which positions stay in a rest
  double same_pose = 0.02;                          // rad or m between rests of one pose
  IdentifyOptions equations = payload_equations();  // friction, smoothing, gravity, rates, threads
};

/// Mass, centre of mass and inertia of a load from logs without and with it; the motions may differ. One robot serves
/// all logs, the load adds to its last link, friction is that of each kind of logs on its own, and factors between the
/// torques of joints are estimated beside. (docs/algorithms/payload.md)
/// Throws ComputationError where the logs cannot answer, UsageError where options or numbers of joints do not fit.
PayloadEstimate estimate_payload(const Description& robot, const PayloadLogs<NamedLog>& logs,
                                 const PayloadOptions& options = {});

/// The same from log files: what was found in them is among the findings, and where the options have no gravity, that
/// of the first log's mapping is taken.
PayloadEstimate estimate_payload(const Description& robot, const PayloadLogs<CleanLog>& logs,
                                 PayloadOptions options = {});

}  // namespace torsor
