#include "arguments/log_arguments.hpp"

#include <memory>

#include "arguments/command_line.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {

void LogArguments::add_to(Command& command) {
  command
      .option("LOG", paths_,
              "Logs: CSV, NPY or MATLAB files; LOG@12s:40s for a stretch, LOG@mapping.yaml for a mapping of its own")
      .file()
      .required();
  command.flag("--apply-proposals", apply_proposals_,
               "Read the logs as their examination proposes: gravity, signs, zeros, gains, clock");
  add_options_to(command);
}

void LogArguments::add_options_to(Command& command) {
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
  options.apply_proposals = apply_proposals_;
  if (trusted_ && apply_proposals_)
    throw UsageError("--apply-proposals: expected logs that are examined, found --trust-log beside it");
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
