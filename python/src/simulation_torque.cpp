#include "simulation_torque.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>

#include "torsor/core/error.hpp"

namespace torsor::python {
namespace {

nb::object vector(Input<double> x) { return to_array(x, {static_cast<std::ptrdiff_t>(x.size())}); }

nb::object function_or_nothing(const char* name, nb::handle value, const char* arguments) {
  if (value.is_none()) return {};
  if (PyCallable_Check(value.ptr()) == 0)
    throw UsageError(name, std::string("expected a function ") + arguments + ", or None, found " +
                               nb::cast<std::string>(nb::handle(value.type()).attr("__name__")));
  return nb::borrow(value);
}

}  // namespace

PythonTorques::PythonTorques(nb::handle torque, nb::handle controller, double rate, nb::handle disturbance,
                             nb::handle friction, std::size_t joints)
    : held_(joints, 0.0), controller_(function_or_nothing("controller", controller, "(t, q, qd)")),
      disturbance_(function_or_nothing("disturbance", disturbance, "(t, q, qd)")),
      friction_(function_or_nothing("friction", friction, "(q, qd)")), rate_(rate) {
  if (!(rate > 0 && std::isfinite(rate))) throw UsageError("control_rate", "expected calls a second, above 0");
  if (torque.is_none()) return;
  if (PyCallable_Check(torque.ptr()) != 0)
    torque_ = nb::borrow(torque);
  else
    constant_ = numbers("torque", torque, joints);
}

Surroundings PythonTorques::surroundings() {
  if (constant_.empty() && !torque_ && !controller_ && !disturbance_ && !friction_) return {};
  return {.torque = [this](double t, Input<double> q, Input<double> qd, Output<double> tau) { fill(t, q, qd, tau); }};
}

void PythonTorques::add_to(SimulationSchedule& schedule) {
  if (controller_) schedule.on_tick = [this](double t, Input<double> q, Input<double> qd) { return tick(t, q, qd); };
}

void PythonTorques::raise_what_was_raised() const {
  if (failure_) std::rethrow_exception(failure_);
}

void PythonTorques::add(const char* name, const nb::object& function, double factor, const nb::tuple& state,
                        Output<double> tau) {
  if (!function) return;
  const std::vector<double> given = numbers(name, function(*state), tau.size());
  for (std::size_t j = 0; j < tau.size(); ++j) tau[j] += factor * given[j];
}

void PythonTorques::fill(double t, Input<double> q, Input<double> qd, Output<double> tau) {
  std::copy(held_.begin(), held_.end(), tau.begin());
  for (std::size_t j = 0; j < constant_.size(); ++j) tau[j] += constant_[j];
  if (!torque_ && !disturbance_ && !friction_ && !failure_) return;
  const nb::gil_scoped_acquire locked;
  try {
    if (!failure_) {
      const nb::object at = vector(q), rate = vector(qd);
      add("torque", torque_, 1, nb::make_tuple(t, at, rate), tau);
      add("disturbance", disturbance_, 1, nb::make_tuple(t, at, rate), tau);
      add("friction", friction_, -1, nb::make_tuple(at, rate), tau);
      return;
    }
  } catch (...) {
    failure_ = std::current_exception();
  }
  std::fill(tau.begin(), tau.end(), std::nan(""));  // which ends the run
}

double PythonTorques::tick(double t, Input<double> q, Input<double> qd) {
  const nb::gil_scoped_acquire locked;
  try {
    std::fill(held_.begin(), held_.end(), 0.0);
    add("controller", controller_, 1, nb::make_tuple(t, vector(q), vector(qd)), held_);
    return static_cast<double>(++samples_) / rate_;
  } catch (...) {
    failure_ = std::current_exception();
    return t;  // which ends the run
  }
}

void SimulationListener::add_to(SimulationSchedule& schedule) {
  schedule.on_step = [this] { return listen(); };
  if (!progress_.is_none())
    schedule.on_sample = [this](const SimulationSample&, double share) {
      share_ = share;
      return true;
    };
}

bool SimulationListener::listen() {
  using namespace std::chrono_literals;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return true;
  next_ = now + 50ms;
  const nb::gil_scoped_acquire locked;
  try {
    if (!progress_.is_none()) progress_("simulating", share_);
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    return true;
  } catch (...) {
    failure_ = std::current_exception();
    return false;
  }
}

void SimulationListener::raise_what_was_raised() const {
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace torsor::python
