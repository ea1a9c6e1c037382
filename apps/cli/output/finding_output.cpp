#include "output/finding_output.hpp"

#include <fmt/format.h>

#include <iostream>
#include <unordered_map>

#include "output/colour.hpp"
#include "output/option_flag.hpp"

namespace torsor::cli {

std::string advice(const Finding& finding) { return finding.fix + flags_of(finding.options); }

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

/// All that a finding says but its element and its place. One that is about no element is like no other.
std::string said_by(const Finding& finding, std::size_t number) {
  const std::string alone = finding.element.empty() ? std::to_string(number) : "";
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}", alone, finding.code, word(finding.severity), finding.file,
                     finding.message, advice(finding));
}

/// "joint a, b (line 12)": what is like the first element's beginning is not repeated.
std::string elements_of(const std::vector<const Finding*>& group) {
  const Finding& first = *group[0];
  const std::string kind = first.element.substr(0, first.element.find(' ') + 1);
  std::string text = first.element;
  for (std::size_t k = 1; k < group.size(); ++k) {
    const Finding& other = *group[k];
    text += ", " + (other.element.starts_with(kind) ? other.element.substr(kind.size()) : other.element);
    if (other.where.line > 0) text += fmt::format(" (line {})", other.where.line);
  }
  return text;
}

std::string line_of(const std::vector<const Finding*>& group) {
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
  std::vector<std::vector<const Finding*>> groups;
  std::unordered_map<std::string, std::size_t> places;
  for (const Finding& finding : findings) {
    const auto [found, is_new] = places.emplace(said_by(finding, groups.size()), groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(&finding);
  }
  for (const auto& group : groups) std::cout << line_of(group) << '\n';
}

Json findings_json(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings)
    list.push_back({{"code", finding.code},
                    {"severity", word(finding.severity)},
                    {"file", finding.file},
                    {"line", finding.where.line},
                    {"column", finding.where.column},
                    {"element", finding.element},
                    {"message", finding.message},
                    {"fix", advice(finding)}});
  return list;
}

}  // namespace torsor::cli
