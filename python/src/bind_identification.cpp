#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "finding.hpp"
#include "torsor/core/error.hpp"
#include "torsor/estimation/identified_robot.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::python {
namespace {

Eigen::MatrixXd matrix_of(const char* name, nb::handle value, std::size_t count, int joints) {
  const std::vector<std::vector<double>> given = rows(name, value, static_cast<std::size_t>(joints));
  if (given.size() != count)
    throw UsageError(
        name, "expected " + std::to_string(count) + " rows, one for each time, found " + std::to_string(given.size()));
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(count), joints);
  for (std::size_t i = 0; i < count; ++i)
    for (int j = 0; j < joints; ++j) matrix(static_cast<Eigen::Index>(i), j) = given[i][static_cast<std::size_t>(j)];
  return matrix;
}

LogInMemory log_of(const Robot& robot, nb::handle time, nb::handle q, nb::handle tau, nb::handle qd) {
  LogRows log;
  for (const std::vector<double>& row : rows("time", nb::handle(time), 1)) log.time.push_back(row[0]);
  for (std::size_t k = 1; k < log.time.size(); ++k)
    if (!(log.time[k] > log.time[k - 1])) throw UsageError("time", "expected times that rise");
  const int joints = robot.model().nv;
  if (robot.model().nq != joints) throw UsageError("identify: expected joints of one degree of freedom only");
  log.q = matrix_of("q", q, log.time.size(), joints);
  log.tau = matrix_of("tau", tau, log.time.size(), joints);
  if (!qd.is_none()) log.qd = matrix_of("qd", qd, log.time.size(), joints);
  return LogInMemory(std::move(log));
}

nb::list fits_of(const Estimate& estimate) {
  nb::list fits;
  for (const JointFit& fit : judged_fits(estimate)) {
    const TorqueFit& judged = judged_fit(fit);
    fits.append(nb::make_tuple(judged.rms, judged.relative, judged.r2));
  }
  return fits;
}

nb::list estimates_of(const Identification& found) {
  nb::list estimates;
  for (const Estimate& estimate : found.estimates) {
    nb::dict entry;
    entry["method"] = text(estimate.method);
    entry["note"] = text(estimate.note);
    entry["valid"] = estimate.valid;
    entry["value"] = to_array(estimate.value);
    entry["standard_deviation"] = to_array(estimate.standard_deviation);
    entry["fits"] = fits_of(estimate);
    estimates.append(entry);
  }
  return estimates;
}

nb::dict identify(const Robot& robot, nb::handle time, nb::handle q, nb::handle tau, nb::handle qd, bool rotor,
                  bool friction, bool prior, bool quick, double hold_out) {
  const LogInMemory log = log_of(robot, time, q, tau, qd);
  IdentifyOptions options;
  options.rotor = rotor;
  options.viscous = options.coulomb = options.offset = friction;
  options.use_prior = prior;
  options.torque_delay = options.select_terms = !quick;
  if (quick) options.huber = options.instrumental = options.regularised = options.deviations = false;
  if (!(hold_out >= 0 && hold_out < 1)) throw UsageError("hold_out", "expected a share from 0 up to 1");
  options.hold_out = hold_out;
  Identification found;
  {
    const nb::gil_scoped_release unlocked;
    found = torsor::identify(robot.description(), std::vector<NamedLog>{{"log", &log}}, {}, options);
  }
  nb::dict result;
  result["joints"] = texts(found.joints);
  result["torque_units"] = texts(found.torque_units);
  result["base_names"] = texts(found.base_names);
  result["base_combinations"] = texts(found.base_words);
  result["estimates"] = estimates_of(found);
  result["chosen"] = found.chosen;
  result["parameter_names"] = texts(found.parameter_names);
  result["parameters"] = to_array(found.consistent.value);
  result["condition_number"] = found.condition_number;
  result["grade"] = to_string(found.verdict.grade);
  result["sentence"] = text(found.verdict.sentence);
  result["findings"] = to_python(found.all_findings());
  result["robot"] = found.consistent.valid ? text(write_yaml(identified_robot(robot.description(), found)).text)
                                           : nb::object(nb::none());
  return result;
}

}  // namespace

void bind_identification(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("_identify", &identify, "time"_a, "q"_a, "tau"_a, "qd"_a.none(), "rotor"_a, "friction"_a, "prior"_a,
            "quick"_a, "hold_out"_a);
}

}  // namespace torsor::python
