#include "report/parts.hpp"
#include "torsor/report/html.hpp"

namespace torsor::report {
namespace {

std::string line_of(const Finding& finding) {
  static constexpr const char* words[] = {"note", "warning", "error"};
  const std::string severity = words[static_cast<int>(finding.severity)];
  std::string place = finding.file;
  if (finding.where.line > 0) place += ":" + std::to_string(finding.where.line);
  std::string line = "<li class=\"" + severity + "\"><strong>" + severity + "</strong> <code>" +
                     html::escaped(finding.code) + "</code> " + html::escaped(finding.element) +
                     (finding.element.empty() ? "" : ": ") + html::escaped(finding.message);
  if (!finding.fix.empty()) line += "<br/><em>Advice:</em> " + html::escaped(finding.fix);
  for (const std::string& option : finding.options) line += " <code>" + html::escaped(option) + "</code>";
  if (!place.empty()) line += " <span class=\"place\">" + html::escaped(place) + "</span>";
  return line + "</li>\n";
}

std::string list_of(const std::vector<Finding>& findings) {
  std::string text = "<ul class=\"findings\">\n";
  for (const Finding& finding : findings) text += line_of(finding);
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
