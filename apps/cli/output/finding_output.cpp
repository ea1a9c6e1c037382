#include "output/finding_output.hpp"

#include <fmt/format.h>

#include "output/option_flag.hpp"

namespace torsor::cli {
std::string advice(const Finding& finding) { return finding.fix + flags_of(finding.options); }

const char* word(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

std::string line_of(const Finding& finding) {
  std::string place = finding.file;
  if (finding.where.line > 0) place += fmt::format(":{}:{}", finding.where.line, finding.where.column);
  const std::string element = finding.element.empty() ? "" : finding.element + ": ";
  const std::string fix = advice(finding).empty() ? "" : "; " + advice(finding);
  return fmt::format("{}{}{} [{}] {}{}{}", place, place.empty() ? "" : ": ", word(finding.severity), finding.code,
                     element, finding.message, fix);
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
