#include "torsor/estimation/likely_reason.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor {
namespace {

/// What is proposed is believed where it leaves no more than this of the residual.
constexpr double believed = 0.85;

std::vector<CleanLog> as_proposed(const std::vector<CleanLog>& logs) {
  std::vector<CleanLog> list;
  list.reserve(logs.size());
  for (const CleanLog& log : logs) list.push_back(log.with_proposals());
  return list;
}

bool proposes(const std::vector<CleanLog>& logs) {
  return std::any_of(logs.begin(), logs.end(), [](const CleanLog& log) { return !log.health().proposals.empty(); });
}

double percent_of(const Identification& result) {
  const Estimate* chosen = result.chosen_estimate();
  return chosen != nullptr ? summary_of(judged_fits(*chosen)).mean_percent : NAN;
}

/// Each change once, whichever logs it is of.
void note_changes(const std::vector<CleanLog>& logs, LikelyReason& reason) {
  for (const CleanLog& log : logs)
    for (const LogProposal& proposal : log.applied()) {
      const std::string change = in_words(proposal, log.joint_names());
      const std::string cause = cause_of(proposal);
      if (std::find(reason.changes.begin(), reason.changes.end(), change) != reason.changes.end()) continue;
      reason.changes.push_back(change);
      if (reason.cause.find(cause) == std::string::npos) reason.cause += (reason.cause.empty() ? "" : ", ") + cause;
    }
}

LikelyReason tried(const Description& robot, const std::vector<CleanLog>& training,
                   const std::vector<CleanLog>& validation, IdentifyOptions options, const Identification& result) {
  options.huber = options.instrumental = options.regularised = options.deviations = options.tries_proposals = false;
  options.progress = nullptr;
  LikelyReason reason;
  reason.percent_before = percent_of(result);
  const std::vector<CleanLog> first = as_proposed(training), second = as_proposed(validation);
  note_changes(first, reason), note_changes(second, reason);
  try {
    reason.percent = percent_of(identify(robot, first, second, options));
  } catch (const ComputationError&) {
    return {};  // the logs cannot answer at all that way
  }
  if (!(reason.percent <= believed * reason.percent_before)) return {};
  reason.sentence = fmt::format("{}. With {} the residual is {:.3g} % of the torque instead of {:.3g} %.", reason.cause,
                                enumerated(reason.changes), reason.percent, reason.percent_before);
  return reason;
}

/// What the findings of the logs hint at, where nothing can be tried.
LikelyReason hinted(const Identification& result) {
  static const std::map<std::string, const char*> hints{
      {"torque-unit", "units"},       {"torque-is-current", "units"}, {"velocity-unit", "units"},
      {"acceleration-unit", "units"}, {"torque-gain", "gain"},        {"rate-wrong", "clock"},
      {"timestamp-false", "clock"},   {"beyond-limits", "units"},     {"more-joints", "another robot"}};
  for (const Finding& finding : result.findings)
    if (const auto hint = hints.find(finding.code); hint != hints.end() && finding.severity != Severity::note)
      return {hint->second,
              std::string(hint->second) + ". " + finding.element + ": " + finding.message + " [" + finding.code + "].",
              {},
              NAN,
              percent_of(result)};
  return {};
}

}  // namespace

bool acceptable(const Verdict& verdict) { return verdict.grade == Grade::good || verdict.grade == Grade::fair; }

LikelyReason likely_reason(const Description& robot, const std::vector<CleanLog>& training,
                           const std::vector<CleanLog>& validation, const IdentifyOptions& options,
                           const Identification& result) {
  if (proposes(training) || proposes(validation))
    if (LikelyReason reason = tried(robot, training, validation, options, result); !reason.cause.empty()) return reason;
  if (LikelyReason reason = hinted(result); !reason.cause.empty()) return reason;
  if (result.condition_number > verdict_limits.hopeless_condition)
    return {"motion", "motion. It does not separate the parameters.", {}, NAN, percent_of(result)};
  if (result.verdict.grade == Grade::unknown)
    return {"held-out data",
            "held-out data. They hardly move the robot: hold out another part.",
            {},
            NAN,
            percent_of(result)};
  const bool examined =
      std::any_of(training.begin(), training.end(), [](const CleanLog& log) { return log.health().fit.made; });
  return {"unknown",
          examined ? "unknown. No other gravity, sign, zero or gain of a joint fits clearly better, and the units look "
                     "right: see where the residual is large."
                   : "unknown. The logs were not examined with the robot.",
          {},
          NAN,
          percent_of(result)};
}

}  // namespace torsor
