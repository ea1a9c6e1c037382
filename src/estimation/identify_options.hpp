#pragma once

#include "torsor/estimation/identify.hpp"

namespace torsor {

/// Throws UsageError where a number of the options is outside of its range.
void require_possible(const IdentifyOptions& options);

}  // namespace torsor
