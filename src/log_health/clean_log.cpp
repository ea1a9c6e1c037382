#include "torsor/log_health/clean_log.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "torsor/core/error.hpp"
#include "torsor/model/position.hpp"

namespace torsor {

CleanLog::CleanLog(const std::filesystem::path& path, const CleanLogOptions& options)
    : path_(path), options_(options), joint_names_(options.health.joint_names) {
  if (joint_names_.empty() && options.robot != nullptr) joint_names_ = velocity_names(*options.robot);
  options_.health.joint_names = joint_names_;
  if (options_.robot != nullptr) options_.mapping.joint_names = velocity_names(*options_.robot);
  for (const std::string& name : options_.other) {
    std::vector<OtherColumn>& known = options_.mapping.other;
    if (std::none_of(known.begin(), known.end(), [&](const OtherColumn& one) { return one.name == name; }))
      known.push_back({name, name});
  }
  open();
  if (options_.apply_proposals) take_proposals();
  for (int j = static_cast<int>(joint_names_.size()); j < file_->joint_count(); ++j)
    joint_names_.push_back(std::to_string(j + 1));
}

void CleanLog::open() {
  file_ = open_log(path_, options_.mapping, options_.robot != nullptr ? options_.robot->nv : 0);
  health_ = {};
  if (options_.trusted)
    health_.findings = file_->findings();
  else
    health_ = examine_log(*file_, options_.robot, options_.health);
  rows_ = std::make_unique<SoundLog>(*file_, health_);
}

/// Of several faults the next one is often found once the first is put right. One that is proposed again and again is
/// not believed.
void CleanLog::take_proposals() {
  const int joints = file_->joint_count();
  for (int round = 0; round < 2 + joints && !health_.proposals.empty(); ++round) {
    const LogProposal proposal = health_.proposals[0];
    const auto like_it = [&](const LogProposal& one) {
      return one.kind == proposal.kind && one.joints == proposal.joints;
    };
    if (std::any_of(applied_.begin(), applied_.end(), like_it)) break;
    options_.mapping = with_proposal(std::move(options_.mapping), proposal, joints);
    if (proposal.kind == LogProposal::Kind::gravity) options_.health.gravity = proposal.gravity;
    applied_.push_back(proposal);
    open();
  }
  for (const LogProposal& proposal : applied_) {
    const std::string misfit = proposal.misfit_before > proposal.misfit
                                   ? fmt::format(": misfit {:.1f} % of the torque instead of {:.1f} %",
                                                 100 * proposal.misfit, 100 * proposal.misfit_before)
                                   : "";
    health_.findings.push_back({"proposal-applied",
                                Severity::warning,
                                file_->name(),
                                {},
                                cause_of(proposal),
                                "read with " + in_words(proposal, joint_names_) + misfit,
                                "write it in a mapping once it is known to be so"});
  }
}

CleanLog CleanLog::with_proposals() const {
  CleanLogOptions options = options_;
  options.apply_proposals = true;
  return CleanLog(path_, options);
}

void require_usable(const CleanLog& log) {
  if (!log.health().usable()) throw FileError(errors(log.health().findings));
}

std::vector<CleanLog> open_clean_logs(const std::vector<std::string>& paths, const CleanLogOptions& options) {
  std::vector<CleanLog> logs;
  logs.reserve(paths.size());
  for (const std::string& path : paths) require_usable(logs.emplace_back(path, options));
  return logs;
}

}  // namespace torsor
