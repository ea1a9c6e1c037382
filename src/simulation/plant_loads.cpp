#include <algorithm>
#include <cmath>

#include "simulation/plant.hpp"
#include "torsor/dynamics/load_friction.hpp"

// Friction that grows with the load: what the links ask depends on accelerations, and these on friction.
namespace torsor::simulation {
namespace {

constexpr int most_turns = 100;
constexpr double settled = 1e-12;   // of the largest torque of a joint
constexpr int longest_memory = 30;  // turns
constexpr int most_decisions = 20;

}  // namespace

/// Loads and accelerations that agree: friction under the loads of the turn before, until they stay.
bool Plant::evaluate(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates) {
  if (!model_.load_friction) return evaluate_under_load(t, q, qd, z, rates);
  for (int turn = 0; turn < most_turns; ++turn) {
    if (!evaluate_under_load(t, q, qd, z, rates)) return false;
    find_loads(q, qd, rates);
    if (settle_loads(turn, qd, rates)) return true;
  }
  return fault = SimulationEnd::Kind::no_solution, false;
}

/// links_: what the links ask at these accelerations, less what stops and loops take off the joint; column_ has the
/// torques of all.
void Plant::find_loads(Input<double> q, Input<double> qd, const Rates& rates) {
  newton_euler<double>(smooth_, q, qd, rates.qdd, conditions_, newton_euler_, column_);
  std::fill(links_.begin(), links_.end(), 0.0);
  for_loaded_joints(model_, [&](int v, int i) { links_[v] = links_torque(model_, newton_euler_, i); });
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (!rows[r].rubs() && (rows[r].holds() || (rows[r].yields && rows[r].touching)))
      add_row(rows[r], -rates.force[r], links_);
}

/// How friction of a joint grows with its load: load u sign(tau_l), and 0 where it holds or bends.
double Plant::slope_under_load(int v, Input<double> qd, const Rates& rates) const {
  const Friction<double>& friction = model_.friction[v];
  const double side = friction.load * sign(rates.load[v]);
  if (is_smooth(friction)) return side * smooth_sign(qd[v], friction.width);
  for (const HoldingRow& row : rows)
    if (row.kind == HoldingRow::Kind::joint && row.index == v) return side * row.direction;
  return 0;
}

/// A step towards the loads in links_; true where they were there. More friction leaves less for the links: of a robot
/// without rotors just as much, so that Newton's step would be the missing load over 1 + slope; what rotors and other
/// joints make of it is learnt from the steps before. [Broyden 1965] It is forgotten where a slope turns over.
bool Plant::settle_loads(int turn, Input<double> qd, Rates& rates) {
  const int n = model_.nv;
  double size = 0, most = 0;
  bool turned = turn > longest_memory;
  for (const double torque : column_) size = std::max(size, std::abs(torque));
  for (int v = 0; v < n; ++v) missing_[v] = 0;
  for_loaded_joints(model_, [&](int v, int) {
    missing_[v] = links_[v] - rates.load[v];
    most = std::max(most, std::abs(missing_[v]));
    const double slope = slope_under_load(v, qd, rates);
    turned |= sign(slope) != sign(slope_[v]);
    slope_[v] = slope;
  });
  if (most <= settled * size) return true;
  if (turned) {
    std::fill(newton_.data.begin(), newton_.data.end(), 0.0);
    for (int v = 0; v < n; ++v) newton_(v, v) = 1 / (1 + slope_[v]);
  } else if (turn > 0) {
    learn_from_step(rates);
  }
  for (int v = 0; v < n; ++v) {
    last_load_[v] = rates.load[v], last_missing_[v] = missing_[v];
    for (int j = 0; j < n; ++j) rates.load[v] += newton_(v, j) * missing_[j];
  }
  return false;
}

/// newton_ so that it would have foreseen what the last step changed, and otherwise nearest to what it was.
void Plant::learn_from_step(const Rates& rates) {
  const int n = model_.nv;
  double divisor = 0;
  for (int i = 0; i < n; ++i) {
    column_[i] = scratch_[i] = 0;
    for (int j = 0; j < n; ++j) {
      column_[i] += newton_(i, j) * (missing_[j] - last_missing_[j]);
      scratch_[i] += (rates.load[j] - last_load_[j]) * newton_(j, i);
    }
    divisor += (rates.load[i] - last_load_[i]) * column_[i];
  }
  if (divisor == 0) return;
  for (int i = 0; i < n; ++i) {
    const double off = (rates.load[i] - last_load_[i] + column_[i]) / divisor;
    for (int j = 0; j < n; ++j) newton_(i, j) -= off * scratch_[j];
  }
}

/// Whether all rows are as they were the last time.
bool Plant::same_decision() {
  bool same = true;
  for (HoldingRow& row : rows) {
    const int now = row.direction + (row.touching ? 3 : 0) + (row.resting ? 6 : 0);
    same &= now == row.decided;
    row.decided = now;
  }
  return same;
}

/// Break-away grows with the load, which what holds and slides decides: again, until both agree. Where they never do,
/// the last decision counts.
bool Plant::decide(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates) {
  if (!model_.load_friction) return decide_under_load(t, q, qd, z, rates);
  for (int turn = 0; turn < most_decisions; ++turn) {
    if (!decide_under_load(t, q, qd, z, rates) || !evaluate(t, q, qd, z, rates)) return false;
    if (same_decision() && turn > 0) return true;
  }
  return true;
}

}  // namespace torsor::simulation
