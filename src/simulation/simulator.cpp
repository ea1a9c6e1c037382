#include "torsor/simulation/simulator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "simulation/run.hpp"
#include "torsor/core/error.hpp"
#include "torsor/model/presliding.hpp"

namespace torsor {
namespace {

using namespace simulation;

void check(const Model<double>& model, const SimulationOptions& options) {
  if (options.method == Integrator::midpoint && model.nq != model.nv)
    raise(UsageError(
        "method", "expected a robot without ball and free joints for the midpoint rule, found one with such joints"));
  if (model.load_friction && options.method == Integrator::midpoint)
    raise(
        UsageError("method", "expected another method for friction that grows with the load, found the midpoint rule"));
  if (!(options.tolerance > 0))
    raise(UsageError("tolerance", fmt::format("expected more than 0, found {}", options.tolerance)));
  if (!(options.step >= 0)) raise(UsageError("step", fmt::format("expected 0 or more, found {}", options.step)));
  if (!(options.stops.restitution >= 0 && options.stops.restitution <= 1))
    raise(UsageError("restitution", fmt::format("expected 0 to 1, found {}", options.stops.restitution)));
  if (options.kernels) require_own(*options.kernels, smooth_model(model));
}

}  // namespace

Model<double> smooth_model(const Model<double>& model) {
  return changed(model, [](ModelParts<double>& parts) {
    for (Friction<double>& friction : parts.friction)
      if (jumps(friction) || has_presliding(friction))
        friction = {};
      else
        friction.load = 0;
    for (Coupling<double>& coupling : parts.couplings)
      if (jumps(coupling.friction) || has_presliding(coupling.friction)) coupling.friction = {};
  });
}

Simulator::Simulator(const Model<double>& model, SimulationOptions options, Surroundings surroundings) {
  check(model, options);
  run_ = std::make_unique<simulation::Run>(model, std::move(options), std::move(surroundings));
}
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

SimulationEnd Simulator::start(double time, Input<double> q, Input<double> qd) { return start(time, q, qd, {}); }
SimulationEnd Simulator::start(double time, Input<double> q, Input<double> qd, Input<double> z) {
  require_state(run_->plant.model(), q, qd);
  if (!z.empty()) require_size("z", z.size(), run_->now.z.size(), "contact that bends", run_->plant.model().name);
  return run_->start(time, q, qd, z);
}
SimulationEnd Simulator::step(double until) { return run_->step(until); }
SimulationEnd Simulator::run(double until) {
  Run& run = *run_;
  run.undecided = true;
  const long most = run.options.most_steps;
  for (long count = 0; run.now.t < until; ++count) {
    if (count == most) return run.ended(SimulationEnd::Kind::too_many_steps);
    if (const SimulationEnd end = run.step(until); !end.reached()) return end;
  }
  return {SimulationEnd::Kind::reached, run.now.t, -1};
}
void Simulator::reconsider() { run_->undecided = true; }
void Simulator::set_model(const Model<double>& model) {
  Run& run = *run_;
  const double before = energy();
  run.plant.set_model(model);
  run.undecided = true;
  run.work.loads += energy() - before;
}

double Simulator::time() const { return run_->now.t; }
Input<double> Simulator::q() const { return run_->now.q; }
Input<double> Simulator::qd() const { return run_->now.qd; }
Input<double> Simulator::qdd() const { return run_->now.rates.qdd; }
Input<double> Simulator::tau() const { return run_->now.rates.tau; }
Input<double> Simulator::z() const { return run_->now.z; }
Input<double> Simulator::friction() const {
  run_->plant.friction_torque(run_->now.qd, run_->now.z, run_->now.rates, run_->torque);
  return run_->torque;
}
Input<double> Simulator::held() const {
  std::fill(run_->held.begin(), run_->held.end(), 0.0);
  for (const HoldingRow& row : run_->plant.rows)
    if (row.kind == HoldingRow::Kind::joint && row.holds()) run_->held[row.index] = 1;
  return run_->held;
}
long Simulator::steps() const { return run_->steps; }
long Simulator::evaluations() const { return run_->plant.evaluations; }
const SimulationWork& Simulator::work() const { return run_->work; }
double Simulator::energy() const {
  Run& run = *run_;
  return run.plant.kinetic_energy(run.now.t, run.now.q, run.now.qd) + run.plant.potential_energy(run.now.q);
}
void Simulator::at(double time, Output<double> q, Output<double> qd) const {
  run_->last.at(run_->plant.model(), time, q, qd, run_->inner.z);
}
void Simulator::at(double time, Output<double> q, Output<double> qd, Output<double> qdd, Output<double> tau) const {
  Run& run = *run_;
  run.last.at(run.plant.model(), time, q, qd, run.inner.z);
  run.swap_states();
  run.plant.evaluate(time, q, qd, run.inner.z, run.inner.rates);
  run.swap_states();
  std::copy(run.inner.rates.qdd.begin(), run.inner.rates.qdd.end(), qdd.begin());
  std::copy(run.inner.rates.tau.begin(), run.inner.rates.tau.end(), tau.begin());
}
void Simulator::at(double time, Output<double> q, Output<double> qd, Output<double> qdd, Output<double> tau,
                   Output<double> z) const {
  at(time, q, qd, qdd, tau);
  std::copy(run_->inner.z.begin(), run_->inner.z.end(), z.begin());
}
double Simulator::kinetic_energy(double time, Input<double> q, Input<double> qd) const {
  return run_->plant.kinetic_energy(time, q, qd);
}
double Simulator::potential_energy(Input<double> q) const { return run_->plant.potential_energy(q); }
const Model<double>& Simulator::model() const { return run_->plant.model(); }
double Simulator::previous_time() const { return run_->last.begin; }

}  // namespace torsor
