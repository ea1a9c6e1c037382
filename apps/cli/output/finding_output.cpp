#include "output/finding_output.hpp"

#include <fmt/format.h>

#include <iostream>

#include "output/colour.hpp"
#include "output/option_flag.hpp"
#include "torsor/core/grouped_findings.hpp"

namespace torsor::cli {

std::string advice(const Finding& finding) { return finding.fix + flags_of(finding.options); }

std::vector<Finding> with_flags(std::vector<Finding> findings) {
  for (Finding& finding : findings) finding.fix = advice(finding), finding.options.clear();
  return findings;
}

const char* word(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

Severity severity_of(const std::string& word) {
  return word == "error" ? Severity::error : word == "warning" ? Severity::warning : Severity::note;
}

namespace {

std::string coloured_word(Severity severity) {
  const Colour colour = severity == Severity::error     ? Colour::red
                        : severity == Severity::warning ? Colour::yellow
                                                        : Colour::cyan;
  return coloured(colour, word(severity));
}

std::string line_of(const FindingGroup& group) {
  const Finding& finding = *group[0];
  std::string place = finding.file;
  if (finding.where.line > 0) place += fmt::format(":{}:{}", finding.where.line, finding.where.column);
  const std::string element = finding.element.empty() ? "" : elements_of(group) + ": ";
  const std::string fix = advice(finding).empty() ? "" : "; " + advice(finding);
  return fmt::format("{}{}{} [{}] {}{}{}", place, place.empty() ? "" : ": ", coloured_word(finding.severity),
                     finding.code, element, finding.message, fix);
}

}  // namespace

void print(const std::vector<Finding>& findings) {
  for (const FindingGroup& group : equal_findings(findings)) std::cout << line_of(group) << '\n';
}

void print_by_joints(const std::vector<Finding>& findings) { print(findings_of(folded_joints(findings))); }

namespace {

Json to_json(const Finding& finding) {
  return {{"code", finding.code},           {"severity", word(finding.severity)},
          {"file", finding.file},           {"line", finding.where.line},
          {"column", finding.where.column}, {"element", finding.element},
          {"message", finding.message},     {"fix", advice(finding)}};
}

}  // namespace

Json findings_json(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back(to_json(finding));
  return list;
}

Json findings_json_by_joints(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const auto& [finding, joints] : folded_joints(findings)) {
    Json entry = to_json(finding);
    if (!joints.empty()) entry["joints"] = joints;
    list.push_back(entry);
  }
  return list;
}

}  // namespace torsor::cli
