#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "torsor/core/error.hpp"

namespace torsor {

/// A list such as `0.1,90deg,-pi/2`, with the place of the first mistake in the message. `what` names it: `--q`.
/// Only finite numbers pass. Throws UsageError.
std::vector<double> parse_numbers(std::string_view text, const std::string& what);

}  // namespace torsor
