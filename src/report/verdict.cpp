#include <utility>

#include "report/parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/grouped_findings.hpp"
#include "torsor/report/html.hpp"

namespace torsor::report {
namespace {

/// "log.csv:12", or nothing.
std::string place_of(const Finding& finding) {
  if (finding.file.empty()) return "";
  const std::string line = finding.where.line > 0 ? ":" + std::to_string(finding.where.line) : "";
  return " <span class=\"place\">" + html::escaped(finding.file + line) + "</span>";
}

std::string advice_of(const Finding& finding) {
  std::string text = finding.fix.empty() ? "" : "<br/><em>Advice:</em> " + html::escaped(finding.fix);
  for (const std::string& option : finding.options) text += " <code>" + html::escaped(option) + "</code>";
  return text;
}

std::string message_of(const FindingGroup& equal) {
  const Finding& first = *equal[0];
  return html::escaped(elements_of(equal)) + (first.element.empty() ? "" : ": ") + html::escaped(first.message) +
         place_of(first);
}

/// What is said first of a group, its advice, and, folded, what is said of others.
std::string item_of(const FindingGroup& group) {
  static constexpr const char* words[] = {"note", "warning", "error"};
  const Finding& first = *group[0];
  const std::string severity = words[static_cast<int>(first.severity)];
  const std::string head = "<li class=\"" + severity + "\"><strong>" + severity + "</strong> <code>" +
                           html::escaped(first.code) + "</code> ";
  std::vector<Finding> all;
  all.reserve(group.size());
  for (const Finding* finding : group) all.push_back(*finding);
  const std::vector<FindingGroup> said = equal_findings(all);
  std::string others, elements;
  for (std::size_t k = 1; k < said.size(); ++k) {
    others += "<li>" + message_of(said[k]) + "</li>";
    elements += (k == 1 ? "" : ", ") + elements_of(said[k]);
  }
  if (!others.empty())
    others = "<details><summary>likewise " + html::escaped(elements) + "</summary><ul>" + others + "</ul></details>";
  return head + message_of(said[0]) + advice_of(first) + others + "</li>\n";
}

std::string list_of(const std::vector<Finding>& findings) {
  std::string text = "<ul class=\"findings\">\n";
  const std::vector<Finding> shown = findings_of(folded_joints(findings));
  for (const FindingGroup& group : like_findings(shown)) text += item_of(group);
  return text + "</ul>\n";
}

/// "3 warnings, 1 note", counted as they are shown.
std::string counts_of(const std::vector<Finding>& findings) {
  long counts[3] = {};
  const std::vector<Finding> shown = findings_of(folded_joints(findings));
  for (const FindingGroup& group : like_findings(shown)) ++counts[static_cast<int>(group[0]->severity)];
  std::string text;
  for (const auto& [count, word] : {std::pair(counts[2], "error"), {counts[1], "warning"}, {counts[0], "note"}})
    if (count > 0) text += (text.empty() ? "" : ", ") + counted(count, word);
  return text;
}

/// Findings that open where they are asked for.
std::string folded(const std::string& about, const std::vector<Finding>& findings) {
  if (findings.empty()) return "";
  return "<details class=\"fold\"><summary>" + html::escaped(counts_of(findings) + " " + about) + "</summary>\n" +
         list_of(findings) + "</details>\n";
}

std::string likely_of(const Identification& identification) {
  const LikelyReason& likely = identification.verdict.likely;
  std::string text = likely.cause.empty() ? "" : html::paragraph("Likely reason: " + likely.sentence);
  for (const AppliedProposal& one : identification.applied)
    text += html::paragraph("Applied to " + one.log + ": " + one.change + ".");
  return text;
}

}  // namespace

Section verdict(const Identification& identification) {
  const Verdict& verdict = identification.verdict;
  std::string body = std::string("<div class=\"verdict ") + to_string(verdict.grade) + "\"><p class=\"headline\">" +
                     html::escaped(verdict.sentence) + "</p>" + likely_of(identification) + "<ul>";
  for (const std::string& fact : verdict.facts) body += "<li>" + html::escaped(fact) + "</li>";
  body += "<li>" + html::escaped(verdict.conditioning) + "</li></ul>\n";
  const std::string counts = counts_of(identification.all_findings());
  body += counts.empty() ? html::paragraph("No warnings.")
                         : "<p><a href=\"#warnings\">" + html::escaped(counts) + "</a>, below the plots.</p>";
  return {"verdict", "Verdict", body + "</div>\n"};
}

Section findings(const std::vector<Finding>& findings) {
  return {"warnings", "Warnings about the logs",
          findings.empty() ? html::paragraph("None: no faults were found in the logs.") : list_of(findings)};
}

Section folded_findings(const Identification& identification) {
  const std::string of_result = folded("about the result", identification.verdict.reasons);
  const std::string of_logs = folded("about the logs", identification.findings);
  return {"warnings", "Warnings and notes",
          of_result + of_logs + (of_result.empty() && of_logs.empty() ? html::paragraph("None.") : "")};
}

}  // namespace torsor::report
