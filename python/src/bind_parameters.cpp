#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "finding.hpp"
#include "long_work.hpp"
#include "torsor/core/error.hpp"
#include "torsor/dynamics/base_parameters.hpp"

namespace torsor::python {
namespace {

nb::object regressor(Robot& robot, nb::handle q, nb::handle qd, nb::handle qdd, nb::handle out) {
  const Model<double>& model = robot.model();
  const ParameterLayout& layout = robot.all_parameters();
  return evaluate(
      robot, std::array{robot.positions(q), robot.velocities("qd", qd), robot.velocities("qdd", qdd)},
      {model.nv, layout.size()}, out,
      [&](const Rows& x, Output<double> Y) {
        torsor::regressor<double>(model, layout, x[0], x[1], x[2], default_conditions(model),
                                  robot.workspaces().regressor, {Y.data(), model.nv, layout.size()});
      },
      [&](const Rows& x, Output<double> Y) {
        robot.with_batch([&](Batch& batch) { batch.regressor(x[0], x[1], x[2], Y); });
      });
}

std::vector<std::string> names_of(const ParameterLayout& layout) {
  std::vector<std::string> names;
  names.reserve(layout.entries.size());
  for (const Parameter& entry : layout.entries) names.push_back(parameter_name(entry));
  return names;
}

/// Those of the words that select parameters, as ParameterSelection has them.
ParameterSelection selection(const std::vector<std::string>& words) {
  ParameterSelection select;
  for (const std::string& word : words) {
    if (word == "base")
      select.base = true;
    else if (word == "rotor")
      select.rotor = true;
    else if (word == "viscous")
      select.viscous = true;
    else if (word == "coulomb")
      select.coulomb = true;
    else if (word == "asymmetric")
      select.asymmetric = true;
    else if (word == "stribeck")
      select.stribeck = true;
    else if (word == "offset")
      select.offset = true;
    else if (word == "spring")
      select.spring = true;
    else if (word == "coupling")
      select.coupling = true;
    else
      throw UsageError("parameters",
                       "expected base, rotor, viscous, coulomb, asymmetric, stribeck, offset, spring "
                       "or coupling, found " +
                           word);
  }
  return select;
}

const char* name_of(Identifiability value) {
  return value == Identifiability::alone            ? "alone"
         : value == Identifiability::in_combination ? "in combination"
                                                    : "none";
}

Fields base_parameters(const Robot& robot, nb::handle words, double negligible) {
  const Model<double>& model = robot.model();
  if (!(negligible > 0 && negligible < 1)) throw UsageError("negligible", "expected a number between 0 and 1");
  const ParameterLayout layout =
      parameter_layout(model, words.is_none() ? all_of(model) : selection(nb::cast<std::vector<std::string>>(words)));
  const BaseParameterOptions options{1, negligible};
  const BaseParameters base = run_listening(nb::none(), [model, layout, options](const Progress&) {
    return torsor::base_parameters(model, layout, default_conditions(model), options);
  });
  if (std::isnan(base.gap)) throw ComputationError("the regressor is not finite: no result");
  const std::vector<double> theta = parameters(model, layout);
  nb::list combinations, identifiable;
  for (int b = 0; b < base.count(); ++b) combinations.append(text(base_parameter_in_words(base, layout, b)));
  for (const Identifiability value : base.identifiability) identifiable.append(name_of(value));
  Fields result;
  result["names"] = texts(names_of(layout));
  result["independent"] = base.independent;
  result["dependent"] = base.dependent;
  result["coefficients"] = to_array(base.coefficients.data, {base.coefficients.rows, base.coefficients.columns});
  result["combinations"] = combinations;
  result["values"] = to_array(base_values(base, theta));
  result["standard_values"] = to_array(theta);
  result["identifiability"] = identifiable;
  result["singular_values"] = to_array(base.singular_values);
  result["gap"] = base.gap;
  result["clear"] = base.clear;
  return result;
}

}  // namespace

void bind_parameters(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("regressor", &regressor, "q"_a.none(), "qd"_a.none(), "qdd"_a.none(), nb::kw_only(), "out"_a = nb::none(),
            nb::sig("def regressor(self, q: numpy.typing.ArrayLike, qd: numpy.typing.ArrayLike, qdd: "
                    "numpy.typing.ArrayLike, *, out: numpy.typing.NDArray[numpy.floating] | None = None) -> "
                    "numpy.typing.NDArray[numpy.floating]"),
            R"(Y with tau = Y theta, theta in the order of `parameter_names`, all that the robot has.

q (..., nq), qd, qdd (..., nv): rad or m. Returns Y (..., nv, parameters). What is known and no parameter comes on top
of Y theta, so that tau is not Y theta alone where the robot has it: the torque of gravity compensation, and of friction
that grows with the load.

>>> import numpy, torsor
>>> robot = torsor.load("two-rods")
>>> Y = robot.regressor([0.1, 0.2], [1, 2], [3, 4])
>>> tau = robot.inverse_dynamics([0.1, 0.2], [1, 2], [3, 4])
>>> bool(numpy.allclose(Y @ robot.parameters, tau))
True
)");
  robot.def_prop_ro(
      "parameter_names", [](const Robot& self) { return texts(names_of(self.all_parameters())); },
      "Names of the columns of the regressor.");
  robot.def_prop_ro(
      "parameters", [](const Robot& self) { return to_array(parameters(self.model(), self.all_parameters())); },
      "Values of the parameters, in the order of the regressor's columns.");
  robot.def("_base_parameters", &base_parameters, "parameters"_a.none(), "negligible"_a);
}

}  // namespace torsor::python
