#include "torsor/simulation/simulator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "simulation/last_step.hpp"
#include "simulation/row_events.hpp"
#include "simulation/stepper.hpp"
#include "torsor/core/error.hpp"

namespace torsor {
namespace {

using namespace simulation;

constexpr int most_events_at_once = 200;
constexpr long steps_to_count = 20000;  // in so many steps of its own choice ...
constexpr double least_advance = 1e-5;  // ... a run gets on by this much, of 1 s or of the time it has reached

void check(const Model<double>& model, const SimulationOptions& options) {
  if (options.method == Integrator::midpoint && model.nq != model.nv)
    raise(UsageError(
        "method", "expected a robot without ball and free joints for the midpoint rule, found one with such joints"));
  if (!(options.tolerance > 0))
    raise(UsageError("tolerance", fmt::format("expected more than 0, found {}", options.tolerance)));
  if (!(options.step >= 0)) raise(UsageError("step", fmt::format("expected 0 or more, found {}", options.step)));
  if (!(options.stops.restitution >= 0 && options.stops.restitution <= 1))
    raise(UsageError("restitution", fmt::format("expected 0 to 1, found {}", options.stops.restitution)));
}

}  // namespace

struct Simulator::Parts {
  Parts(const Model<double>& model, SimulationOptions&& chosen, Surroundings&& around)
      : options(std::move(chosen)), surroundings(std::move(around)), plant(model, options, surroundings),
        stepper(plant, options), now(plant), next(plant), inner(plant), last(plant), events(plant.rows.size()) {
    torque.assign(model.nv, 0.0), held.assign(model.nv, 0.0);
    directions.assign(plant.rows.size(), 0), in_last_step = directions;
  }

  double largest_step() const { return options.step > 0 ? options.step : stepper.is_adaptive() ? 0.1 : 1e-3; }

  SimulationEnd ended(SimulationEnd::Kind kind, int velocity = -1) const { return {kind, now.t, velocity}; }
  SimulationEnd failed() const { return {plant.fault, now.t, plant.faulty}; }

  SimulationEnd start(double time, Input<double> q, Input<double> qd);
  SimulationEnd step(double until);
  SimulationEnd decide();
  bool try_step(double& length, bool& event);
  bool shorten(double& length) const;
  bool locate(double& length);
  void accept();
  SimulationEnd handle_events();
  void add_work();
  void tell(SimulationEvent::Kind kind, const HoldingRow& row, double value) const;
  void tell_changes();
  void swap_states();

  SimulationOptions options;
  Surroundings surroundings;
  Plant plant;
  Stepper stepper;
  Point now, next, inner;
  LastStep last;
  RowEvents events;
  std::vector<int> directions;    // of rows before a decision: of friction, or whether a stop is touched
  std::vector<int> in_last_step;  // the same in the last step
  std::vector<double> torque, held;
  SimulationWork work;
  double h = 0, last_log_error = 0;
  long steps = 0;
  double counted_from = 0;
  int events_at_once = 0;
  bool at_rest = false;
  bool undecided = true;  // what holds has to be decided before the next step
};

namespace {

int state_of(const HoldingRow& row) { return row.is_stop() ? (row.touching ? 1 : 0) : row.direction; }

}  // namespace

/// Rows as they were in the last step; once more, and they are as they are now.
void Simulator::Parts::swap_states() {
  for (std::size_t r = 0; r < plant.rows.size(); ++r) {
    HoldingRow& row = plant.rows[r];
    const int now_is = state_of(row);
    if (row.is_stop()) row.touching = in_last_step[r] != 0;
    if (row.rubs()) row.direction = in_last_step[r];
    in_last_step[r] = now_is;
  }
}

SimulationEnd Simulator::Parts::start(double time, Input<double> q, Input<double> qd) {
  h = largest_step() * (stepper.is_adaptive() ? 1e-2 : 1), last_log_error = 0;
  now.t = counted_from = time, steps = 0, work = {}, at_rest = false, events_at_once = 0;
  std::copy(q.begin(), q.end(), now.q.begin());
  std::copy(qd.begin(), qd.end(), now.qd.begin());
  std::fill(now.z.begin(), now.z.end(), 0.0);
  normalize_position<double>(plant.model(), now.q);
  for (const HoldingRow& row : plant.rows)
    if (row.is_stop() && row.distance(now.q) < -1e-9) return ended(SimulationEnd::Kind::outside_limits, row.index);
  if (!plant.model().loops.empty()) {
    const LoopClosure<double> loops = loop_closure<double>(plant.model(), now.q, now.qd);
    if (!(widest_gap(loops.gap) < 1e-6)) return ended(SimulationEnd::Kind::open_loop);
    plant.close(now.q, now.qd);
  }
  for (HoldingRow& row : plant.rows) row.resting = false, row.direction = 0, row.touching = false;
  if (!plant.hit(now.q, now.qd)) return failed();
  undecided = true;
  const SimulationEnd end = decide();
  for (std::size_t r = 0; r < plant.rows.size(); ++r) in_last_step[r] = state_of(plant.rows[r]);
  last.set(now);
  return end;
}

/// What holds from now on; where the torques jumped, that may change.
SimulationEnd Simulator::Parts::decide() {
  for (std::size_t r = 0; r < plant.rows.size(); ++r) directions[r] = state_of(plant.rows[r]);
  const auto next_break = std::upper_bound(surroundings.breaks.begin(), surroundings.breaks.end(), now.t);
  plant.before = next_break == surroundings.breaks.end() ? HUGE_VAL : *next_break;
  plant.fault = SimulationEnd::Kind::reached;
  if (!plant.decide(now.t, now.q, now.qd, now.z, now.rates)) return failed();
  stepper.set_start(now);
  undecided = false;
  if (steps > 0) tell_changes();
  return {SimulationEnd::Kind::reached, now.t, -1};
}

void Simulator::Parts::tell(SimulationEvent::Kind kind, const HoldingRow& row, double value) const {
  if (!options.on_event) return;
  const bool coupling = row.kind == HoldingRow::Kind::coupling;
  options.on_event({kind, now.t, coupling ? -1 : row.index, coupling ? row.index : -1, value});
}

void Simulator::Parts::tell_changes() {
  using enum SimulationEvent::Kind;
  for (std::size_t r = 0; r < plant.rows.size(); ++r) {
    const HoldingRow& row = plant.rows[r];
    const int before = directions[r], after = state_of(row);
    if (before == after) continue;
    if (row.is_stop() && after == 0) tell(leaves, row, 0);
    if (row.rubs()) tell(after == 0 ? sticks : before == 0 ? slides : reverses, row, after);
  }
  const bool still = std::all_of(now.qd.begin(), now.qd.end(), [](double v) { return v == 0; }) &&
                     std::all_of(now.rates.qdd.begin(), now.rates.qdd.end(), [](double a) { return a == 0; });
  if (still && !at_rest && options.on_event) options.on_event({rests, now.t, -1, -1, 0});
  at_rest = still;
}

/// Half the step, where it can be: false where it is nothing any more.
bool Simulator::Parts::shorten(double& length) const {
  length /= 2;
  return length > 1e-14 * std::max(1.0, std::abs(now.t));
}

SimulationEnd Simulator::Parts::step(double until) {
  if (undecided)
    if (const SimulationEnd end = decide(); !end.reached()) return end;
  until = std::min(until, plant.before);
  const double left = until - now.t;
  if (!(left > 0)) return {SimulationEnd::Kind::reached, now.t, -1};
  double length = std::min(stepper.is_adaptive() ? h : largest_step(), largest_step());
  const bool whole = length > left * (1 - 1e-9);  // no sliver is left behind
  if (whole) length = left;
  const double wanted = length;
  bool event = false;
  if (!try_step(length, event)) {
    const bool small = plant.fault == SimulationEnd::Kind::reached;
    return small ? ended(SimulationEnd::Kind::step_too_small) : failed();
  }
  if (whole && !event && length == wanted) next.t = until;
  accept();
  if (stepper.is_adaptive() && steps % steps_to_count == 0) {
    if (now.t - counted_from < least_advance * std::max(1.0, std::abs(now.t)))
      return ended(SimulationEnd::Kind::step_too_small);
    counted_from = now.t;
  }
  if (now.t == plant.before) undecided = true;
  return event ? handle_events() : SimulationEnd{SimulationEnd::Kind::reached, now.t, -1};
}

/// `next` at the end of a step that the tolerance allows, shorter than `length` where it has to be; or just beyond the
/// first event in it. False where there is no such step.
bool Simulator::Parts::try_step(double& length, bool& event) {
  while (true) {
    plant.fault = SimulationEnd::Kind::reached;
    if (!stepper.advance(now, length, next)) {
      if (!stepper.is_adaptive() || !shorten(length)) return false;
      h = length;
      continue;
    }
    const double error = stepper.error(now, length, next);
    if (error > 1) {
      const double before = length;
      length *= std::max(0.1, stepper.caution() * std::pow(error, -1.0 / stepper.order_of_error()));
      if (!(length < before) || length < 1e-14 * std::max(1.0, std::abs(now.t))) return false;
      h = length;
      continue;
    }
    events.look(plant, now, next, length);
    if (events.hidden()) {
      if (!shorten(length)) return true;
      continue;
    }
    event = events.any();
    if (stepper.is_adaptive()) {
      const double log_error = std::log(std::max(error, 1e-10));
      const double growth =
          stepper.caution() * std::exp((0.4 * last_log_error - 0.7 * log_error) / stepper.order_of_error());
      h = std::min(largest_step(), length * std::clamp(growth, 0.2, 5.0));
      last_log_error = std::max(log_error, std::log(1e-4));
    }
    return !event || locate(length);
  }
}

/// Shortens a step with events to just beyond the first of them.
bool Simulator::Parts::locate(double& length) {
  double low = 0, high = length;
  events.set_low();
  const double nothing = 4e-16 * std::max(std::abs(now.t), length);
  bool kept_low = false;
  for (int turn = 0; turn < 100 && high - low > nothing; ++turn) {
    const double guess = turn % 8 == 7 ? (low + high) / 2 : events.guess(low, high, kept_low);
    if (!(guess > low && guess < high)) break;
    if (!stepper.advance(now, guess, next)) return false;
    events.look(plant, now, next, guess);
    kept_low = events.any();
    if (kept_low)
      high = guess;
    else
      low = guess, events.set_low();
  }
  length = high;
  if (!stepper.advance(now, high, next)) return false;
  events.look(plant, now, next, high);
  return true;
}

void Simulator::Parts::accept() {
  for (std::size_t r = 0; r < plant.rows.size(); ++r) in_last_step[r] = state_of(plant.rows[r]);
  last.set(now, next, stepper);
  if (options.work) add_work();
  if (!plant.model().loops.empty()) {
    plant.close(next.q, next.qd);
    plant.evaluate(next.t, next.q, next.qd, next.z, next.rates);
  }
  if (next.t - now.t > 1e-12 * std::max(1.0, std::abs(now.t))) events_at_once = 0;
  swap(now, next);
  stepper.set_start(now);
  ++steps;
}

/// Of a whole step, by Lobatto's rule of order 8.
void Simulator::Parts::add_work() {
  constexpr double at[] = {0, 0.17267316464601146, 0.5, 0.8273268353539885, 1};
  constexpr double weight[] = {1. / 20, 49. / 180, 16. / 45, 49. / 180, 1. / 20};
  const double length = next.t - now.t;
  for (int k = 0; k < 5; ++k) {
    Point* point = k == 0 ? &now : k == 4 ? &next : &inner;
    if (point == &inner) {
      inner.t = now.t + at[k] * length;
      last.at(plant.model(), inner.t, inner.q, inner.qd, inner.z);
      if (!plant.evaluate(inner.t, inner.q, inner.qd, inner.z, inner.rates)) continue;
    }
    const SimulationWork power = plant.power(point->t, point->q, point->qd, point->z, point->rates);
    const double share = weight[k] * length;
    work.motors += share * power.motors, work.friction += share * power.friction;
    work.wrenches += share * power.wrenches, work.base += share * power.base, work.stops += share * power.stops;
  }
}

/// At the instant of an event: what passed through rest is at rest, what passed a stop hits it, and all that could hold
/// is decided together.
SimulationEnd Simulator::Parts::handle_events() {
  if (++events_at_once > most_events_at_once) return ended(SimulationEnd::Kind::no_solution);
  for (std::size_t r = 0; r < plant.rows.size(); ++r) directions[r] = state_of(plant.rows[r]);
  bool hits = false;
  for (std::size_t r = 0; r < plant.rows.size(); ++r) {
    HoldingRow& row = plant.rows[r];
    if (row.rubs() && row.direction != 0 && row.direction * plant.velocity(row, now.qd) <= 0)
      plant.bring_to_rest(row, now.q, now.qd);
    if (row.is_stop() && !row.touching && events.happened(r)) {
      now.q[row.q] = row.limit;
      hits = true;
      tell(SimulationEvent::Kind::hits, row, now.qd[row.index]);
    }
  }
  if (hits) {
    const double before = options.work ? plant.kinetic_energy(now.t, now.q, now.qd) : 0;
    if (!plant.hit(now.q, now.qd)) return failed();
    plant.forget_rest(now.qd);
    if (options.work) work.stops += plant.kinetic_energy(now.t, now.q, now.qd) - before;
  }
  plant.fault = SimulationEnd::Kind::reached;
  if (!plant.decide(now.t, now.q, now.qd, now.z, now.rates)) return failed();
  stepper.set_start(now);
  tell_changes();
  return {SimulationEnd::Kind::reached, now.t, -1};
}

Simulator::Simulator(const Model<double>& model, SimulationOptions options, Surroundings surroundings) {
  check(model, options);
  parts_ = std::make_unique<Parts>(model, std::move(options), std::move(surroundings));
}
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

SimulationEnd Simulator::start(double time, Input<double> q, Input<double> qd) {
  require_state(parts_->plant.model(), q, qd);
  return parts_->start(time, q, qd);
}
SimulationEnd Simulator::step(double until) { return parts_->step(until); }
SimulationEnd Simulator::run(double until) {
  Parts& parts = *parts_;
  parts.undecided = true;
  const long most = parts.options.most_steps;
  for (long count = 0; parts.now.t < until; ++count) {
    if (count == most) return parts.ended(SimulationEnd::Kind::too_many_steps);
    if (const SimulationEnd end = parts.step(until); !end.reached()) return end;
  }
  return {SimulationEnd::Kind::reached, parts.now.t, -1};
}
void Simulator::set_model(const Model<double>& model) {
  Parts& parts = *parts_;
  const double before = energy();
  parts.plant.set_model(model);
  parts.undecided = true;
  parts.work.loads += energy() - before;
}

double Simulator::time() const { return parts_->now.t; }
Input<double> Simulator::q() const { return parts_->now.q; }
Input<double> Simulator::qd() const { return parts_->now.qd; }
Input<double> Simulator::qdd() const { return parts_->now.rates.qdd; }
Input<double> Simulator::tau() const { return parts_->now.rates.tau; }
Input<double> Simulator::friction() const {
  parts_->plant.friction_torque(parts_->now.qd, parts_->now.z, parts_->now.rates, parts_->torque);
  return parts_->torque;
}
Input<double> Simulator::held() const {
  std::fill(parts_->held.begin(), parts_->held.end(), 0.0);
  for (const HoldingRow& row : parts_->plant.rows)
    if (row.kind == HoldingRow::Kind::joint && row.holds()) parts_->held[row.index] = 1;
  return parts_->held;
}
long Simulator::steps() const { return parts_->steps; }
long Simulator::evaluations() const { return parts_->plant.evaluations; }
const SimulationWork& Simulator::work() const { return parts_->work; }
double Simulator::energy() const {
  Parts& parts = *parts_;
  return parts.plant.kinetic_energy(parts.now.t, parts.now.q, parts.now.qd) + parts.plant.potential_energy(parts.now.q);
}
void Simulator::at(double time, Output<double> q, Output<double> qd) const {
  parts_->last.at(parts_->plant.model(), time, q, qd, parts_->inner.z);
}
void Simulator::at(double time, Output<double> q, Output<double> qd, Output<double> qdd, Output<double> tau) const {
  Parts& parts = *parts_;
  parts.last.at(parts.plant.model(), time, q, qd, parts.inner.z);
  parts.swap_states();
  parts.plant.evaluate(time, q, qd, parts.inner.z, parts.inner.rates);
  parts.swap_states();
  std::copy(parts.inner.rates.qdd.begin(), parts.inner.rates.qdd.end(), qdd.begin());
  std::copy(parts.inner.rates.tau.begin(), parts.inner.rates.tau.end(), tau.begin());
}
double Simulator::kinetic_energy(double time, Input<double> q, Input<double> qd) const {
  return parts_->plant.kinetic_energy(time, q, qd);
}
double Simulator::potential_energy(Input<double> q) const { return parts_->plant.potential_energy(q); }
const Model<double>& Simulator::model() const { return parts_->plant.model(); }
double Simulator::previous_time() const { return parts_->last.begin; }

}  // namespace torsor
