#pragma once

#include "experiments/payload/payload_fit.hpp"
#include "torsor/experiments/payload_estimate.hpp"

namespace torsor::payload {

/// What is left of the torques without and with the load, and both over time.
void add_residuals(const Problem& problem, const Fit& fit, PayloadEstimate& result);

}  // namespace torsor::payload
