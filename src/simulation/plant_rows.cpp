#include <algorithm>
#include <numeric>
#include <utility>

#include "simulation/plant.hpp"
#include "torsor/simulation/local_coordinates.hpp"

// What holds: forces of rows, and who is at rest.
namespace torsor::simulation {
namespace {

double largest(double so_far, double x) { return std::max(so_far, std::abs(x)); }

}  // namespace

bool Plant::factor(Input<double> q) {
  inertia_matrix<double>(smooth_, q, composite_, B_.view());
  factor_ltdl<double>(smooth_.velocity_parent, B_.view());
  for (int v = 0; v < model_.nv; ++v)
    if (!(B_(v, v) > 0)) return fault = SimulationEnd::Kind::singular, faulty = v, false;
  return true;
}

/// Loops at a state; A and Y = B^-1 A^T of the rows in chosen_, after factor.
void Plant::gather(Input<double> q, Input<double> qd) {
  if (!model_.loops.empty()) loop_closure<double>(model_, q, qd, loop_workspace_, loops_.rows());
  for (std::size_t k = 0; k < chosen_.size(); ++k) {
    const Output<double> a(&A_(static_cast<int>(k), 0), model_.nv), y(&Y_(static_cast<int>(k), 0), model_.nv);
    std::fill(a.begin(), a.end(), 0.0);
    add_row(rows[chosen_[k]], 1, a);
    std::copy(a.begin(), a.end(), y.begin());
    solve_ltdl<double>(smooth_.velocity_parent, B_.view(), y);
  }
}

/// W = A B^-1 A^T
void Plant::set_compliance() {
  const int m = static_cast<int>(chosen_.size());
  for (int i = 0; i < m; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = 0;
      for (int v = 0; v < model_.nv; ++v) sum += A_(i, v) * Y_(j, v);
      W_(i, j) = W_(j, i) = sum;
    }
}

/// The rows for which `wanted` is true, with their compliance; after factor.
template <class Wanted>
void Plant::choose(Input<double> q, Input<double> qd, const Wanted& wanted) {
  chosen_.clear();
  for (int r = 0; r < static_cast<int>(rows.size()); ++r)
    if (wanted(rows[r])) chosen_.push_back(r);
  if (chosen_.empty()) return;
  gather(q, qd);
  set_compliance();
}

/// x += B^-1 A^T force, with the force of each chosen row so that A x + extra is 0, or >= 0 and <= 0 where the force is
/// at its lowest and highest.
template <class Extra>
bool Plant::push(bool bounded, const Extra& extra, Output<double> x, const Rates* rates) {
  const std::size_t m = chosen_.size();
  for (std::size_t k = 0; k < m; ++k) {
    const HoldingRow& row = rows[chosen_[k]];
    b_[k] = extra(row);
    for (int v = 0; v < model_.nv; ++v) b_[k] += A_(static_cast<int>(k), v) * x[v];
    const double load = rates != nullptr ? rates->load_of(row) : 0.0;
    lower_[k] = bounded ? row.lowest_force(load) : -HUGE_VAL;
    upper_[k] = bounded ? row.highest_force(load) : HUGE_VAL;
  }
  if (!program_.solve(W_.view(), {b_.data(), m}, {lower_.data(), m}, {upper_.data(), m}, {force_.data(), m}))
    return fault = SimulationEnd::Kind::no_solution, false;
  for (std::size_t k = 0; k < m; ++k)
    for (int v = 0; v < model_.nv; ++v) x[v] += Y_(static_cast<int>(k), v) * force_[k];
  return true;
}

bool Plant::hold(Input<double> q, Input<double> qd, Rates& rates) {
  if (!factor(q)) return false;
  choose(q, qd, [](const HoldingRow& row) { return row.holds(); });
  if (!push(false, [&](const HoldingRow& row) { return bias(row); }, rates.qdd)) return false;
  for (std::size_t k = 0; k < chosen_.size(); ++k) rates.force[chosen_[k]] = force_[k];
  rest(rates.qdd);
  return true;
}

/// What velocities alone add to the acceleration along a row.
double Plant::bias(const HoldingRow& row) const {
  return row.kind == HoldingRow::Kind::loop ? loops_.bias[row.index] : 0.0;
}

/// Joints that are held have exactly 0, and not a rounding error.
void Plant::rest(Output<double> x) const {
  for (const int r : chosen_)
    if (rows[r].is_unit() && rows[r].holds()) x[rows[r].index] = 0;
}

bool Plant::decide_under_load(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates) {
  const auto presses = [&](const HoldingRow& row) {
    const double in = pressed_in(row, q, qd);
    return in > 0 || (in == 0 && velocity(row, qd) < 0);
  };
  for (HoldingRow& row : rows) {
    if (row.rubs()) row.direction = row.resting ? 0 : static_cast<int>(sign(velocity(row, qd)));
    if (row.is_stop()) row.touching = row.distance(q) <= 0 && (row.yields ? presses(row) : velocity(row, qd) == 0);
  }
  const RobotKernels::OneState code = std::exchange(code_, nullptr);  // it does not tell the pivots of B
  const bool sound = set_free_acceleration(t, q, qd, z, rates);
  code_ = code;
  if (!sound) return false;
  if (!anything_holds()) return true;
  if (!factor(q)) return false;
  choose(q, qd, [](const HoldingRow& row) { return row.holds(); });
  std::copy(rates.qdd.begin(), rates.qdd.end(), scratch_.begin());
  if (!push(true, [&](const HoldingRow& row) { return bias(row); }, scratch_, &rates)) return false;
  rounding_ = 1e-12 * std::accumulate(scratch_.begin(), scratch_.end(), 1.0, largest);
  for (std::size_t k = 0; k < chosen_.size(); ++k) {
    HoldingRow& row = rows[chosen_[k]];
    const int side = program_.side(static_cast<int>(k));
    if (row.kind == HoldingRow::Kind::coupling) row.resting = side == 0;
    if (row.rubs()) row.direction = -side;  // friction at its lowest, which is negative: the joint moves forward
    if (!row.is_stop()) continue;
    row.touching = side == 0 || velocity(row, scratch_) < rounding_ / 2;
    // of the row's own inertia, and of the weight that all the others carry through it
    row.rounding = rounding_ * std::max(1 / W_(static_cast<int>(k), static_cast<int>(k)), 1e-3 * mass_);
  }
  if (!evaluate(t, q, qd, z, rates)) return false;
  bool released = false;
  for (std::size_t r = 0; r < rows.size(); ++r) {  // others hold the joint as well
    if (!rows[r].is_stop() || !rows[r].holds() || rates.force[r] >= -rows[r].rounding / 2) continue;
    rows[r].touching = false;
    released = true;
  }
  return !released || evaluate(t, q, qd, z, rates);
}

bool Plant::prepare_held(Input<double> q) {
  if (!factor(q)) return false;
  choose(q, still_, [](const HoldingRow& row) { return row.holds(); });
  return true;
}

bool Plant::solve_prepared(Output<double> x) {
  solve_ltdl<double>(smooth_.velocity_parent, B_.view(), x);
  if (chosen_.empty()) return true;
  if (!push(false, [](const HoldingRow&) { return 0.0; }, x)) return false;
  rest(x);
  return true;
}

bool Plant::hit(Input<double> q, Output<double> qd) {
  const auto at_stop = [&](const HoldingRow& row) { return row.is_stop() && !row.yields && row.distance(q) <= 0; };
  const auto is_hit = [&](const HoldingRow& row) {
    const bool lock = row.kind == HoldingRow::Kind::lock;
    return (at_stop(row) && velocity(row, qd) < 0) || (lock && velocity(row, qd) != 0);
  };
  if (std::none_of(rows.begin(), rows.end(), is_hit)) return true;
  if (!factor(q)) return false;
  choose(q, qd, [&](const HoldingRow& row) { return at_stop(row) || row.is_fixed(); });
  const double slow = options_.stops.slowest_bounce, e = options_.stops.restitution;
  std::copy(qd.begin(), qd.end(), scratch_.begin());
  const auto bounces = [&](const HoldingRow& row) { return row.is_stop() && e * velocity(row, scratch_) < -slow; };
  if (!push(true, [&](const HoldingRow& row) { return bounces(row) ? e * velocity(row, scratch_) : 0.0; }, qd))
    return false;
  for (std::size_t k = 0; k < chosen_.size(); ++k)
    if (const HoldingRow& row = rows[chosen_[k]];
        row.is_unit() && !bounces(row) && program_.side(static_cast<int>(k)) == 0)
      qd[row.index] = 0;
  forget_rest(qd);
  return true;
}

/// A hop of speed v that comes down with the acceleration -a has the height v^2 / 2a and takes 2v / a. The stop does
/// not push as long, and then takes v away: together as if it had pulled v to 0. What holds stays at rest meanwhile.
bool Plant::settle(Output<double> q, Output<double> qd, const Rates& rates) {
  bool any = false;
  for (HoldingRow& row : rows) {
    if (!row.is_stop() || row.yields || row.touching || row.distance(q) > row.resolution()) continue;
    const double v = velocity(row, qd), a = velocity(row, rates.qdd);
    row.settling = v > 0 && a < rounding_ / 2 && v * v < 2 * std::max(-a, rounding_) * row.resolution();
    any |= row.settling;
  }
  if (!any || !factor(q)) return false;
  choose(q, qd, [](const HoldingRow& row) { return row.settling || row.holds(); });
  const bool pushed = push(false, [](const HoldingRow&) { return 0.0; }, qd);
  for (std::size_t k = 0; k < chosen_.size(); ++k) {
    HoldingRow& row = rows[chosen_[k]];
    if (row.is_unit()) qd[row.index] = 0;
    if (row.settling) q[row.q] = row.limit;
    row.settling = false;
  }
  return pushed;
}

void Plant::bring_to_rest(HoldingRow& row, Input<double> q, Output<double> qd) {
  if (row.kind == HoldingRow::Kind::joint) {
    qd[row.index] = 0;
    return;
  }
  row.resting = true;
  if (!factor(q)) return;
  std::fill(scratch_.begin(), scratch_.end(), 0.0);
  add_row(row, 1, scratch_);
  solve_ltdl<double>(smooth_.velocity_parent, B_.view(), scratch_);
  const double share = velocity(row, qd) / velocity(row, scratch_);
  for (int v = 0; v < model_.nv; ++v) qd[v] -= share * scratch_[v];
}

void Plant::forget_rest(Input<double> qd) {
  double size = 0;
  for (const double v : qd) size += std::abs(v);
  for (HoldingRow& row : rows)
    if (row.resting && std::abs(velocity(row, qd)) > 1e-12 * size) row.resting = false;
}

void Plant::close(Output<double> q, Output<double> qd) {
  if (model_.loops.empty()) return;
  for (int turn = 0; turn < 3; ++turn) {
    if (!factor(q)) return;
    choose(q, qd, [](const HoldingRow& row) { return row.holds(); });
    std::fill(scratch_.begin(), scratch_.end(), 0.0);
    push(
        false, [&](const HoldingRow& row) { return row.kind == HoldingRow::Kind::loop ? loops_.gap[row.index] : 0.0; },
        scratch_);
    rest(scratch_);
    move_position<double>(model_, q, scratch_, moved_q_);
    std::copy(moved_q_.begin(), moved_q_.end(), q.begin());
    if (widest_gap(loops_.gap) < 1e-14) break;
  }
  if (!factor(q)) return;
  choose(q, qd, [](const HoldingRow& row) { return row.holds(); });
  push(false, [](const HoldingRow&) { return 0.0; }, qd);
  rest(qd);
}

}  // namespace torsor::simulation
