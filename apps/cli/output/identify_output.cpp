#include "output/identify_output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iostream>

#include "output/answer.hpp"
#include "output/finding_output.hpp"
#include "output/shown.hpp"
#include "output/table.hpp"

namespace torsor::cli {
namespace {

Json to_json(const TorqueFit& fit) {
  if (fit.samples == 0) return {{"samples", 0}, {"rms", nullptr}, {"percent", nullptr}, {"r2", nullptr}};
  return {{"samples", fit.samples}, {"rms", fit.rms}, {"percent", fit.relative}, {"r2", fit.r2}};
}

Json to_json(const std::vector<JointFit>& fits) {
  Json list = Json::array();
  for (const JointFit& fit : fits)
    list.push_back({{"smoothed", to_json(fit.smoothed)},
                    {"raw", to_json(fit.raw)},
                    {"smoothed_moving", to_json(fit.smoothed_moving)},
                    {"raw_moving", to_json(fit.raw_moving)}});
  return list;
}

Json to_json(const Estimate& estimate) {
  Json json{{"method", estimate.method}, {"valid", estimate.valid}, {"note", estimate.note}};
  if (!estimate.valid) return json;
  json["value"] = estimate.value;
  if (!estimate.standard_deviation.empty()) json["standard_deviation"] = estimate.standard_deviation;
  if (!estimate.naive_standard_deviation.empty()) json["naive_standard_deviation"] = estimate.naive_standard_deviation;
  json["training"] = to_json(estimate.training);
  if (!estimate.validation.empty()) json["validation"] = to_json(estimate.validation);
  return json;
}

/// Reasons by their codes: the findings have them in full.
Json to_json(const Verdict& verdict) {
  Json joints = Json::array(), reasons = Json::array();
  for (const Grade grade : verdict.joints) joints.push_back(to_string(grade));
  for (const Finding& reason : verdict.reasons) reasons.push_back(reason.code);
  return {{"grade", to_string(verdict.grade)},
          {"sentence", verdict.sentence},
          {"facts", verdict.facts},
          {"conditioning", verdict.conditioning},
          {"joints", joints},
          {"reasons", reasons}};
}

void print_verdict(const Verdict& verdict) {
  std::cout << fmt::format("\nVerdict: {}. {}\n", to_string(verdict.grade), verdict.sentence);
  for (const std::string& fact : verdict.facts) std::cout << "  " << fact << '\n';
  std::cout << "  " << verdict.conditioning << '\n';
}

Json standard_json(const Identification& result) {
  const StandardEstimate& standard = result.consistent;
  Json list = Json::array();
  for (std::size_t c = 0; c < result.parameter_names.size(); ++c) {
    Json entry{{"name", result.parameter_names[c]}, {"value", standard.value[c]}};
    if (!standard.prior.empty()) entry["prior"] = standard.prior[c];
    list.push_back(entry);
  }
  return {{"parameters", list}, {"gap", standard.gap}, {"smallest_eigenvalue", standard.smallest_eigenvalue}};
}

/// Root of the mean over joints of the squared residual, and in per cent of the torque.
struct Overall {
  double squares = 0, torque = 0;
  long count = 0;
  void add(const TorqueFit& fit) {
    const double residual = fit.rms * fit.rms * static_cast<double>(fit.samples);
    squares += residual;
    if (fit.relative > 0) torque += residual / (fit.relative * fit.relative) * 1e4;
    count += fit.samples;
  }
  double percent() const { return torque > 0 ? 100 * std::sqrt(squares / torque) : 0; }
};

double overall(const std::vector<JointFit>& fits) {
  Overall sum;
  for (const JointFit& fit : fits) sum.add(fit.smoothed);
  return sum.percent();
}

void print_joints(const Identification& result) {
  const Estimate& chosen = result.estimates[result.chosen];
  const bool held_out = !chosen.validation.empty();
  const std::vector<JointFit>& judged = judged_fits(chosen);
  std::cout << fmt::format("\nTorque that the {} model does not explain ({}):\n", chosen.method,
                           held_out ? "held out: " + result.held_out : "on the training data; nothing was held out");
  Table table({"joint", "rms", "", "%", "R2", "moving", "raw", "training"});
  for (std::size_t j = 0; j < result.joints.size(); ++j) {
    const JointFit& fit = judged[j];
    table.add({result.joints[j], fmt::format("{:.3g}", fit.smoothed.rms), result.torque_units[j],
               fmt::format("{:.1f}", fit.smoothed.relative), fmt::format("{:.3f}", fit.smoothed.r2),
               fit.smoothed_moving.samples > 0 ? fmt::format("{:.3g}", fit.smoothed_moving.rms) : "-",
               fmt::format("{:.3g}", fit.raw.rms), fmt::format("{:.3g}", chosen.training[j].smoothed.rms)});
  }
  table.print(1);
}

void print_estimators(const Identification& result) {
  std::cout << "\nEstimators, residual in % of the torque of all joints:\n";
  Table table({"estimator", "", "training", "held out"});
  std::string notes;
  for (std::size_t e = 0; e < result.estimates.size(); ++e) {
    const Estimate& estimate = result.estimates[e];
    const bool chosen = static_cast<int>(e) == result.chosen;
    table.add(
        {estimate.method, chosen ? "*" : "", estimate.valid ? fmt::format("{:.2f}", overall(estimate.training)) : "-",
         estimate.valid && !estimate.validation.empty() ? fmt::format("{:.2f}", overall(estimate.validation)) : "-"});
    if (!estimate.note.empty()) notes += "  " + estimate.method + ": " + estimate.note + "\n";
  }
  table.print(2);
  std::cout << notes;
}

void print_parameters(const Identification& result) {
  const Estimate& weighted = result.weighted();
  const bool known = !weighted.standard_deviation.empty();
  std::cout << fmt::format("\nBase parameters, weighted estimate{}:\n",
                           known ? " with standard deviations for coloured noise"
                                 : "; its deviations hold for white noise alone, and are too small for any other");
  Table table({"parameter", "value", known ? "deviation" : "deviation (white noise)", "%"});
  for (std::size_t b = 0; b < weighted.value.size(); ++b) {
    const double value = weighted.value[b];
    const double deviation = standard_deviation(weighted, b);
    table.add({result.base_names[b], shown(value), fmt::format("{:.2g}", deviation),
               fmt::format("{:.2g}", 100 * deviation / std::max(std::abs(value), 1e-300))});
  }
  table.print(1);
}

}  // namespace

Json to_json(const Identification& result) {
  Json joints = Json::array(), estimates = Json::array(), base = Json::array();
  for (std::size_t j = 0; j < result.joints.size(); ++j)
    joints.push_back({{"name", result.joints[j]},
                      {"unit", result.torque_units[j]},
                      {"noise", result.noise[j]},
                      {"correlation_time", result.correlation_time[j]},
                      {"coulomb_width", result.coulomb_width[j]},
                      {"stribeck_velocity", result.stribeck_velocity[j]}});
  for (const Estimate& estimate : result.estimates) estimates.push_back(to_json(estimate));
  for (std::size_t b = 0; b < result.base_names.size(); ++b)
    base.push_back({{"name", result.base_names[b]}, {"combination", result.base_words[b]}});
  Json json{{"robot", result.robot},
            {"training_logs", result.training_logs},
            {"validation_logs", result.validation_logs},
            {"held_out", result.held_out},
            {"smoothing", result.smoothing},
            {"friction", result.friction},
            {"rows", result.rows},
            {"equations", result.rows_used},
            {"duration", result.duration},
            {"condition_number", result.condition_number},
            {"singular_values", result.singular_values},
            {"block_length", result.block_length},
            {"joints", joints},
            {"base_parameters", base},
            {"estimates", estimates},
            {"chosen", result.estimates[result.chosen].method}};
  if (result.consistent.valid) json["consistent"] = standard_json(result);
  json["verdict"] = to_json(result.verdict);
  json["findings"] = findings_json(result.all_findings());
  return json;
}

void print_identification(const Identification& result, const std::vector<std::string>& written) {
  std::cout << fmt::format("{}: {} base parameters from {} equations, {:.1f} s of motion, {} rows\n", result.robot,
                           result.base_names.size(), result.rows_used, result.duration, result.rows);
  std::cout << "smoothing: " << result.smoothing << "\nfriction: " << result.friction << '\n';
  print_verdict(result.verdict);
  print_joints(result);
  print_estimators(result);
  print_parameters(result);
  if (result.consistent.valid)
    std::cout << fmt::format(
        "\nPhysically consistent: every link possible, smallest eigenvalue {:.1e} of the trace, certified gap {:.1e}\n",
        result.consistent.smallest_eigenvalue, result.consistent.gap);
  const std::vector<Finding> findings = result.all_findings();
  if (!findings.empty()) std::cout << '\n';
  print(findings);
  for (const std::string& path : written) std::cout << "written: " << path << '\n';
}

}  // namespace torsor::cli
