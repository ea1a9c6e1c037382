#pragma once

#include "command.hpp"
#include "torsor/io/finding.hpp"

/// Findings, as all commands print them.
namespace torsor::cli {

const char* word(io::Severity severity);

/// file:line:column: severity [code] element: message; fix. The place only as far as it is known.
std::string line_of(const io::Finding& finding);

Json findings_json(const std::vector<io::Finding>& findings);

}  // namespace torsor::cli
