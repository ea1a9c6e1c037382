#pragma once

#include "command.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/finding.hpp"

/// Findings, as all commands print them.
namespace torsor::cli {

const char* word(Severity severity);

/// The flag of an option of the library: "--hold-out" for "hold_out".
std::string flag_of(const std::string& option);
/// What to do about a finding, with the flags that do it: "identify without them (--no-rotor)".
std::string advice(const Finding& finding);

/// What an error says, with flags where the library names options.
std::string told(const UsageError& error);
std::string told(const ComputationError& error);

/// file:line:column: severity [code] element: message; fix. The place only as far as it is known.
std::string line_of(const Finding& finding);

Json findings_json(const std::vector<Finding>& findings);

}  // namespace torsor::cli
