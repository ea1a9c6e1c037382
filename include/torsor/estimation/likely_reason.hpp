#pragma once

#include <string>
#include <vector>

#include "torsor/estimation/identify.hpp"

namespace torsor {

/// A model that nobody should use: its verdict is poor or unknown.
bool acceptable(const Verdict& verdict);

/// Why a model fits as badly as it does: what the examination of its logs proposes is tried, in an identification that
/// takes one pass, and told with the residual that it leaves.
LikelyReason likely_reason(const Description& robot, const std::vector<CleanLog>& training,
                           const std::vector<CleanLog>& validation, const IdentifyOptions& options,
                           const Identification& result);

}  // namespace torsor
