#pragma once

#include <string>

#include "torsor/experiments/payload_estimate.hpp"

namespace torsor {

/// A page of HTML that needs nothing else: the load with its intervals, the torques that it explains, joint by joint,
/// and the lines for controllers.
std::string html_report(const PayloadEstimate& estimate);

}  // namespace torsor
