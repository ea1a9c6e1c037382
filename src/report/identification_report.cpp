#include "torsor/report/identification_report.hpp"

#include "report/parts.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"
#include "torsor/report/html.hpp"

namespace torsor {
namespace {

using html::escaped;

std::string heading(const Identification& identification) {
  const std::string robot = identification.robot.empty() ? "a robot without a name" : identification.robot;
  std::string text =
      "<header><p class=\"kind\">Dynamic identification</p>\n<h1>" + escaped(robot) + "</h1>\n<p class=\"logs\">";
  const std::vector<std::string>&fitted = identification.training_logs, &held_out = identification.validation_logs;
  text += fitted.empty() ? "No log is named." : "Fitted to " + escaped(enumerated(fitted)) + ".";
  if (!held_out.empty()) text += " Judged on " + escaped(enumerated(held_out)) + ".";
  text += " " + counted(static_cast<long>(identification.joints.size()), "joint") + ", " +
          html::number(identification.duration) + " s of motion, " +
          counted(identification.base.count(), "base parameter") + ".";
  return text + "</p></header>\n";
}

}  // namespace

std::string html_report(const Identification& identification) {
  const std::vector<report::Section> sections = {report::verdict(identification),
                                                 report::torques(identification),
                                                 report::fit(identification),
                                                 report::residuals(identification),
                                                 report::folded_findings(identification),
                                                 report::estimators(identification),
                                                 report::base_parameters(identification),
                                                 report::conditioning(identification),
                                                 report::identifiability(identification),
                                                 report::standard_parameters(identification),
                                                 report::friction(identification),
                                                 report::method(identification),
                                                 report::glossary()};
  return report::page("Identification of " + identification.robot, heading(identification), sections);
}

}  // namespace torsor
