#pragma once

#include "output/json.hpp"
#include "torsor/core/finding.hpp"

/// Findings, as all commands print them.
namespace torsor::cli {

const char* word(Severity severity);

/// What to do about a finding, with the flags that do it: "identify without them (--no-rotor)".
std::string advice(const Finding& finding);

/// file:line:column: severity [code] element: message; fix. The place only as far as it is known.
std::string line_of(const Finding& finding);

Json findings_json(const std::vector<Finding>& findings);

}  // namespace torsor::cli
