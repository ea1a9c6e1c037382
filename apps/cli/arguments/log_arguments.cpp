#include "arguments/log_arguments.hpp"

#include <memory>

#include "arguments/command_line.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {

void LogArguments::add_to(Command& command) {
  command.option("LOG", paths_, "Logs: CSV, NPY or MATLAB files").file().required();
  command.option("--mapping", mapping_, "A YAML file that says what the columns are (docs/log.md)").file();
  command.flag("--trust-log", trusted_,
               "Skip the examination of the logs; rows that are not numbers are still left out");
}

CleanLogOptions LogArguments::options(const Model<double>& model, const std::optional<Vector3<double>>& gravity) const {
  CleanLogOptions options;
  if (!mapping_.empty()) options.mapping = read_log_mapping_file(mapping_);
  options.robot = &model;
  options.health.gravity = gravity;
  options.trusted = trusted_;
  return options;
}

SmoothingOptions smoothing_options(const std::string& kind, double cutoff) {
  SmoothingOptions options;
  options.kind = kind == "kalman"        ? SmoothingKind::kalman
                 : kind == "butterworth" ? SmoothingKind::butterworth
                                         : SmoothingKind::none;
  options.cutoff = cutoff;
  return options;
}

}  // namespace torsor::cli
