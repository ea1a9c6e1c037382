#pragma once

#include "arguments/command_line.hpp"
#include "torsor/log_health/clean_log.hpp"
#include "torsor/smoothing/smoothing.hpp"

namespace torsor::cli {

/// LOG..., --apply-proposals, --mapping, --trust-log.
class LogArguments {
 public:
  void add_to(Command& command);
  /// The same without LOG, for a command that tells kinds of logs apart.
  void add_options_to(Command& command);
  /// The logs of the command line.
  const std::vector<std::string>& paths() const { return paths_; }
  /// How logs of this robot are opened; a gravity that is given takes the place of the mapping's. `model` has to stay.
  CleanLogOptions options(const Model<double>& model, const std::optional<Vector3<double>>& gravity) const;

 private:
  std::vector<std::string> paths_;
  std::string mapping_;
  bool trusted_ = false, apply_proposals_ = false;
};

/// --smoothing and --cutoff; a cut-off of 0 is found from the data.
SmoothingOptions smoothing_options(const std::string& kind, double cutoff);

}  // namespace torsor::cli
