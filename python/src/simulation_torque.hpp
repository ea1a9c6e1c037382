#pragma once

#include <chrono>
#include <exception>
#include <vector>

#include "array.hpp"
#include "torsor/simulation/simulate.hpp"

namespace torsor::python {

/// What Python's functions do to a robot in a simulation. What one of them raises ends the run, and is raised again
/// after it.
class PythonTorques {
 public:
  /// `torque`: None, numbers, or a function (t, q, qd); `controller`: None, or such a function, called `rate` times a
  /// second; `disturbance`: (t, q, qd); `friction`: (q, qd).
  PythonTorques(nb::handle torque, nb::handle controller, double rate, nb::handle disturbance, nb::handle friction,
                std::size_t joints);

  /// The sum of all: motors and disturbance push, friction takes.
  Surroundings surroundings();
  /// The controller's samples.
  void add_to(SimulationSchedule& schedule);
  void raise_what_was_raised() const;

 private:
  void fill(double t, Input<double> q, Input<double> qd, Output<double> tau);
  double tick(double t, Input<double> q, Input<double> qd);
  /// Adds factor times what the function gives.
  void add(const char* name, const nb::object& function, double factor, const nb::tuple& state, Output<double> tau);

  std::vector<double> constant_, held_;
  nb::object torque_, controller_, disturbance_, friction_;
  double rate_;
  long samples_ = 0;
  std::exception_ptr failure_;
};

/// Ctrl-C is heard and progress is told while a simulation runs: some times a second, whatever its steps.
class SimulationListener {
 public:
  explicit SimulationListener(nb::handle progress) : progress_(progress) {}
  void add_to(SimulationSchedule& schedule);
  void raise_what_was_raised() const;

 private:
  bool listen();

  nb::handle progress_;
  double share_ = 0;
  std::chrono::steady_clock::time_point next_{};
  std::exception_ptr failure_;
};

}  // namespace torsor::python
