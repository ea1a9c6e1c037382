#include "torsor/simulation/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace torsor {
namespace {

/// Collects samples while a simulator runs.
class Recorder {
 public:
  Recorder(Simulator& simulator, const SimulationSchedule& schedule, const SimulationOptions& options,
           Simulation& result)
      : simulator_(simulator), schedule_(schedule), options_(options), result_(result) {
    const Model<double>& model = simulator.model();
    sample_.q.resize(model.nq), sample_.qd.resize(model.nv), sample_.qdd.resize(model.nv), sample_.tau.resize(model.nv);
    sample_.z.resize(simulator.z().size());
  }

  double next_time() const { return time_of(next_); }
  double time_of(long k) const {
    return std::min(schedule_.start + static_cast<double>(k) / schedule_.rate, schedule_.start + schedule_.duration);
  }
  /// All samples up to the time that was reached; false where nobody wants more.
  bool take() {
    const double end = schedule_.start + schedule_.duration;
    while (!done_ && time_of(next_) <= simulator_.time() + 1e-12 * std::max(1.0, std::abs(end))) {
      if (!add(std::min(time_of(next_), simulator_.time()))) return false;
      done_ = time_of(next_) >= end;
      ++next_;
    }
    return true;
  }

  void check_balance() {
    if (!options_.work) return;
    const double defect = simulator_.energy() - energy_ - simulator_.work().sum();
    if (std::abs(defect) > std::abs(result_.largest_defect))
      result_.largest_defect = defect, result_.time_of_defect = simulator_.time();
  }
  void start() { energy_ = simulator_.energy(); }

 private:
  bool add(double t) {
    sample_.t = t;
    simulator_.at(t, sample_.q, sample_.qd, sample_.qdd, sample_.tau, sample_.z);
    sample_.kinetic = simulator_.kinetic_energy(t, sample_.q, sample_.qd);
    sample_.potential = simulator_.potential_energy(sample_.q);
    sample_.work = simulator_.work();
    sample_.defect = options_.work ? simulator_.energy() - energy_ - simulator_.work().sum() : 0;
    result_.samples.push_back(sample_);
    return !schedule_.on_sample || schedule_.on_sample(sample_, (t - schedule_.start) / schedule_.duration);
  }

  Simulator& simulator_;
  const SimulationSchedule& schedule_;
  const SimulationOptions& options_;
  Simulation& result_;
  SimulationSample sample_;
  long next_ = 0;
  bool done_ = false;
  double energy_ = 0;
};

}  // namespace

Simulation simulate(const Model<double>& model, Input<double> q, Input<double> qd, const SimulationSchedule& schedule,
                    const SimulationOptions& options, const Surroundings& surroundings) {
  Simulation result;
  SimulationOptions listening = options;
  listening.on_event = [&](const SimulationEvent& event) {
    result.events.push_back(event);
    if (options.on_event) options.on_event(event);
  };
  Simulator simulator(model, listening, surroundings);
  Recorder recorder(simulator, schedule, options, result);
  result.end = simulator.start(schedule.start, q, qd, schedule.z);
  if (!result.end.reached()) return result;
  recorder.start();
  const double end = schedule.start + schedule.duration;
  auto change = schedule.changes.begin();
  double tick = HUGE_VAL;
  if (schedule.on_tick) {  // before the first sample, which has its torque
    tick = schedule.on_tick(simulator.time(), simulator.q(), simulator.qd());
    simulator.reconsider();
  }
  bool wanted = recorder.take() && tick > simulator.time();
  while (wanted && result.end.reached() && simulator.time() < end) {
    if (schedule.on_step && !schedule.on_step()) wanted = false;
    if (!wanted) break;
    if (change != schedule.changes.end() && change->time <= simulator.time()) simulator.set_model((change++)->model);
    if (simulator.time() >= tick) {
      tick = schedule.on_tick(simulator.time(), simulator.q(), simulator.qd());
      simulator.reconsider();
      wanted = tick > simulator.time();
      if (!wanted) break;
    }
    double until = change != schedule.changes.end() ? std::min(end, change->time) : end;
    // Work is known at the ends of steps; and within long steps of order 8, states are less exact than at their ends.
    if (options.work || options.method == Integrator::dormand_prince_8) until = std::min(until, recorder.next_time());
    until = std::min(until, tick);
    result.end = simulator.step(until);
    recorder.check_balance();
    if (result.end.reached() && simulator.steps() > options.most_steps)
      result.end = {SimulationEnd::Kind::too_many_steps, simulator.time(), -1};
    wanted = recorder.take();
  }
  if (!wanted && result.end.reached() && simulator.time() < end)
    result.end = {SimulationEnd::Kind::stopped, simulator.time(), -1};
  result.steps = simulator.steps(), result.evaluations = simulator.evaluations();
  return result;
}

std::string to_string(const SimulationEnd& end, const std::vector<std::string>& velocity_names) {
  const bool named = end.velocity >= 0 && end.velocity < static_cast<int>(velocity_names.size());
  const std::string joint = named ? " (" + velocity_names[end.velocity] + ")" : "";
  std::string when = fmt::format("at t = {:.9g} s: ", end.time);
  switch (end.kind) {
    case SimulationEnd::Kind::reached:
      return when + "the end was reached";
    case SimulationEnd::Kind::not_finite:
      return when + "a torque, a condition or an acceleration is not a finite number" + joint;
    case SimulationEnd::Kind::step_too_small:
      return when + "no step is small enough for the tolerance" + joint +
             "; a torque that switches with the state makes them ever smaller: give it a slope in place of a sign";
    case SimulationEnd::Kind::no_solution:
      return when + "the equations of a step have no solution that was found" + joint;
    case SimulationEnd::Kind::singular:
      return when + "the inertia matrix is singular" + joint;
    case SimulationEnd::Kind::outside_limits:
      return when + "a joint is outside of its limits of position" + joint;
    case SimulationEnd::Kind::open_loop:
      return when + "the two points of a closed loop are apart";
    case SimulationEnd::Kind::too_many_steps:
      return when + "more steps than are allowed";
    case SimulationEnd::Kind::stopped:
      return when + "it was stopped";
  }
  return when;
}

}  // namespace torsor
