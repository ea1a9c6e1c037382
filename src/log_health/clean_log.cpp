#include "torsor/log_health/clean_log.hpp"

#include "torsor/core/error.hpp"
#include "torsor/model/position.hpp"

namespace torsor {

CleanLog::CleanLog(const std::filesystem::path& path, const CleanLogOptions& options)
    : file_(open_log(path, options.mapping, options.robot != nullptr ? options.robot->nv : 0)),
      joint_names_(options.health.joint_names) {
  if (joint_names_.empty() && options.robot != nullptr) joint_names_ = velocity_names(*options.robot);
  LogHealthOptions health = options.health;
  health.joint_names = joint_names_;
  if (options.trusted)
    health_.findings = file_->findings();
  else
    health_ = examine_log(*file_, options.robot, health);
  rows_ = std::make_unique<SoundLog>(*file_, health_);
  for (int j = static_cast<int>(joint_names_.size()); j < file_->joint_count(); ++j)
    joint_names_.push_back(std::to_string(j + 1));
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
