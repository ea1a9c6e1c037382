#include "output/identify_output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iostream>

#include "output/finding_output.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/estimation/likely_reason.hpp"
#include "torsor/estimation/parameter_unit.hpp"

namespace torsor::cli {
namespace {

void print_verdict(const Verdict& verdict) {
  std::cout << fmt::format("\nVerdict: {}. {}\n", to_string(verdict.grade), verdict.sentence);
  for (const std::string& fact : verdict.facts) std::cout << "  " << fact << '\n';
  std::cout << "  " << verdict.conditioning << '\n';
}

/// Before all else: what is wrong, and what was done about it.
void print_likely(const Identification& result) {
  const LikelyReason& likely = result.verdict.likely;
  if (!likely.cause.empty())
    std::cout << (acceptable(result.verdict) ? "May be wrong: " : "Not acceptable; likely reason: ") << likely.sentence
              << (likely.changes.empty() ? "" : " --apply-proposals takes it.") << '\n';
  for (const AppliedProposal& one : result.applied) std::cout << "applied to " << one.log << ": " << one.change << '\n';
}

std::string percent(const std::vector<JointFit>& fits) {
  const double value = summary_of(fits).mean_percent;
  return std::isfinite(value) ? fmt::format("{:.2f}", value) : "-";
}
std::string worst_r2(const std::vector<JointFit>& fits) {
  const double value = summary_of(fits).worst_r2;
  return std::isfinite(value) ? fmt::format("{:.3f}", value) : "-";
}

void print_joints(const Identification& result) {
  const Estimate& chosen = result.estimates[result.chosen];
  const bool held_out = !chosen.validation.empty();
  std::cout << fmt::format("\nTorque that the {} model does not explain: {} ({}):\n", chosen.method, judged_measure,
                           held_out ? "held out: " + result.held_out : "on the training data; nothing was held out");
  Table table({"joint", "rms", "", "%", "R2", "in motion", "training rms", "raw rms", "rms at rest"});
  const auto rms = [](const TorqueFit& fit) { return fit.samples > 0 ? fmt::format("{:.3g}", fit.rms) : "-"; };
  for (std::size_t j = 0; j < result.joints.size(); ++j) {
    const JointFit& fit = judged_fits(chosen)[j];
    const TorqueFit& judged = judged_fit(fit);
    const bool moves = judged.samples > 0;
    const double share = 100.0 * static_cast<double>(judged.samples) / static_cast<double>(fit.smoothed.samples);
    table.add({result.joints[j], rms(judged), result.torque_units[j],
               moves ? fmt::format("{:.1f}", judged.relative) : "-", moves ? fmt::format("{:.3f}", judged.r2) : "-",
               fmt::format("{:.0f} %", share), rms(judged_fit(chosen.training[j])), rms(fit.raw_moving),
               rms(fit.smoothed_resting)});
  }
  table.print(1);
}

void print_estimators(const Identification& result) {
  std::cout << fmt::format("\nEstimators, residual in % of the torque, mean over the joints, and the worst R2: {}:\n",
                           judged_measure);
  Table table({"estimator", "", "training %", "training R2", "held out %", "held out R2"});
  std::string notes;
  for (std::size_t e = 0; e < result.estimates.size(); ++e) {
    const Estimate& estimate = result.estimates[e];
    const bool chosen = static_cast<int>(e) == result.chosen;
    table.add({estimate.method, chosen ? "*" : "", percent(estimate.training), worst_r2(estimate.training),
               percent(estimate.validation), worst_r2(estimate.validation)});
    if (!estimate.note.empty()) notes += "  " + estimate.method + ": " + estimate.note + "\n";
  }
  table.print(2);
  std::cout << notes;
}

void print_terms(const Identification& result) {
  if (result.terms.empty()) return;
  std::cout << "\nWhat each term contributed: how much it lets the squared error fall on blocks that were left out:\n";
  Table table({"term", "joint", "", "gain %", "error", ""});
  for (const TermVerdict& one : result.terms)
    table.add({one.term, one.joint.empty() ? "all" : one.joint, one.value, fmt::format("{:.1f}", 100 * one.gain),
               fmt::format("{:.1f}", 100 * one.standard_error), one.admitted ? "admitted" : "left out"});
  table.print(3);
}

void print_parameters(const Identification& result) {
  const Estimate& weighted = result.weighted();
  const bool known = !weighted.standard_deviation.empty();
  std::cout << fmt::format("\nBase parameters, weighted estimate{}:\n",
                           known ? " with standard deviations for coloured noise"
                                 : "; its deviations hold for white noise alone, and are too small for any other");
  Table table({"parameter", "unit", "value", known ? "deviation" : "deviation (white noise)", "%"});
  for (std::size_t b = 0; b < weighted.value.size(); ++b) {
    const double value = weighted.value[b];
    const double deviation = standard_deviation(weighted, b);
    table.add({result.base_names[b], base_parameter_unit(result, b), shown(value), fmt::format("{:.2g}", deviation),
               fmt::format("{:.2g}", 100 * deviation / std::max(std::abs(value), 1e-300))});
  }
  table.print(2);
  std::cout << "A name stands for the combination of parameters that it begins; they are in full in --json, in the "
               "report, and in\n`torsor base-parameters ROBOT --with rotor,friction`.\n";
}

void print_below(const std::vector<Finding>& findings) {
  if (!findings.empty()) std::cout << '\n';
  print_by_joints(findings);
}

/// Warnings and errors of the logs, and their notes.
std::pair<std::vector<Finding>, std::vector<Finding>> sorted_out(const std::vector<Finding>& findings) {
  std::pair<std::vector<Finding>, std::vector<Finding>> result;
  for (const Finding& finding : findings)
    (finding.severity == Severity::note ? result.second : result.first).push_back(finding);
  return result;
}

}  // namespace

void print_identification(const Identification& result, const IdentifyFiles& files) {
  print_likely(result);
  std::cout << fmt::format("{}: {} from {}, {:.1f} s of motion, {}\n", result.robot,
                           counted(static_cast<long>(result.base_names.size()), "base parameter"),
                           counted(result.rows_used, "equation"), result.duration, counted(result.rows, "row"));
  std::cout << "smoothing: " << result.smoothing << "\nfriction: " << result.friction << '\n';
  auto [warnings, notes] = sorted_out(result.findings);
  print_below(warnings);  // first: a log of another robot makes all below worthless
  print_verdict(result.verdict);
  print_joints(result);
  print_terms(result);
  print_estimators(result);
  print_parameters(result);
  if (result.consistent.valid)
    std::cout << fmt::format(
        "\nPhysically consistent: every link possible, smallest eigenvalue {:.1e} of the trace, certified gap {:.1e}; "
        "the "
        "prior may raise the sum of squares by {:.2g} %\n",
        result.consistent.smallest_eigenvalue, result.consistent.gap, 100 * result.consistent.prior_increase);
  notes.insert(notes.end(), result.verdict.reasons.begin(), result.verdict.reasons.end());
  print_below(notes);
  for (const std::string& path : files.written) std::cout << "written: " << path << '\n';
  for (const std::string& path : files.withheld)
    std::cout << "not written: " << path << ": the verdict is " << to_string(result.verdict.grade)
              << "; --write-poor-model writes it all the same\n";
}

}  // namespace torsor::cli
