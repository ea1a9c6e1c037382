#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "torsor/core/error.hpp"

/// The library names its options, such as "free_base"; here they become the flags of the tool.
namespace torsor::cli {

/// "--free-base"
std::string flag_of(std::string_view option);
/// " (--hold-out, --validate)", to stand behind a text; empty where there are no options.
std::string flags_of(const std::vector<std::string>& options);

/// What an error says, in the words of the command line.
std::string in_words(const UsageError& error);
std::string in_words(const ComputationError& error);

}  // namespace torsor::cli
