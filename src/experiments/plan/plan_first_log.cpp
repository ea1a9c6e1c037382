#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/plan/plan_parts.hpp"
#include "torsor/core/error.hpp"

namespace torsor {
namespace {

FirstLog first_log_of(const PlanSetup& setup, const CleanLog& log) {
  const LogHealth& health = log.health();
  FirstLog one;
  one.name = log.name(), one.usable = health.usable();
  one.rows = health.rows, one.sound_rows = health.sound_rows, one.duration = health.duration;
  one.findings = health.findings;
  for (std::size_t j = 0; j < std::min(setup.joints(), health.joints.size()); ++j) {
    const JointLimits& joint = setup.motion.joint_limits[j];
    const ChannelSummary& q = health.joints[j].position;
    one.range_share.push_back((q.highest - q.lowest) / (joint.position_high - joint.position_low));
  }
  return one;
}

/// By joint: the share of samples that are too slow to give an equation.
std::vector<double> slow_shares(const Identification& result, double share) {
  std::vector<double> shares;
  for (const TorqueTrace& trace : result.training_traces) {
    double largest = 0, slow = 0;
    for (const double v : trace.velocity) largest = std::max(largest, std::abs(v));
    for (const double v : trace.velocity) slow += std::abs(v) < share * largest ? 1 : 0;
    shares.push_back(trace.velocity.empty() ? 0 : slow / static_cast<double>(trace.velocity.size()));
  }
  return shares;
}

/// In the order of the plan's table, that of torques.
std::vector<std::string> poorly_known(const PlanSetup& setup, const ExperimentPlan& plan,
                                      const Identification& result) {
  const Estimate& estimate = result.weighted();
  std::map<std::string, std::size_t> place;
  for (std::size_t b = 0; b < result.base_names.size(); ++b) place[result.base_names[b]] = b;
  std::vector<std::string> names;
  for (const PlannedParameter& one : plan.parameters) {
    const auto found = place.find(one.name);
    if (found == place.end() || found->second >= estimate.value.size()) continue;
    const double deviation = standard_deviation(estimate, found->second);
    if (!(deviation <= setup.options.accuracy * std::abs(estimate.value[found->second]))) names.push_back(one.name);
  }
  return names;
}

FirstResult result_of(const PlanSetup& setup, const ExperimentPlan& plan, const Identification& identification) {
  FirstResult result;
  result.grade = to_string(identification.verdict.grade), result.sentence = identification.verdict.sentence;
  result.condition = identification.condition_number;
  result.noise = identification.noise;
  result.slow_share = slow_shares(identification, setup.options.excitation.identification.slow_share);
  result.poorly_known = poorly_known(setup, plan, identification);
  return result;
}

}  // namespace

void plan_first_logs(const PlanSetup& setup, ExperimentPlan& plan) {
  std::vector<NamedLog> usable;
  for (const CleanLog* log : setup.options.first_logs) {
    plan.first_logs.push_back(first_log_of(setup, *log));
    if (log->health().usable()) usable.push_back({log->name(), &log->rows()});
  }
  if (usable.empty()) return;
  IdentifyOptions options = setup.options.excitation.identification;
  options.instrumental = options.huber = options.regularised = options.select_terms = false;
  options.chosen = "weighted";
  try {
    const Identification found = identify(setup.robot, usable, {}, options);
    for (FirstLog& log : plan.first_logs) log.identified = log.usable;
    const std::vector<Finding> reasons = found.all_findings();
    std::vector<Finding>& told = plan.first_logs.front().findings;
    told.insert(told.end(), reasons.begin(), reasons.end());
    plan.first_result = result_of(setup, plan, found);
  } catch (const ComputationError& error) {
    plan.warnings.push_back(std::string("the first log could not be identified: ") + error.what());
  }
}

}  // namespace torsor
