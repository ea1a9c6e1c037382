#pragma once

#include <memory>

#include "arguments/command_line.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/log_health/log_health.hpp"

namespace torsor::cli {

/// Logs that were opened, examined, and rid of what is not sound in them.
struct LogSet {
  std::vector<std::unique_ptr<LogFile>> files;
  std::vector<std::unique_ptr<SoundLog>> sound;
  std::vector<Finding> findings;
  std::optional<Vector3<double>> gravity;  // of the mapping

  std::vector<NamedLog> named() const;
};

/// LOG..., --mapping, --trust-log.
class LogArguments {
 public:
  void add_to(Command& command);
  /// The logs of the command line.
  const std::vector<std::string>& paths() const { return paths_; }
  /// Logs for this robot, examined with a gravity that takes the place of the mapping's, where one is given.
  LogSet open(const Model<double>& model, const std::vector<std::string>& paths,
              const std::optional<Vector3<double>>& gravity = {}) const;

 private:
  std::vector<std::string> paths_;
  std::string mapping_;
  bool trusted_ = false;
};

/// --smoothing and --cutoff; a cut-off of 0 is found from the data.
SmoothingOptions smoothing_options(const std::string& kind, double cutoff);

}  // namespace torsor::cli
