#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "finding.hpp"
#include "log_argument.hpp"
#include "long_work.hpp"
#include "torsor/core/error.hpp"
#include "torsor/log_health/clean_log.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/position.hpp"

namespace torsor::python {
namespace {

/// What became of a log: sound rows, and what was found.
struct ReadLog {
  LogRows rows;
  std::vector<Finding> findings;
  std::optional<Vector3<double>> gravity;
};

Fields fields_of(const ReadLog& read) {
  Fields result;
  result["time"] = to_array(read.rows.time);
  result["q"] = matrix_or_none(read.rows.q);
  result["qd"] = matrix_or_none(read.rows.qd);
  result["qdd"] = matrix_or_none(read.rows.qdd);
  result["tau"] = matrix_or_none(read.rows.tau);
  result["reference"] = matrix_or_none(read.rows.q_reference);
  result["gravity"] = nb::none();
  if (read.gravity) result["gravity"] = to_array({read.gravity->x, read.gravity->y, read.gravity->z});
  result["findings"] = to_python(read.findings);
  return result;
}

LogWindow window_of(nb::handle window) {
  LogWindow wanted;
  if (window.is_none()) return wanted;
  const nb::object from = window[0], to = window[1];
  if (!from.is_none()) wanted.from = nb::cast<double>(from);
  if (!to.is_none()) wanted.to = nb::cast<double>(to);
  return wanted;
}

Fields read_log(const std::string& path, const std::string& label, nb::handle mapping, nb::handle mapping_name,
                nb::handle robot, nb::handle window, bool trusted) {
  CleanLogOptions options;
  options.label = label;
  options.trusted = trusted;
  if (!mapping.is_none())
    options.mapping = read_log_mapping(nb::cast<std::string>(mapping), nb::cast<std::string>(mapping_name));
  if (!window.is_none()) options.mapping.window = window_of(window);
  std::shared_ptr<const Model<double>> model;
  if (!robot.is_none()) model = std::make_shared<Model<double>>(nb::cast<const Robot&>(robot).model());
  return fields_of(run_listening(nb::none(), [path, options, model](const Progress&) mutable {
    options.robot = model.get();
    const CleanLog log(path, options);
    if (!options.trusted) require_usable(log);
    return ReadLog{log.rows().read(0, log.rows().row_count()), log.health().findings, log.file().gravity()};
  }));
}

/// The same for a log in memory.
Fields examine(nb::handle log, nb::handle robot, int joints) {
  const auto rows = std::make_shared<LogInMemory>(log_rows(log, joints));
  LogHealthOptions options;
  options.file = nb::cast<std::string>(log.attr("name"));
  options.gravity = gravity_of(log.attr("gravity"));
  std::shared_ptr<const Model<double>> model;
  if (!robot.is_none()) {
    const auto& known = nb::cast<const Robot&>(robot);
    model = std::make_shared<Model<double>>(known.model());
    options.limits = joint_limits(known.description());
    options.joint_names = velocity_names(known.model());
  }
  return fields_of(run_listening(nb::none(), [rows, options, model](const Progress&) {
    const LogHealth health = examine_log(*rows, model.get(), options);
    if (!health.usable()) throw FileError(errors(health.findings));
    const SoundLog sound(*rows, health);
    return ReadLog{sound.read(0, sound.row_count()), health.findings, options.gravity};
  }));
}

}  // namespace

void bind_logs(nb::module_& module) {
  using nb::literals::operator""_a;
  module.def("_read_log", &read_log, "path"_a, "label"_a, "mapping"_a.none(), "mapping_name"_a.none(), "robot"_a.none(),
             "window"_a.none(), "trusted"_a);
  module.def("_examine_log", &examine, "log"_a, "robot"_a.none(), "joints"_a);
}

}  // namespace torsor::python
