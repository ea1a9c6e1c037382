#include "output/finding_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace torsor::cli {
namespace {

/// Behind a text, in brackets.
std::string flags_of(const std::vector<std::string>& options) {
  std::vector<std::string> flags;
  flags.reserve(options.size());
  for (const std::string& option : options) flags.push_back(flag_of(option));
  return flags.empty() ? "" : fmt::format(" ({})", fmt::join(flags, ", "));
}

}  // namespace

std::string flag_of(const std::string& option) {
  static const std::map<std::string, std::string> others{{"equation_rate", "--rate"},
                                                         {"rotor", "--no-rotor"},
                                                         {"stribeck", "--friction viscous,coulomb,offset,stribeck"},
                                                         {"validation", "--validate"},
                                                         {"widths", "--coulomb-width"}};
  if (const auto found = others.find(option); found != others.end()) return found->second;
  std::string flag = "--" + option;
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

std::string advice(const Finding& finding) { return finding.fix + flags_of(finding.options); }

std::string told(const UsageError& error) {
  return error.option().empty() ? error.what() : flag_of(error.option()) + ": " + error.message();
}

std::string told(const ComputationError& error) { return error.what() + flags_of(error.options()); }

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
