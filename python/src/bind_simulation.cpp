#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "finding.hpp"
#include "simulation_torque.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/model/position.hpp"
#include "torsor/simulation/event_words.hpp"
#include "torsor/simulation/simulate.hpp"

namespace torsor::python {
namespace {

Integrator method_of(const std::string& word) {
  const std::pair<const char*, Integrator> known[] = {{"semi_implicit_euler", Integrator::semi_implicit_euler},
                                                      {"runge_kutta_4", Integrator::runge_kutta_4},
                                                      {"dormand_prince", Integrator::dormand_prince},
                                                      {"dormand_prince_8", Integrator::dormand_prince_8},
                                                      {"rosenbrock", Integrator::rosenbrock},
                                                      {"midpoint", Integrator::midpoint}};
  std::string names;
  for (const auto& [name, method] : known) {
    if (word == name) return method;
    names += std::string(names.empty() ? "" : ", ") + name;
  }
  throw UsageError("method", "expected one of " + names + ", found " + in_quotes(word));
}

nb::list events_of(const Robot& robot, const Simulation& run) {
  const std::vector<std::string> names = velocity_names(robot.model());
  nb::list events;
  for (const SimulationEvent& event : run.events)
    events.append(nb::make_tuple(
        event.time, name_of(event.kind),
        event.velocity < 0 ? nb::object(nb::none()) : nb::object(text(names[static_cast<std::size_t>(event.velocity)])),
        event.value));
  return events;
}

Fields simulate(const Robot& robot, nb::handle q, nb::handle qd, double duration, double rate, nb::handle torque,
                nb::handle controller, double control_rate, nb::handle disturbance, nb::handle friction,
                const std::string& method, double step, double tolerance, bool limits, nb::handle progress) {
  const Model<double>& model = robot.model();
  const auto nq = static_cast<std::size_t>(model.nq), nv = static_cast<std::size_t>(model.nv);
  const std::vector<double> start = positions("q", q, model);
  const std::vector<double> rates = qd.is_none() ? std::vector<double>(nv, 0.0) : numbers("qd", qd, nv);
  const auto positive = [](const char* name, double value) {
    if (!(value > 0 && std::isfinite(value))) throw UsageError(name, "expected a number above 0");
  };
  positive("duration", duration), positive("rate", rate), positive("tolerance", tolerance);
  if (duration * rate > 1e7) throw UsageError("rate", "expected at most ten million samples");
  SimulationOptions options;
  options.method = method_of(method);
  options.step = step;
  options.tolerance = tolerance;
  options.work = true;
  if (limits) options.limits = joint_limits(robot.description());
  SimulationSchedule schedule;
  schedule.duration = duration;
  schedule.rate = rate;
  PythonTorques torques(torque, controller, control_rate, disturbance, friction, nv);
  SimulationListener listener(progress);
  torques.add_to(schedule);
  listener.add_to(schedule);
  const Surroundings surroundings = torques.surroundings();
  Simulation run;
  {
    const nb::gil_scoped_release unlocked;
    run = torsor::simulate(model, start, rates, schedule, options, surroundings);
  }
  listener.raise_what_was_raised();
  torques.raise_what_was_raised();
  if (!run.end.reached()) throw ComputationError(to_string(run.end, velocity_names(model)));
  std::vector<double> time, kinetic, potential;
  std::vector<std::vector<double>> vectors[4];
  for (SimulationSample& sample : run.samples) {
    time.push_back(sample.t), kinetic.push_back(sample.kinetic), potential.push_back(sample.potential);
    vectors[0].push_back(std::move(sample.q)), vectors[1].push_back(std::move(sample.qd));
    vectors[2].push_back(std::move(sample.qdd)), vectors[3].push_back(std::move(sample.tau));
  }
  Fields result;
  result["time"] = to_array(time);
  result["q"] = to_array(vectors[0], nq);
  result["qd"] = to_array(vectors[1], nv);
  result["qdd"] = to_array(vectors[2], nv);
  result["tau"] = to_array(vectors[3], nv);
  result["kinetic_energy"] = to_array(kinetic);
  result["potential_energy"] = to_array(potential);
  result["events"] = events_of(robot, run);
  result["steps"] = run.steps;
  result["largest_defect"] = run.largest_defect;
  return result;
}

}  // namespace

void bind_simulation(RobotClass& robot) {
  using nb::literals::operator""_a;
  robot.def("_simulate", &simulate, "q"_a.none(), "qd"_a.none(), "duration"_a, "rate"_a, "torque"_a.none(),
            "controller"_a.none(), "control_rate"_a, "disturbance"_a.none(), "friction"_a.none(), "method"_a, "step"_a,
            "tolerance"_a, "limits"_a, "progress"_a.none());
}

}  // namespace torsor::python
