#include "output/answer.hpp"
#include "output/finding_output.hpp"
#include "output/identify_output.hpp"
#include "torsor/estimation/likely_reason.hpp"
#include "torsor/estimation/parameter_unit.hpp"

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
                    {"raw_moving", to_json(fit.raw_moving)},
                    {"smoothed_resting", to_json(fit.smoothed_resting)}});
  return list;
}

Json summary_json(const std::vector<JointFit>& fits) {
  const FitSummary summary = summary_of(fits);
  return {{"mean_percent", to_json_or_null(summary.mean_percent)}, {"worst_r2", to_json_or_null(summary.worst_r2)}};
}

/// The lower triangle, row by row: what is above the diagonal is the same.
Json triangle(const Eigen::MatrixXd& symmetric) {
  Json rows = Json::array();
  for (Eigen::Index r = 0; r < symmetric.rows(); ++r) {
    Json row = Json::array();
    for (Eigen::Index c = 0; c <= r; ++c) row.push_back(symmetric(r, c));
    rows.push_back(row);
  }
  return rows;
}

/// A list for each column.
Json by_joint(const Eigen::MatrixXd& columns) {
  Json joints = Json::array();
  for (const auto& column : columns.colwise()) joints.push_back(std::vector<double>(column.begin(), column.end()));
  return joints;
}

Json to_json(const Estimate& estimate) {
  Json json{{"method", estimate.method}, {"valid", estimate.valid}, {"note", estimate.note}};
  if (!estimate.valid) return json;
  json["value"] = estimate.value;
  if (!estimate.standard_deviation.empty()) json["standard_deviation"] = estimate.standard_deviation;
  if (!estimate.naive_standard_deviation.empty()) json["naive_standard_deviation"] = estimate.naive_standard_deviation;
  if (estimate.covariance.rows() > 0) json["covariance"] = triangle(estimate.covariance);
  if (estimate.width_sensitivity.rows() > 0) json["width_sensitivity"] = by_joint(estimate.width_sensitivity);
  json["training"] = to_json(estimate.training);
  json["training_summary"] = summary_json(estimate.training);
  if (estimate.validation.empty()) return json;
  json["validation"] = to_json(estimate.validation);
  json["validation_summary"] = summary_json(estimate.validation);
  return json;
}

Json likely_json(const LikelyReason& reason) {
  if (reason.cause.empty()) return nullptr;
  return {{"cause", reason.cause},
          {"sentence", reason.sentence},
          {"changes", reason.changes},
          {"percent", to_json_or_null(reason.percent)},
          {"percent_before", to_json_or_null(reason.percent_before)}};
}

Json applied_json(const std::vector<AppliedProposal>& applied) {
  Json list = Json::array();
  for (const AppliedProposal& one : applied)
    list.push_back({{"log", one.log}, {"cause", one.cause}, {"change", one.change}});
  return list;
}

/// Reasons by their codes: the findings have them in full.
Json to_json(const Verdict& verdict) {
  Json joints = Json::array(), reasons = Json::array();
  for (const Grade grade : verdict.joints) joints.push_back(to_string(grade));
  for (const Finding& reason : verdict.reasons) reasons.push_back(reason.code);
  return {{"grade", to_string(verdict.grade)},
          {"measure", judged_measure},
          {"sentence", verdict.sentence},
          {"facts", verdict.facts},
          {"conditioning", verdict.conditioning},
          {"joints", joints},
          {"acceptable", acceptable(verdict)},
          {"likely_reason", likely_json(verdict.likely)},
          {"reasons", reasons}};
}

Json to_json(const std::vector<TermVerdict>& terms) {
  Json list = Json::array();
  for (const TermVerdict& one : terms) {
    Json entry{{"term", one.term},
               {"value", one.value},
               {"gain", one.gain},
               {"standard_error", one.standard_error},
               {"admitted", one.admitted}};
    if (!one.joint.empty()) entry["joint"] = one.joint;
    list.push_back(entry);
  }
  return list;
}

Json to_json(const std::vector<OwnTermVerdict>& terms) {
  Json list = Json::array();
  int number = 0;
  for (const OwnTermVerdict& one : terms)
    list.push_back({{"name", "term" + std::to_string(++number)},
                    {"joint", one.joint},
                    {"formula", one.formula},
                    {"admitted", one.admitted}});
  return list;
}

Json standard_json(const Identification& result) {
  const StandardEstimate& standard = result.consistent;
  Json list = Json::array();
  for (std::size_t c = 0; c < result.parameter_names.size(); ++c) {
    Json entry{{"name", result.parameter_names[c]}, {"value", standard.value[c]}};
    if (!standard.prior.empty()) entry["prior"] = standard.prior[c];
    list.push_back(entry);
  }
  return {{"parameters", list},
          {"prior_increase", standard.prior_increase},
          {"gap", standard.gap},
          {"smallest_eigenvalue", standard.smallest_eigenvalue}};
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
                      {"stribeck_velocity", result.stribeck_velocity[j]},
                      {"presliding_distance", result.presliding_distance[j]},
                      {"hysteresis_distance", result.hysteresis_distance[j]},
                      {"periodic_torque", static_cast<bool>(result.periodic[j])}});
  for (const Estimate& estimate : result.estimates) estimates.push_back(to_json(estimate));
  for (std::size_t b = 0; b < result.base_names.size(); ++b)
    base.push_back({{"name", result.base_names[b]},
                    {"combination", result.base_words[b]},
                    {"unit", base_parameter_unit(result, b)}});
  Json json{{"robot", result.robot},
            {"training_logs", result.training_logs},
            {"validation_logs", result.validation_logs},
            {"held_out", result.held_out},
            {"applied", applied_json(result.applied)},
            {"smoothing", result.smoothing},
            {"friction", result.friction},
            {"rows", result.rows},
            {"equations", result.rows_used},
            {"duration", result.duration},
            {"torque_delay",
             {{"seconds", result.torque_delay.seconds},
              {"standard_deviation", result.torque_delay.deviation},
              {"gain", result.torque_delay.gain},
              {"found", result.torque_delay.found},
              {"removed", result.torque_delay.removed}}},
            {"condition_number", result.condition_number},
            {"singular_values", result.singular_values},
            {"block_length", result.block_length},
            {"degrees_of_freedom", result.degrees_of_freedom},
            {"joints", joints},
            {"terms", to_json(result.terms)},
            {"own_terms", to_json(result.own_terms)},
            {"base_parameters", base},
            {"estimates", estimates},
            {"chosen", result.estimates[result.chosen].method}};
  if (result.consistent.valid) json["consistent"] = standard_json(result);
  json["verdict"] = to_json(result.verdict);
  json["findings"] = findings_json_by_joints(result.all_findings());
  return json;
}

}  // namespace torsor::cli
