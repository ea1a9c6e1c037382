#pragma once

#include "output/json.hpp"
#include "torsor/core/finding.hpp"

/// Findings, as all commands print them.
namespace torsor::cli {

const char* word(Severity severity);
/// The severity of a word of one_of({"note", "warning", "error"}).
Severity severity_of(const std::string& word);

/// What to do about a finding, with the flags that do it: "identify without them (--no-rotor)".
std::string advice(const Finding& finding);

/// The same findings with advice in place of options: for reports, which know no flags.
std::vector<Finding> with_flags(std::vector<Finding> findings);

/// A line for each: file:line:column: severity [code] element: message; fix. The place only as far as it is known. What
/// is the same for several elements is one line, with the place of the first.
void print(const std::vector<Finding>& findings);
/// The same where what is said of several joints alike, but for its figures, is one line: of logs and results, whose
/// joints have no lines of their own.
void print_by_joints(const std::vector<Finding>& findings);

Json findings_json(const std::vector<Finding>& findings);
/// The same with one entry for joints of which the same is said; their names are in `joints`.
Json findings_json_by_joints(const std::vector<Finding>& findings);

}  // namespace torsor::cli
