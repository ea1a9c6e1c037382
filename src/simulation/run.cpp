#include "simulation/run.hpp"

#include <algorithm>
#include <cmath>

namespace torsor::simulation {
namespace {

constexpr long steps_to_count = 20000;  // in so many steps of its own choice ...
constexpr double least_advance = 5e-3;  // s; ... a run gets on by this much
constexpr double longest_hold = 1e-2;   // s that a step may take while something is held and torques may change

}  // namespace

SimulationEnd Run::start(double time, Input<double> q, Input<double> qd, Input<double> z) {
  h = largest_step() * (stepper.is_adaptive() ? 1e-2 : 1), last_log_error = 0;
  now.t = counted_from = time, steps = 0, work = {}, at_rest = false, events_at_once = events_counted = 0,
  events_since = time;
  std::copy(q.begin(), q.end(), now.q.begin());
  std::copy(qd.begin(), qd.end(), now.qd.begin());
  std::fill(now.z.begin(), now.z.end(), 0.0);
  std::copy(z.begin(), z.end(), now.z.begin());
  normalize_position<double>(plant.model(), now.q);
  for (const HoldingRow& row : plant.rows) {
    const bool lock = row.kind == HoldingRow::Kind::lock;
    if (!lock && (!row.is_stop() || row.yields)) continue;
    const double distance = lock ? -std::abs(now.q[row.q] - row.limit) : row.distance(now.q);
    if (distance < -1e-9) return ended(SimulationEnd::Kind::outside_limits, row.index);
    if (distance < 0) now.q[row.q] = row.limit;
  }
  if (!plant.model().loops.empty()) {
    const LoopClosure<double> loops = loop_closure<double>(plant.model(), now.q, now.qd);
    if (!(widest_gap(loops.gap) < 1e-6)) return ended(SimulationEnd::Kind::open_loop);
    plant.close(now.q, now.qd);
  }
  for (HoldingRow& row : plant.rows) row.resting = false, row.direction = 0, row.touching = false;
  for (const HoldingRow& row : plant.rows)
    if (row.is_stop() && row.distance(now.q) <= 0 && plant.velocity(row, now.qd) < 0)
      tell(SimulationEvent::Kind::hits, row, now.qd[row.index]);
  undecided = true;
  const SimulationEnd end = decide();
  work = {};  // it is counted from after that impact
  for (std::size_t r = 0; r < plant.rows.size(); ++r) in_last_step[r] = state_of(plant.rows[r]);
  last.set(now);
  return end;
}

/// Half the step, where it can be: false where it is nothing any more.
bool Run::shorten(double& length) const {
  length /= 2;
  return length > 1e-14 * std::max(1.0, std::abs(now.t));
}

SimulationEnd Run::step(double until) {
  if (undecided)
    if (const SimulationEnd end = decide(); !end.reached()) return end;
  until = std::min(until, plant.before);
  const double left = until - now.t;
  if (!(left > 0)) return {SimulationEnd::Kind::reached, now.t, -1};
  double length = std::min(stepper.is_adaptive() ? h : largest_step(), largest_step());
  if (stepper.is_adaptive() && may_break_away()) length = std::min(length, longest_hold);
  const bool whole = length > left * (1 - 1e-9);  // no sliver is left behind
  if (whole) length = left;
  const double wanted = length;
  bool event = false;
  if (!try_step(length, event)) {
    const bool small = plant.fault == SimulationEnd::Kind::reached;
    if (!small) return failed();
    return ended(stepper.is_adaptive() ? SimulationEnd::Kind::step_too_small : SimulationEnd::Kind::no_solution);
  }
  if (whole && !event && length == wanted) next.t = until;
  accept();
  if (stepper.is_adaptive() && steps % steps_to_count == 0) {
    if (now.t - counted_from < least_advance) return ended(SimulationEnd::Kind::step_too_small);
    counted_from = now.t;
  }
  if (now.t == plant.before) undecided = true;
  return event ? handle_events() : SimulationEnd{SimulationEnd::Kind::reached, now.t, -1};
}

/// `next` at the end of a step that the tolerance allows, shorter than `length` where it has to be; or just beyond the
/// first event in it. False where there is no such step.
bool Run::try_step(double& length, bool& event) {
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
    if (!event && may_break_away() && breaks_away_within(length)) continue;
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

/// Torques that only time changes may come and go within a step that sees nothing of them at its ends: where a row that
/// holds could not, in between, `length` becomes the way to there.
bool Run::breaks_away_within(double& length) {
  constexpr int parts = 8;
  const auto between = [](double share, const std::vector<double>& a, const std::vector<double>& b,
                          std::vector<double>& to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = a[i] + share * (b[i] - a[i]);
  };
  for (int k = 1; k < parts; ++k) {
    const double share = static_cast<double>(k) / parts;
    inner.t = now.t + share * length;
    between(share, now.q, next.q, inner.q), between(share, now.qd, next.qd, inner.qd),
        between(share, now.z, next.z, inner.z);
    normalize_position<double>(plant.model(), inner.q);
    if (!plant.evaluate(inner.t, inner.q, inner.qd, inner.z, inner.rates) || !RowEvents::breaks_away(plant, inner))
      continue;
    length *= share;
    return true;
  }
  return false;
}

/// Shortens a step with events to just beyond the first of them.
bool Run::locate(double& length) {
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

void Run::accept() {
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
void Run::add_work() {
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

}  // namespace torsor::simulation
