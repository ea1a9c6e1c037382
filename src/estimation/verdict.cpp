#include "torsor/estimation/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "estimation/verdict_reasons.hpp"
#include "torsor/core/text.hpp"

namespace torsor {
namespace {

constexpr const VerdictLimits& limit = verdict_limits;

/// The variance of the torque.
double variance_of(const TorqueFit& fit) { return fit.r2 < 1 ? fit.rms * fit.rms / (1 - fit.r2) : NAN; }

/// What was held out says nothing about the model of a joint that rests there, or whose torque is nearly constant.
bool silent(const Estimate& estimate, std::size_t j) {
  if (estimate.validation.empty()) return false;
  if (verdict::rests(estimate.validation[j])) return true;
  constexpr double least = limit.least_variation * limit.least_variation;
  return j < estimate.training.size() &&
         variance_of(judged_fit(estimate.validation[j])) < least * variance_of(judged_fit(estimate.training[j]));
}

std::vector<Grade> joint_grades(const Estimate& estimate) {
  std::vector<Grade> grades;
  grades.reserve(judged_fits(estimate).size());
  for (std::size_t j = 0; j < judged_fits(estimate).size(); ++j)
    grades.push_back(silent(estimate, j) ? Grade::unknown : grade_of(judged_fit(judged_fits(estimate)[j])));
  return grades;
}

/// That of the worst joint of which there is one; unknown where that is known of fewer than half.
Grade grade_of(const std::vector<Grade>& joints) {
  const auto unknown = std::count(joints.begin(), joints.end(), Grade::unknown);
  if (2 * unknown > static_cast<long>(joints.size())) return Grade::unknown;
  for (const Grade grade : {Grade::poor, Grade::fair, Grade::good})
    if (std::find(joints.begin(), joints.end(), grade) != joints.end()) return grade;
  return Grade::unknown;
}

/// The best grade that a model can have whose parameters the motion separates so well.
Grade best_grade(double condition) {
  if (condition > limit.hopeless_condition) return Grade::poor;
  return condition > limit.blind_condition ? Grade::fair : Grade::good;
}

std::string names_of(const Identification& result, const std::vector<Grade>& joints, Grade grade) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (joints[j] == grade) names.push_back(verdict::joint_name(result, j));
  return enumerated(names);
}

std::string sentence_of(const Identification& result, const Verdict& verdict, bool held_out) {
  const std::string where = held_out ? " on data that it has not seen" : " on the data it was fitted to";
  const Grade joints = grade_of(verdict.joints);
  if (verdict.grade != joints && verdict.grade == Grade::poor)
    return "The model is not to be trusted: the motion does not separate its parameters.";
  if (verdict.grade != joints)
    return "The model predicts every moving joint well" + where +
           ", but the motion does not separate its parameters: other motions may be predicted worse.";
  switch (joints) {
    case Grade::good:
      return "The model predicts every moving joint well" + where + ".";
    case Grade::fair:
      return "The model is usable" + where + ", but only fair for " + names_of(result, verdict.joints, Grade::fair) +
             ".";
    case Grade::poor:
      return "The model is not good enough" + where + " for " + names_of(result, verdict.joints, Grade::poor) + ".";
    case Grade::unknown:
      break;
  }
  return "There are too few data to judge the model by.";
}

/// The mean over the joints, and the joint with the largest percentage.
std::string residual_in_words(const Identification& result, const std::vector<JointFit>& fits) {
  std::size_t worst = fits.size();
  for (std::size_t j = 0; j < fits.size(); ++j) {
    const bool counts = !verdict::rests(fits[j]) && std::isfinite(judged_fit(fits[j]).relative);
    if (counts && (worst == fits.size() || judged_fit(fits[j]).relative > judged_fit(fits[worst]).relative)) worst = j;
  }
  if (worst == fits.size()) return "";
  const TorqueFit& fit = judged_fit(fits[worst]);
  return fmt::format(
      "The residual in motion is {:.3g} % of the torque on average over the joints; the largest is that of {} with "
      "{:.3g} % ({:.3g} {} RMS, R² {:.4g}).",
      summary_of(fits).mean_percent, verdict::joint_name(result, worst), fit.relative, fit.rms,
      verdict::torque_unit(result, worst), fit.r2);
}

/// Standstill is told apart: the joint with the largest residual there.
std::string rest_in_words(const Identification& result, const std::vector<JointFit>& fits) {
  std::size_t worst = fits.size();
  for (std::size_t j = 0; j < fits.size(); ++j)
    if (fits[j].smoothed_resting.samples > 0 &&
        (worst == fits.size() || fits[j].smoothed_resting.rms > fits[worst].smoothed_resting.rms))
      worst = j;
  if (worst == fits.size()) return "";
  const JointFit& fit = fits[worst];
  return fmt::format(
      "At rest, which is not judged, the largest residual is that of {} with {:.3g} {} RMS ({:.0f} % of its samples).",
      verdict::joint_name(result, worst), fit.smoothed_resting.rms, verdict::torque_unit(result, worst),
      100.0 * static_cast<double>(fit.smoothed_resting.samples) / static_cast<double>(fit.smoothed.samples));
}

std::vector<std::string> facts_of(const Identification& result, const Estimate& estimate, const Verdict& verdict) {
  std::vector<std::string> facts;
  const std::string residual = residual_in_words(result, judged_fits(estimate));
  if (!residual.empty()) facts.push_back(residual);
  const std::string rest = rest_in_words(result, judged_fits(estimate));
  if (!rest.empty()) facts.push_back(rest);
  facts.push_back(estimate.validation.empty()
                      ? "Nothing was held out: these figures say how well the model was fitted, not how well it "
                        "predicts."
                      : "Held out: " + result.held_out + ".");
  const std::string fair = names_of(result, verdict.joints, Grade::fair);
  if (grade_of(verdict.joints) == Grade::poor && !fair.empty()) facts.push_back("Fair, but not good: " + fair + ".");
  const std::string unknown = names_of(result, verdict.joints, Grade::unknown);
  if (!unknown.empty())
    facts.push_back("Not judged, because what was held out hardly moves them or their torque: " + unknown + ".");
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
  if (fit.r2 < limit.poor_r2) return Grade::poor;
  if (fit.relative <= limit.good_percent || fit.r2 >= limit.good_r2) return Grade::good;
  return fit.relative <= limit.fair_percent || fit.r2 >= limit.fair_r2 ? Grade::fair : Grade::poor;
}

const TorqueFit& judged_fit(const JointFit& fit) { return fit.smoothed_moving; }

FitSummary summary_of(const std::vector<JointFit>& fits) {
  double sum = 0, count = 0, worst = NAN;
  for (const JointFit& fit : fits) {
    const TorqueFit& judged = judged_fit(fit);
    if (verdict::rests(fit) || !std::isfinite(judged.relative)) continue;
    sum += judged.relative, ++count;
    worst = std::fmin(worst, judged.r2);
  }
  return {count > 0 ? sum / count : NAN, worst};
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
    const Grade best = best_grade(result.condition_number);
    if (verdict.grade == Grade::unknown ? best == Grade::poor : best > verdict.grade) verdict.grade = best;
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
  const double moving = static_cast<double>(judged_fit(fit).samples), all = static_cast<double>(fit.smoothed.samples);
  return moving == 0 || moving < verdict_limits.least_motion * all;
}

std::string joint_name(const Identification& result, std::size_t joint) {
  return joint < result.joints.size() ? result.joints[joint] : std::to_string(joint + 1);
}

std::string torque_unit(const Identification& result, std::size_t joint) {
  return joint < result.torque_units.size() ? result.torque_units[joint] : "Nm";
}

}  // namespace torsor::verdict
