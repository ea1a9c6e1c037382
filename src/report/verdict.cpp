#include "report/parts.hpp"
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
  for (const FindingGroup& group : like_findings(findings)) text += item_of(group);
  return text + "</ul>\n";
}

}  // namespace

Section verdict(const Identification& identification) {
  const Verdict& verdict = identification.verdict;
  std::string body = std::string("<div class=\"verdict ") + to_string(verdict.grade) + "\"><p class=\"headline\">" +
                     html::escaped(verdict.sentence) + "</p><ul>";
  for (const std::string& fact : verdict.facts) body += "<li>" + html::escaped(fact) + "</li>";
  body += "<li>" + html::escaped(verdict.conditioning) + "</li></ul>\n";
  body += verdict.reasons.empty() ? html::paragraph("No warnings.")
                                  : "<p><strong>Warnings about the result</strong></p>" + list_of(verdict.reasons);
  return {"verdict", "Verdict", body + "</div>\n"};
}

Section findings(const std::vector<Finding>& findings) {
  return {"warnings", "Warnings about the logs",
          findings.empty() ? html::paragraph("None: no faults were found in the logs.") : list_of(findings)};
}

}  // namespace torsor::report
