#pragma once

#include "torsor/experiments/payload_estimate.hpp"

namespace torsor::payload {

/// What the numbers of an estimate give reason to doubt.
std::vector<Finding> doubts(const PayloadEstimate& estimate);

}  // namespace torsor::payload
