#include "torsor/estimation/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "estimation/verdict_reasons.hpp"
#include "torsor/core/text.hpp"

namespace torsor {
namespace {

constexpr const VerdictLimits& limit = verdict_limits;

/// On held-out samples where there are any: those of a joint that rests there say nothing about the model.
std::vector<Grade> joint_grades(const Estimate& estimate) {
  std::vector<Grade> grades;
  for (const JointFit& fit : judged_fits(estimate)) {
    const bool silent = !estimate.validation.empty() && verdict::rests(fit);
    grades.push_back(silent ? Grade::unknown : grade_of(fit.smoothed));
  }
  return grades;
}

/// That of the worst joint of which there is one.
Grade grade_of(const std::vector<Grade>& joints) {
  for (const Grade grade : {Grade::poor, Grade::fair, Grade::good})
    if (std::find(joints.begin(), joints.end(), grade) != joints.end()) return grade;
  return Grade::unknown;
}

std::string names_of(const Identification& result, const std::vector<Grade>& joints, Grade grade) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (joints[j] == grade) names.push_back(verdict::joint_name(result, j));
  return enumerated(names);
}

std::string sentence_of(const Identification& result, const Verdict& verdict, bool held_out) {
  const std::string where = held_out ? " on data that it has not seen" : " on the data it was fitted to";
  switch (verdict.grade) {
    case Grade::good:
      return "The model predicts every joint well" + where + ".";
    case Grade::fair:
      return "The model is usable" + where + ", but only fair for " + names_of(result, verdict.joints, Grade::fair) +
             ".";
    case Grade::poor:
      return "The model is not good enough" + where + " for " + names_of(result, verdict.joints, Grade::poor) + ".";
    case Grade::unknown:
      break;
  }
  return "There are no data to judge the model by.";
}

/// The mean over the joints, and the joint with the largest percentage.
std::string residual_in_words(const Identification& result, const std::vector<JointFit>& fits) {
  double sum = 0;
  long count = 0;
  std::size_t worst = fits.size();
  for (std::size_t j = 0; j < fits.size(); ++j) {
    const double relative = fits[j].smoothed.relative;
    if (!std::isfinite(relative)) continue;
    sum += relative, ++count;
    if (worst == fits.size() || relative > fits[worst].smoothed.relative) worst = j;
  }
  if (count == 0) return "";
  const TorqueFit& fit = fits[worst].smoothed;
  return fmt::format(
      "The residual is {:.3g} % of the torque on average over the joints; the largest is that of {} with {:.3g} % "
      "({:.3g} {} RMS, R² {:.4g}).",
      sum / static_cast<double>(count), verdict::joint_name(result, worst), fit.relative, fit.rms,
      verdict::torque_unit(result, worst), fit.r2);
}

std::vector<std::string> facts_of(const Identification& result, const Estimate& estimate, const Verdict& verdict) {
  std::vector<std::string> facts;
  const std::string residual = residual_in_words(result, judged_fits(estimate));
  if (!residual.empty()) facts.push_back(residual);
  facts.push_back(estimate.validation.empty()
                      ? "Nothing was held out: these figures say how well the model was fitted, not how well it "
                        "predicts."
                      : "Held out: " + result.held_out + ".");
  const std::string fair = names_of(result, verdict.joints, Grade::fair);
  if (verdict.grade == Grade::poor && !fair.empty()) facts.push_back("Fair, but not good: " + fair + ".");
  return facts;
}

std::string conditioning_in_words(double condition) {
  if (!std::isfinite(condition) || condition <= 0) return "The condition number is not known.";
  const std::string meaning = condition <= limit.clear_condition  ? "all parameter combinations are well separated"
                              : condition <= limit.weak_condition ? "usual for an excitation trajectory"
                              : condition <= limit.blind_condition
                                  ? "some parameter combinations barely affect the torques"
                                  : "some parameter combinations are practically not identifiable; their values come "
                                    "from noise or from the prior";
  return fmt::format("The condition number is {:.3g}: {}.", condition, meaning);
}

}  // namespace

const char* to_string(Grade grade) {
  static constexpr const char* words[] = {"good", "fair", "poor", "unknown"};
  return words[static_cast<int>(grade)];
}

Grade grade_of(const TorqueFit& fit) {
  if (fit.samples == 0 || (!std::isfinite(fit.relative) && !std::isfinite(fit.r2))) return Grade::unknown;
  if (fit.relative <= limit.good_percent || fit.r2 >= limit.good_r2) return Grade::good;
  return fit.relative <= limit.fair_percent || fit.r2 >= limit.fair_r2 ? Grade::fair : Grade::poor;
}

bool significant(const Estimate& estimate, std::size_t b) {
  return b < estimate.value.size() &&
         std::abs(estimate.value[b]) > limit.significance * standard_deviation(estimate, b);
}

Verdict judge(const Identification& result) {
  Verdict verdict;
  verdict.conditioning = conditioning_in_words(result.condition_number);
  if (const Estimate* estimate = result.chosen_estimate(); estimate != nullptr) {
    verdict.joints = joint_grades(*estimate);
    verdict.grade = grade_of(verdict.joints);
    verdict.sentence = sentence_of(result, verdict, !estimate->validation.empty());
    verdict.facts = facts_of(result, *estimate, verdict);
  } else if (result.chosen >= 0 && result.chosen < static_cast<int>(result.estimates.size())) {
    verdict.facts = {result.estimates[result.chosen].note};  // why there is none
  }
  verdict.reasons = verdict::reasons(result, verdict.joints);
  return verdict;
}

}  // namespace torsor

namespace torsor::verdict {

bool rests(const JointFit& fit) {
  return static_cast<double>(fit.smoothed_moving.samples) <
         verdict_limits.least_motion * static_cast<double>(fit.smoothed.samples);
}

std::string joint_name(const Identification& result, std::size_t joint) {
  return joint < result.joints.size() ? result.joints[joint] : std::to_string(joint + 1);
}

std::string torque_unit(const Identification& result, std::size_t joint) {
  return joint < result.torque_units.size() ? result.torque_units[joint] : "Nm";
}

}  // namespace torsor::verdict
