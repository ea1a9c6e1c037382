#include <algorithm>
#include <cmath>

#include "report/parts.hpp"
#include "torsor/report/html.hpp"

namespace torsor::report {
namespace {

using html::counted;
using html::number;

enum class Grade { good, fair, poor, none };

/// Small torques make the percentage look bad, and slow motion R²: a joint is as good as the better of the two says.
Grade grade_of(const TorqueFit& fit) {
  if (!std::isfinite(fit.relative) && !std::isfinite(fit.r2)) return Grade::none;
  if (fit.relative <= 10 || fit.r2 >= 0.97) return Grade::good;
  return fit.relative <= 25 || fit.r2 >= 0.85 ? Grade::fair : Grade::poor;
}

struct Judgement {
  Grade grade = Grade::none;
  std::size_t worst = 0;  // the joint with the largest percentage
  std::vector<std::string> fair, poor;
  std::vector<double> relative;
};

Judgement judge(const Identification& identification, const std::vector<JointFit>& fits) {
  Judgement judgement;
  bool good = false;
  for (std::size_t j = 0; j < fits.size(); ++j) {
    const TorqueFit& fit = fits[j].smoothed;
    const Grade grade = grade_of(fit);
    judgement.relative.push_back(fit.relative);
    if (grade == Grade::none) continue;
    good = good || grade == Grade::good;
    if (grade == Grade::fair) judgement.fair.push_back(joint_name(identification, j));
    if (grade == Grade::poor) judgement.poor.push_back(joint_name(identification, j));
    if (!(judgement.relative[judgement.worst] >= fit.relative)) judgement.worst = j;
  }
  judgement.grade = !judgement.poor.empty()   ? Grade::poor
                    : !judgement.fair.empty() ? Grade::fair
                    : good                    ? Grade::good
                                              : Grade::none;
  return judgement;
}

std::string headline(const Judgement& judgement, bool held_out) {
  const std::string where = held_out ? " on data that it has not seen" : " on the data it was fitted to";
  switch (judgement.grade) {
    case Grade::good:
      return "The model predicts every joint well" + where + ".";
    case Grade::fair:
      return "The model is usable" + where + ", but not equally good for every joint.";
    case Grade::poor:
      return "The model is not good enough" + where + " for " + html::listed(judgement.poor) + ".";
    case Grade::none:
      break;
  }
  return "There are no figures by which the model could be judged.";
}

std::vector<std::string> facts(const Identification& identification, const Estimate& estimate,
                               const Judgement& judgement) {
  std::vector<std::string> lines;
  const bool held_out = !estimate.validation.empty();
  const std::vector<JointFit>& fits = judged(estimate);
  if (judgement.grade != Grade::none) {
    const TorqueFit& worst = fits[judgement.worst].smoothed;
    const std::size_t j = judgement.worst;
    lines.push_back("The residual is " + number(mean_of(judgement.relative)) +
                    " % of the torque on average over the joints; the largest is that of " +
                    joint_name(identification, j) + " with " + number(worst.relative) + " % (" + number(worst.rms) +
                    " " + torque_unit(identification, j) + " RMS, R² " + number(worst.r2, 4) + ").");
  }
  lines.push_back(
      held_out ? "Held out: " + identification.held_out + "."
               : std::string("Nothing was held out: these figures say how well the model was fitted, not how well "
                             "it predicts. Give a second log, or hold a part of this one out."));
  if (!judgement.fair.empty() && judgement.grade != Grade::fair)
    lines.push_back("Fair, but not good: " + html::listed(judgement.fair) + ".");
  if (judgement.grade == Grade::fair) lines.push_back("Fair only: " + html::listed(judgement.fair) + ".");
  return lines;
}

void worry_about_overfitting(const Identification& identification, const Estimate& estimate,
                             std::vector<std::string>& worries) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < std::min(estimate.training.size(), estimate.validation.size()); ++j)
    if (estimate.validation[j].smoothed.rms > 1.6 * estimate.training[j].smoothed.rms)
      names.push_back(joint_name(identification, j));
  if (!names.empty())
    worries.push_back(
        "The residual of " + html::listed(names) +
        " is more than 1.6 times as large on held-out data as in the fit: the motion excited too little of what "
        "the validation needs, or the robot changed (warm-up, payload, brakes).");
}

void worry_about_parameters(const Identification& identification, const Estimate& estimate,
                            std::vector<std::string>& worries) {
  long weak = 0, known = 0;
  std::vector<double> ratios;
  for (std::size_t b = 0; b < estimate.value.size(); ++b) {
    const double deviation = standard_deviation(estimate, b);
    if (std::isfinite(deviation)) ++known, weak += significant(estimate, b) ? 0 : 1;
    ratios.push_back(value_at(estimate.standard_deviation, b) / value_at(estimate.naive_standard_deviation, b));
  }
  if (weak > 0)
    worries.push_back(std::to_string(weak) + " of " + std::to_string(known) +
                      " base parameters cannot be told from zero: do not read a meaning into their values.");
  if (known == 0)
    worries.emplace_back("No standard deviations were computed: how certain the parameters are is unknown.");
  const double ratio = mean_of(ratios);
  if (ratio > 2)
    worries.push_back("The residual is not white noise: the true standard deviations are about " + number(ratio, 2) +
                      " times the naive ones.");
  if (identification.condition_number > 100)
    worries.push_back("The condition number is " + number(identification.condition_number) +
                      "; below 100 is usual for a motion that was made to excite. See the weakest combinations below.");
}

std::vector<std::string> worries_about(const Identification& identification, const Estimate& estimate) {
  std::vector<std::string> worries;
  worry_about_overfitting(identification, estimate, worries);
  worry_about_parameters(identification, *shown_base(identification), worries);
  if (!identification.consistent.valid)
    worries.emplace_back(
        "There is no physically consistent set of standard parameters: do not simulate with this estimate.");
  else if (identification.consistent.gap > 1e-3)
    worries.push_back("The consistent fit was not solved to the end: it may be better by up to " +
                      number(100 * identification.consistent.gap, 2) + " % of its objective.");
  const long warnings = std::count_if(identification.findings.begin(), identification.findings.end(),
                                      [](const Finding& f) { return f.severity != Severity::note; });
  if (warnings > 0)
    worries.push_back(counted(warnings, "warning", "warnings") + " about the log or the result, listed below.");
  return worries;
}

std::string list_of(const std::vector<std::string>& lines) {
  std::string text = "<ul>";
  for (const std::string& line : lines) text += "<li>" + html::escaped(line) + "</li>";
  return text + "</ul>\n";
}

}  // namespace

Section verdict(const Identification& identification) {
  const Estimate* estimate = chosen(identification);
  std::string body;
  if (estimate == nullptr) {
    body = "<div class=\"verdict poor\"><p class=\"headline\">No estimate came out of this identification.</p>";
    if (identification.chosen >= 0 && identification.chosen < static_cast<int>(identification.estimates.size()))
      body += html::paragraph(identification.estimates[identification.chosen].note);
    return {"verdict", "Verdict", body + "</div>\n"};
  }
  static constexpr const char* classes[] = {"good", "fair", "poor", "fair"};
  const Judgement judgement = judge(identification, judged(*estimate));
  body = std::string("<div class=\"verdict ") + classes[static_cast<int>(judgement.grade)] +
         "\"><p class=\"headline\">" + html::escaped(headline(judgement, !estimate->validation.empty())) + "</p>" +
         list_of(facts(identification, *estimate, judgement));
  const std::vector<std::string> worries = worries_about(identification, *estimate);
  body += worries.empty() ? html::paragraph("Nothing else to worry about was found.")
                          : "<p><strong>To worry about</strong></p>" + list_of(worries);
  return {"verdict", "Verdict", body + "</div>\n"};
}

Section findings(const std::vector<Finding>& findings) {
  if (findings.empty())
    return {"warnings", "Warnings",
            html::paragraph("None: nothing in the logs or in the result was found wrong or doubtful.")};
  static constexpr const char* words[] = {"note", "warning", "error"};
  std::string body = "<ul class=\"findings\">\n";
  for (const Finding& finding : findings) {
    const std::string severity = words[static_cast<int>(finding.severity)];
    std::string place = finding.file;
    if (finding.where.line > 0) place += ":" + std::to_string(finding.where.line);
    body += "<li class=\"" + severity + "\"><strong>" + severity + "</strong> <code>" + html::escaped(finding.code) +
            "</code> " + html::escaped(finding.element) + (finding.element.empty() ? "" : ": ") +
            html::escaped(finding.message);
    if (!finding.fix.empty()) body += "<br/><em>Advice:</em> " + html::escaped(finding.fix);
    if (!place.empty()) body += " <span class=\"place\">" + html::escaped(place) + "</span>";
    body += "</li>\n";
  }
  return {"warnings", "Warnings", body + "</ul>\n"};
}

}  // namespace torsor::report
