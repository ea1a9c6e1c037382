#include "torsor/identification/report.hpp"

#include "identification/report_parts.hpp"
#include "torsor/identification/html.hpp"

namespace torsor {
namespace {

using html::escaped;

/// Nothing may be loaded from elsewhere, whatever a name in a log tries.
constexpr const char* policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

std::string head(const std::string& title) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
         "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
         escaped(policy) + "\"/>\n<title>" + escaped(title) + "</title>\n<style>\n" + std::string(report::style()) +
         "</style>\n</head>\n";
}

std::string heading(const Identification& identification) {
  const std::string robot = identification.robot.empty() ? "a robot without a name" : identification.robot;
  std::string text =
      "<header><p class=\"kind\">Dynamic identification</p>\n<h1>" + escaped(robot) + "</h1>\n<p class=\"logs\">";
  const std::vector<std::string>&fitted = identification.training_logs, &held_out = identification.validation_logs;
  text += fitted.empty() ? "No log is named." : "Fitted to " + escaped(html::listed(fitted)) + ".";
  if (!held_out.empty()) text += " Judged on " + escaped(html::listed(held_out)) + ".";
  text += " " + html::counted(static_cast<long>(identification.joints.size()), "joint", "joints") + ", " +
          html::number(identification.duration) + " s of motion, " +
          html::counted(identification.base.count(), "base parameter", "base parameters") + ".";
  return text + "</p></header>\n";
}

std::string contents(const std::vector<report::Section>& sections) {
  std::string text = "<nav aria-label=\"Contents\"><ol>\n";
  for (const report::Section& section : sections)
    text += "<li><a href=\"#" + section.id + "\">" + escaped(section.heading) + "</a></li>\n";
  return text + "</ol></nav>\n";
}

}  // namespace

std::string html_report(const Identification& identification) {
  const std::vector<report::Section> sections = {report::verdict(identification),
                                                 report::findings(identification),
                                                 report::fit(identification),
                                                 report::torques(identification),
                                                 report::residuals(identification),
                                                 report::estimators(identification),
                                                 report::base_parameters(identification),
                                                 report::conditioning(identification),
                                                 report::identifiability(identification),
                                                 report::standard_parameters(identification),
                                                 report::friction(identification),
                                                 report::method(identification),
                                                 report::glossary()};
  std::string page = head("Identification of " + identification.robot) + "<body>\n" + heading(identification) +
                     contents(sections) + "<main>\n";
  for (const report::Section& section : sections)
    page += "<section id=\"" + section.id + "\"><h2>" + escaped(section.heading) + "</h2>\n" + section.body +
            "</section>\n";
  return page + "</main>\n<script>\n" + std::string(report::script()) + "</script>\n</body>\n</html>\n";
}

}  // namespace torsor
