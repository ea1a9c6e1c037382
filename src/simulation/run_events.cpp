#include <algorithm>
#include <cmath>

#include "simulation/run.hpp"

namespace torsor::simulation {
namespace {

constexpr int most_events_at_once = 200;
constexpr int events_to_count = 2000;  // so many events ...
constexpr double least_time = 1e-3;    // s; ... do not come within so short a time but in circles
constexpr double slowest_hit = 1e-9;   // rad/s or m/s that is told

}  // namespace

/// Rows as they were in the last step; once more, and they are as they are now.
void Run::swap_states() {
  for (std::size_t r = 0; r < plant.rows.size(); ++r) {
    HoldingRow& row = plant.rows[r];
    const int now_is = state_of(row);
    if (row.is_stop()) row.touching = in_last_step[r] != 0;
    if (row.rubs()) row.direction = in_last_step[r];
    in_last_step[r] = now_is;
  }
}

/// What users are told of a row. On a joint that a stop holds, friction may well be at its bound: it does not slide.
int Run::told_state(const HoldingRow& row) const {
  const bool still = plant.velocity(row, now.qd) == 0 && plant.velocity(row, now.rates.qdd) == 0;
  return row.kind == HoldingRow::Kind::joint && still ? 0 : state_of(row);
}

void Run::note_states() {
  for (std::size_t r = 0; r < plant.rows.size(); ++r) noted[r] = told_state(plant.rows[r]);
}

/// What holds from now on; at the start, and where the torques jumped, that may change.
SimulationEnd Run::decide() {
  note_states();
  const auto next_break = std::upper_bound(surroundings.breaks.begin(), surroundings.breaks.end(), now.t);
  plant.before = next_break == surroundings.breaks.end() ? HUGE_VAL : *next_break;
  if (!strike()) return failed();
  stepper.set_start(now);
  undecided = false;
  if (steps > 0) tell_changes();
  return {SimulationEnd::Kind::reached, now.t, -1};
}

void Run::tell(SimulationEvent::Kind kind, const HoldingRow& row, double value) const {
  if (!options.on_event) return;
  const bool coupling = row.kind == HoldingRow::Kind::coupling;
  options.on_event({kind, now.t, coupling ? -1 : row.index, coupling ? row.index : -1, value});
}

void Run::tell_changes() {
  using enum SimulationEvent::Kind;
  for (std::size_t r = 0; r < plant.rows.size(); ++r) {
    const HoldingRow& row = plant.rows[r];
    const int before = noted[r], after = told_state(row);
    if (before == after) continue;
    if (row.is_stop() && after == 0) tell(leaves, row, 0);
    if (row.rubs()) tell(after == 0 ? sticks : before == 0 ? slides : reverses, row, after);
  }
  const bool still = std::all_of(now.qd.begin(), now.qd.end(), [](double v) { return v == 0; }) &&
                     std::all_of(now.rates.qdd.begin(), now.rates.qdd.end(), [](double a) { return a == 0; });
  if (still && !at_rest && options.on_event) options.on_event({rests, now.t, -1, -1, 0});
  at_rest = still;
}

/// Joints that move into stops are thrown back, and then all is decided: again, where one of them does not get off.
bool Run::strike() {
  const double before = options.work ? plant.kinetic_energy(now.t, now.q, now.qd) : 0;
  plant.fault = SimulationEnd::Kind::reached;
  if (!plant.hit(now.q, now.qd)) return false;
  for (std::size_t turn = 0; turn <= plant.rows.size(); ++turn) {  // each time one more of them rests
    if (!plant.decide(now.t, now.q, now.qd, now.z, now.rates)) return false;
    if (!plant.settle(now.q, now.qd, now.rates)) break;
  }
  if (options.work) work.stops += plant.kinetic_energy(now.t, now.q, now.qd) - before;
  return true;
}

/// At the instant of an event: what passed through rest is at rest, what passed a stop hits it, and all that could hold
/// is decided together.
SimulationEnd Run::handle_events() {
  if (++events_at_once > most_events_at_once) return ended(SimulationEnd::Kind::no_solution, last_event);
  if (++events_counted == events_to_count) {
    if (now.t - events_since < least_time) return ended(SimulationEnd::Kind::no_solution, last_event);
    events_counted = 0, events_since = now.t;
  }
  note_states();
  for (std::size_t r = 0; r < plant.rows.size(); ++r) {
    HoldingRow& row = plant.rows[r];
    if (row.rubs() && row.direction != 0 && row.direction * plant.velocity(row, now.qd) <= 0)
      plant.bring_to_rest(row, now.q, now.qd);
    if (events.happened(r) && row.is_unit()) last_event = row.index;
    if (!row.is_stop() || row.touching) continue;
    const bool beside = !row.yields && row.distance(now.q) <= row.resolution() && plant.velocity(row, now.qd) < 0;
    if (!events.happened(r) && !beside) continue;  // several may be hit at one instant
    if (!row.yields) now.q[row.q] = row.limit;
    if (std::abs(now.qd[row.index]) < slowest_hit) continue;
    tell(SimulationEvent::Kind::hits, row, now.qd[row.index]);
    noted[r] = 1;
  }
  if (!strike()) return failed();
  stepper.set_start(now);
  tell_changes();
  return {SimulationEnd::Kind::reached, now.t, -1};
}

}  // namespace torsor::simulation
