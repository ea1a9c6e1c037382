#pragma once

#include <string>
#include <string_view>

#include "torsor/core/error.hpp"

/// The library names its options, such as "free_base"; here they become the flags of the tool.
namespace torsor::cli {

/// "--free-base"
std::string flag_of(std::string_view option);

/// What was wrong with the call, in the words of the command line.
std::string usage_message(const UsageError& error);

}  // namespace torsor::cli
