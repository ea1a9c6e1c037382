#pragma once

#include <string>

#include "torsor/core/finding.hpp"

namespace torsor::cli {

/// A note or a warning on the error stream that is about no place of a file: a line for people, or with --json an
/// object
/// `{"warnings": [{"severity", "message"}]}`.
void remark(Severity severity, const std::string& message, bool json);

/// A finding on the error stream: a line for people, or with --json an object `{"warnings": [...]}`.
void warn(const Finding& finding, bool json);

}  // namespace torsor::cli
