#include <utility>

#include "torsor/core/error.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/estimation/likely_reason.hpp"

namespace torsor {
namespace {

/// The arm was mounted in one way, whatever a log's examination may have found.
void take_proposed_gravity(const std::vector<CleanLog>& logs, IdentifyOptions& options) {
  const CleanLog* first = nullptr;
  for (const CleanLog& log : logs)
    for (const LogProposal& proposal : log.applied()) {
      if (proposal.kind != LogProposal::Kind::gravity) continue;
      if (first != nullptr && !(length(*log.file().gravity() - *first->file().gravity()) < 0.5))
        throw ComputationError("apply_proposals: expected one gravity for all logs, found others for " + first->name() +
                               " and " + log.name());
      first = &log;
    }
  if (first != nullptr) options.gravity = first->file().gravity();
}

/// A model whose logs are read wrongly is not acceptable, however well it fits by chance.
void find_reason(const Description& robot, const std::vector<CleanLog>& training,
                 const std::vector<CleanLog>& validation, const IdentifyOptions& options, Identification& result) {
  LikelyReason reason = likely_reason(robot, training, validation, options, result);
  Verdict& verdict = result.verdict;
  if (acceptable(verdict) && reason.changes.empty()) return;
  if (acceptable(verdict) && reason.percent <= verdict_limits.misread * reason.percent_before) {
    verdict.grade = Grade::poor;
    verdict.sentence = "The model is not to be trusted: its logs seem to be read wrongly (" + reason.cause + ").";
  }
  verdict.likely = std::move(reason);
}

}  // namespace

Identification identify(const Description& robot, const std::vector<CleanLog>& training,
                        const std::vector<CleanLog>& validation, IdentifyOptions options) {
  if (!options.gravity && !training.empty()) options.gravity = training[0].file().gravity();
  take_proposed_gravity(training, options);
  std::vector<Finding> findings;
  std::vector<AppliedProposal> applied;
  const auto named = [&](const std::vector<CleanLog>& logs) {
    std::vector<NamedLog> list;
    for (const CleanLog& log : logs) {
      list.push_back({log.name(), &log.rows()});
      for (const LogProposal& proposal : log.applied())
        applied.push_back({log.name(), cause_of(proposal), in_words(proposal, log.joint_names())});
      findings.insert(findings.end(), log.health().findings.begin(), log.health().findings.end());
    }
    return list;
  };
  const std::vector<NamedLog> first = named(training), second = named(validation);
  Identification result = identify(robot, first, second, options);
  result.findings = std::move(findings);
  result.applied = std::move(applied);
  result.verdict = judge(result);  // again: what the logs say of themselves may be a reason, or take one away
  if (options.tries_proposals && result.verdict.grade != Grade::good)
    find_reason(robot, training, validation, options, result);
  return result;
}

}  // namespace torsor
