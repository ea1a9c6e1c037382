#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "finding.hpp"
#include "log_argument.hpp"
#include "long_work.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/experiments/payload_estimation.hpp"
#include "torsor/model/change_description.hpp"
#include "torsor/model/tip.hpp"
#include "torsor/robot_files/write_robot.hpp"

namespace torsor::python {
namespace {

/// mass; mass, x, y, z; or these and Ixx, Ixy, Ixz, Iyy, Iyz, Izz about the centre.
std::optional<Inertia<double>> known_load(nb::handle given) {
  if (given.is_none()) return std::nullopt;
  const std::size_t count = nb::len(given);
  if (count != 1 && count != 4 && count != 10)
    throw UsageError("known_load",
                     "expected 1, 4 or 10 numbers (mass, centre, inertia about it), found " + std::to_string(count));
  std::vector<double> x = numbers("known_load", given, count);
  x.resize(10, 0.0);
  return inertia_about_center(x[0], Vector3<double>{x[1], x[2], x[3]},
                              Symmetric3<double>{x[4], x[5], x[6], x[7], x[8], x[9]});
}

nb::object vector_of(const Vector3<double>& v, const std::array<bool, 3>& felt) {
  const auto told = [&](std::size_t k, double value) { return felt[k] ? value : std::nan(""); };
  return to_array({told(0, v.x), told(1, v.y), told(2, v.z)});
}

nb::object matrix_of(const Symmetric3<double>& I, const std::array<bool, 6>& felt) {
  const auto told = [&](std::size_t k, double value) { return felt[k] ? value : std::nan(""); };
  const double xx = told(0, I.xx), xy = told(1, I.xy), xz = told(2, I.xz), yy = told(3, I.yy), yz = told(4, I.yz),
               zz = told(5, I.zz);
  return to_array(std::vector<double>{xx, xy, xz, xy, yy, yz, xz, yz, zz}, {3, 3});
}

Fields fields_of(const Description& robot, const PayloadEstimate& found) {
  Fields result;
  result["frame"] = text(found.frame);
  result["found"] = found.found();
  result["words"] = text(in_words(found));
  const double none = std::nan("");
  result["mass"] = found.found() ? found.load.mass : none;
  result["mass_deviation"] = found.found() ? found.mass_deviation : none;
  const std::array<bool, 3> centre = found.found() ? found.centre_felt() : std::array<bool, 3>{};
  result["centre"] = vector_of(found.centre, centre);
  result["centre_deviation"] = vector_of(found.centre_deviation, centre);
  const std::array<bool, 6> inertia =
      found.found() && found.has_inertia() ? found.inertia_felt() : std::array<bool, 6>{};
  result["inertia"] = matrix_of(found.inertia, inertia);
  result["inertia_deviation"] = matrix_of(found.inertia_deviation, inertia);
  nb::list figures, gains, residuals, controllers;
  for (const LoadFigure& one : load_figures(found))
    figures.append(nb::make_tuple(text(one.name), text(one.unit), one.value, one.deviation, one.felt));
  for (const TorqueGain& one : found.gains) gains.append(nb::make_tuple(text(one.joint), one.value, one.deviation));
  for (const PayloadResidual& one : found.residuals)
    residuals.append(nb::make_tuple(text(one.joint), text(one.unit), one.loaded_torque, one.loaded_without_load,
                                    one.loaded, one.unloaded));
  for (const ControllerLine& one : controller_lines(found))
    controllers.append(nb::make_tuple(text(one.controller), text(one.text)));
  result["figures"] = figures;
  result["gains"] = gains;
  result["residuals"] = residuals;
  result["controllers"] = controllers;
  result["findings"] = to_python(found.findings);
  result["robot"] = nb::none();
  if (found.found()) result["robot"] = text(write_yaml(with_payload(robot, found.frame, described_load(found))).text);
  return result;
}

Fields payload(const Robot& robot, nb::handle unloaded, nb::handle loaded, nb::handle reference, nb::handle known,
               nb::handle frame, bool still, bool exact_gains, bool rotor, nb::handle gravity, nb::handle progress) {
  const PayloadLogs<OwnedLogs> owned{
      {owned_logs(robot, unloaded)}, {owned_logs(robot, loaded)}, {owned_logs(robot, reference)}};
  PayloadOptions options;
  options.frame = robot.model().frames[robot.frame(frame)].name;
  options.known = known_load(known);
  options.still = still;
  options.gain_ratios = !exact_gains;
  options.equations.rotor = rotor;
  options.equations.gravity = gravity_of(gravity);
  const PayloadEstimate found = run_listening(progress, [robot = robot.description(), owned,
                                                         options](const Progress& tell) mutable {
    options.equations.progress = tell;
    const PayloadLogs<NamedLog> logs{owned.unloaded[0].named(), owned.loaded[0].named(), owned.reference[0].named()};
    return estimate_payload(robot, logs, options);
  });
  return fields_of(robot.description(), found);
}

}  // namespace

void bind_payload(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("_payload", &payload, "unloaded"_a, "loaded"_a, "reference"_a, "known_load"_a.none(), "frame"_a.none(),
            "still"_a, "exact_gains"_a, "rotor"_a, "gravity"_a.none(), "progress"_a.none());
}

}  // namespace torsor::python
