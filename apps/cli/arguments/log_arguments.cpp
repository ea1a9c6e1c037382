#include "arguments/log_arguments.hpp"

#include <memory>

#include "arguments/command_line.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {

std::vector<NamedLog> LogSet::named() const {
  std::vector<NamedLog> list;
  list.reserve(files.size());
  for (std::size_t k = 0; k < files.size(); ++k) list.push_back({files[k]->name(), sound[k].get()});
  return list;
}

void LogArguments::add_to(Command& command) {
  command.option("LOG", paths_, "Logs: CSV, NPY or MATLAB files").required();
  command.option("--mapping", mapping_, "A YAML file that says what the columns are (docs/log.md)");
  command.flag("--trust-log", trusted_, "Do not examine the logs first; rows that are no numbers are left out still");
}

LogSet LogArguments::open(const Model<double>& model, const std::vector<std::string>& paths,
                          const std::optional<Vector3<double>>& gravity) const {
  const LogMapping mapping = mapping_.empty() ? LogMapping{} : read_log_mapping_file(mapping_);
  LogSet set;
  set.gravity = gravity ? gravity : mapping.gravity;
  for (const std::string& path : paths) {
    std::unique_ptr<LogFile> file = open_log(path, mapping, model.nv);
    LogHealthOptions options;
    options.gravity = set.gravity;
    options.joint_names = velocity_names(model);
    LogHealth health;
    if (trusted_)
      health.findings = file->findings();
    else
      health = examine_log(*file, &model, options);
    if (!health.usable())
      for (const Finding& finding : health.findings)
        if (finding.severity == Severity::error) throw FileError({finding});
    set.findings.insert(set.findings.end(), health.findings.begin(), health.findings.end());
    set.sound.push_back(std::make_unique<SoundLog>(*file, health));
    set.files.push_back(std::move(file));
  }
  return set;
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
