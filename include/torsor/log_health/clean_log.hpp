#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "torsor/log_health/log_health.hpp"
#include "torsor/logs/log_file.hpp"

namespace torsor {

/// How a log is opened and examined.
struct CleanLogOptions {
  std::string label{};                   // what messages call the log; its path where there is none
  LogMapping mapping{};                  // what the columns are, where their names do not tell
  std::vector<std::string> other{};      // further columns that are wanted; by these names, where no mapping has them
  const Model<double>* robot = nullptr;  // that moved; it judges the torques
  LogHealthOptions health{};             // of the examination; joints have the robot's names where there are none
  bool trusted = false;                  // not examined: rows that are no numbers are left out still
  bool apply_proposals = false;          // read as the examination proposes, and examined again, until it proposes none
};

/// A log file that was opened and examined, with the rows of it that are sound.
class CleanLog {
 public:
  /// Throws as open_log does. What is found wrong with the content is in health(); it may be of no use.
  explicit CleanLog(const std::filesystem::path& path, const CleanLogOptions& options = {});

  const std::string& name() const { return options_.label.empty() ? file_->name() : options_.label; }
  /// The proposals that it is read with; none where they were not asked for.
  const std::vector<LogProposal>& applied() const { return applied_; }
  /// The same log, read as its examination proposes.
  CleanLog with_proposals() const;
  const LogFile& file() const { return *file_; }
  const LogHealth& health() const { return health_; }
  /// The valid rows, with the clock put right; they stay where they are when the log is moved.
  const SoundLog& rows() const { return *rows_; }
  /// Of the robot; 1, 2, ... where it is not known.
  const std::vector<std::string>& joint_names() const { return joint_names_; }

 private:
  void open();
  void take_proposals();

  std::filesystem::path path_;
  CleanLogOptions options_;
  std::vector<LogProposal> applied_;
  std::unique_ptr<LogFile> file_;
  LogHealth health_;
  std::unique_ptr<SoundLog> rows_;
  std::vector<std::string> joint_names_;
};

/// Throws FileError, with all errors that were found, where the log is of no use.
void require_usable(const CleanLog& log);

/// Opens, examines and cleans some logs, every one of which has to be usable.
std::vector<CleanLog> open_clean_logs(const std::vector<std::string>& paths, const CleanLogOptions& options = {});

}  // namespace torsor
