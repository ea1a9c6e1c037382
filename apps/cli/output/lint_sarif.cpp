#include <filesystem>

#include "commands/lint.hpp"
#include "output/finding_output.hpp"
#include "output/json.hpp"
#include "torsor/core/rules.hpp"
#include "torsor/version.hpp"

// [SARIF] Static Analysis Results Interchange Format 2.1.0, OASIS standard
namespace torsor::cli {
namespace {

/// A path as a reference of a URI: relative to where the program runs when it lies there, and with %20 for a blank.
std::string uri_of(const std::string& file) {
  std::filesystem::path path = std::filesystem::path(file).lexically_normal();
  std::error_code problem;
  const std::filesystem::path here = std::filesystem::current_path(problem);
  if (path.is_absolute() && !problem) {
    const std::filesystem::path inside = path.lexically_relative(here);
    if (!inside.empty() && *inside.begin() != "..") path = inside;
  }
  std::string uri = path.is_absolute() ? "file://" : "";
  for (const char c : path.generic_string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    constexpr const char* digits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    if (plain)
      uri += c;
    else
      uri.append(1, '%').append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
  }
  return uri;
}

std::string sentence(std::string_view text) {
  std::string result(text);
  if (result[0] >= 'a' && result[0] <= 'z') result[0] = static_cast<char>(result[0] - 'a' + 'A');
  return result + ".";
}

Json rule_list() {
  Json list = Json::array();
  for (const Rule& rule : rules(Subject::robot_file))
    list.push_back({{"id", rule.code},
                    {"shortDescription", {{"text", sentence(rule.meaning)}}},
                    {"help", {{"text", sentence(rule.help)}}},
                    {"defaultConfiguration", {{"level", word(rule.severity)}}}});
  return list;
}

Json result_of(const Finding& finding) {
  std::string text = finding.element.empty() ? "" : finding.element + ": ";
  text += finding.message;
  if (!finding.fix.empty()) text.append("; ").append(finding.fix);
  Json location{{"artifactLocation", {{"uri", uri_of(finding.file)}}}};
  if (finding.where.line > 0)
    location["region"] = {{"startLine", finding.where.line}, {"startColumn", std::max(finding.where.column, 1)}};
  Json result{{"ruleId", finding.code}};
  if (const Rule* rule = find_rule(finding.code)) result["ruleIndex"] = rule - rules(Subject::robot_file).data();
  result["level"] = word(finding.severity);
  result["message"] = {{"text", text}};
  result["locations"] = Json::array({{{"physicalLocation", location}}});
  return result;
}

}  // namespace

Json to_sarif(const std::vector<LintedFile>& files) {
  Json results = Json::array();
  for (const LintedFile& file : files)
    for (const Finding& finding : file.findings) results.push_back(result_of(finding));
  const Json driver{{"name", "torsor"}, {"version", version}, {"rules", rule_list()}};
  Json run{{"tool", {{"driver", driver}}}, {"columnKind", "unicodeCodePoints"}, {"results", results}};
  return {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
}

}  // namespace torsor::cli
