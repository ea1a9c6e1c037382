#pragma once

#include "torsor/codegen/write_kernel.hpp"

/// What generate and verify-generated share.
namespace torsor::cli {

/// c, cpp, python or matlab. Throws a UsageError that starts with `what`.
Language language_named(const std::string& name, const std::string& what);
/// .c, .cpp, .py or .m
std::string suffix_of(Language language);
/// The functions of a comma-separated list, each known and none twice. Throws UsageError.
std::vector<std::string> functions_named(const std::string& list);
std::string joined(const std::vector<std::string>& names);

}  // namespace torsor::cli
