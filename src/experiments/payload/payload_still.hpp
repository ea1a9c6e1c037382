#pragma once

#include "torsor/experiments/payload_estimation.hpp"

namespace torsor::payload {

/// Mass and centre of a load from poses at rest, each approached from both sides. Without logs of the robot alone its
/// weight is that of the robot file.
PayloadEstimate estimate_still(const Description& robot, const PayloadLogs<NamedLog>& logs,
                               const PayloadOptions& options);

}  // namespace torsor::payload
