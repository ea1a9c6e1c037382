#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "finding.hpp"
#include "friction_words.hpp"
#include "log_argument.hpp"
#include "long_work.hpp"
#include "torsor/core/error.hpp"
#include "torsor/estimation/identified_robot.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::python {
namespace {

nb::list fits_of(const Estimate& estimate) {
  nb::list fits;
  for (const JointFit& fit : judged_fits(estimate)) {
    const TorqueFit& judged = judged_fit(fit);
    fits.append(nb::make_tuple(judged.rms, judged.relative, judged.r2));
  }
  return fits;
}

FieldsList estimates_of(const Identification& found) {
  FieldsList estimates;
  for (const Estimate& estimate : found.estimates) {
    Fields entry;
    entry["method"] = text(estimate.method);
    entry["note"] = text(estimate.note);
    entry["valid"] = estimate.valid;
    entry["value"] = to_array(estimate.value);
    std::vector<double> deviations;
    for (std::size_t b = 0; b < estimate.value.size(); ++b) deviations.push_back(standard_deviation(estimate, b));
    entry["standard_deviation"] = to_array(deviations);
    entry["fits"] = fits_of(estimate);
    estimates.append(entry);
  }
  return estimates;
}

/// Torques of each joint over time, thinned for plots.
FieldsList traces_of(const std::vector<TorqueTrace>& traces) {
  FieldsList list;
  for (const TorqueTrace& trace : traces) {
    Fields entry;
    entry["time"] = to_array(trace.time);
    entry["velocity"] = to_array(trace.velocity);
    entry["measured"] = to_array(trace.raw);
    entry["smoothed"] = to_array(trace.smoothed);
    entry["predicted"] = to_array(trace.predicted);
    list.append(entry);
  }
  return list;
}

Fields fields_of(const Description& robot, const Identification& found) {
  Fields result;
  result["joints"] = texts(found.joints);
  result["torque_units"] = texts(found.torque_units);
  result["base_names"] = texts(found.base_names);
  result["base_combinations"] = texts(found.base_words);
  result["estimates"] = estimates_of(found);
  result["chosen"] = found.chosen;
  result["parameter_names"] = texts(found.parameter_names);
  result["parameters"] = to_array(found.consistent.value);
  result["condition_number"] = found.condition_number;
  result["noise"] = to_array(found.noise);
  result["training"] = traces_of(found.training_traces);
  result["validation"] = traces_of(found.validation_traces);
  result["grade"] = to_string(found.verdict.grade);
  result["sentence"] = text(found.verdict.sentence);
  result["findings"] = to_python(found.all_findings());
  result["robot"] = found.consistent.valid ? nb::object(text(write_yaml(identified_robot(robot, found)).text))
                                           : nb::object(nb::none());
  return result;
}

Fields identify(const Robot& robot, nb::handle training, nb::handle validation, bool rotor,
                const std::vector<std::string>& friction, bool prior, bool quick, bool select_terms, double hold_out,
                nb::handle gravity, nb::handle progress) {
  const OwnedLogs train = owned_logs(robot, training), judge = owned_logs(robot, validation);
  IdentifyOptions options;
  options.rotor = rotor;
  set_friction(friction, options);
  options.use_prior = prior;
  options.torque_delay = !quick;
  options.select_terms = select_terms;
  if (quick) options.huber = options.instrumental = options.regularised = options.deviations = false;
  if (!(hold_out >= 0 && hold_out <= 0.9)) throw UsageError("hold_out", "expected a share from 0 to 0.9");
  options.hold_out = hold_out;
  options.gravity = gravity_of(gravity);
  const Identification found =
      run_listening(progress, [robot = robot.description(), train, judge, options](const Progress& tell) mutable {
        options.progress = tell;
        return torsor::identify(robot, train.named(), judge.named(), options);
      });
  return fields_of(robot.description(), found);
}

}  // namespace

void bind_identification(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("_identify", &identify, "training"_a, "validation"_a, "rotor"_a, "friction"_a, "prior"_a, "quick"_a,
            "select_terms"_a, "hold_out"_a, "gravity"_a.none(), "progress"_a.none());
}

}  // namespace torsor::python
