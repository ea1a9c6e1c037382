#include "simulation/plant.hpp"

#include <algorithm>

#include "torsor/model/position.hpp"
#include "torsor/model/presliding.hpp"
#include "torsor/simulation/local_coordinates.hpp"

namespace torsor::simulation {
namespace {

/// The robot without the friction that the simulator keeps for itself.
Model<double> without_jumps(const Model<double>& model) {
  return changed(model, [](ModelParts<double>& parts) {
    for (Friction<double>& friction : parts.friction)
      if (jumps(friction) || has_presliding(friction)) friction = {};
    for (Coupling<double>& coupling : parts.couplings)
      if (jumps(coupling.friction)) coupling.friction = {};
  });
}

std::vector<BendingJoint> bending_joints(const Model<double>& model) {
  std::vector<BendingJoint> result;
  for (int v = 0; v < model.nv; ++v)
    if (has_presliding(model.friction[v])) result.push_back({v, model.friction[v]});
  return result;
}

/// Every row that there can be.
int row_count(const Model<double>& model) {
  return 3 * model.nv + static_cast<int>(model.couplings.size() + 3 * model.loops.size());
}

}  // namespace

Plant::Plant(const Model<double>& model, const SimulationOptions& options, const Surroundings& surroundings)
    : bending(bending_joints(model)), model_(model), smooth_(without_jumps(model)), options_(options),
      surroundings_(surroundings), forward_(model), composite_(model), newton_euler_(model), derivatives_(model),
      motion_(model), loop_workspace_(model), loops_(model), B_(model.nv, (model.nv + 3) / 4 * 4),
      dtau_dq_(model.nv, model.nv), dtau_dqd_(model.nv, model.nv), dtau_dqdd_(model.nv, model.nv), coriolis_(model),
      C_(model.nv, model.nv), active_(model.nv, 0.0), still_(model.nv, 0.0), scratch_(model.nv, 0.0),
      column_(model.nv, 0.0), shift_(model.nv, 0.0), moved_q_(model.nq, 0.0), moved_qd_(model.nv, 0.0),
      poses_(model.bodies.size()), program_(row_count(model)), A_(row_count(model), model.nv),
      Y_(row_count(model), model.nv), W_(row_count(model), row_count(model)), b_(row_count(model), 0.0),
      lower_(b_.size(), 0.0), upper_(b_.size(), 0.0), force_(b_.size(), 0.0) {
  chosen_.reserve(b_.size());
  conditions_ = default_conditions(model_);
  add_rows();
  only_motors_act_ = rows.empty() && yielding_.empty() && bending.empty();
}

void Plant::add_rows() {
  using enum HoldingRow::Kind;
  for (int v = 0; v < model_.nv; ++v)
    if (jumps(model_.friction[v])) rows.push_back({.kind = joint, .index = v, .friction = model_.friction[v]});
  for (std::size_t c = 0; c < model_.couplings.size(); ++c)
    if (jumps(model_.couplings[c].friction))
      rows.push_back({.kind = coupling, .index = static_cast<int>(c), .friction = model_.couplings[c].friction});
  std::vector<HoldingRow>& stops = stops_yield() ? yielding_ : rows;
  std::size_t moving = 0;
  for (int i = 1; i < model_.body_count() && moving < options_.limits.size(); ++i) {
    const Body<double>& body = model_.bodies[i];
    if (body.follows) continue;
    const JointLimits& limits = options_.limits[moving++];
    if (velocity_count(body.joint) != 1) continue;
    if (std::isfinite(limits.position_low))
      stops.push_back({.kind = lower_stop, .index = body.v, .q = body.q, .limit = limits.position_low});
    if (std::isfinite(limits.position_high))
      stops.push_back({.kind = upper_stop, .index = body.v, .q = body.q, .limit = limits.position_high});
  }
  for (int k = 0; k < static_cast<int>(3 * model_.loops.size()); ++k) rows.push_back({.kind = loop, .index = k});
}

void Plant::set_model(const Model<double>& model) {
  model_ = model;
  smooth_ = without_jumps(model);
  conditions_ = default_conditions(model_);
}

/// a . qd
double Plant::velocity(const HoldingRow& row, Input<double> qd) const {
  switch (row.kind) {
    case HoldingRow::Kind::joint:
    case HoldingRow::Kind::lower_stop:
      return qd[row.index];
    case HoldingRow::Kind::upper_stop:
      return -qd[row.index];
    case HoldingRow::Kind::coupling:
      return model_.couplings[row.index].combine(&Coupling<double>::Term::v, qd);
    case HoldingRow::Kind::loop:
      break;
  }
  double sum = 0;
  for (int v = 0; v < model_.nv; ++v) sum += loops_.J(row.index, v) * qd[v];
  return sum;
}

/// x += a factor
void Plant::add_row(const HoldingRow& row, double factor, Output<double> x) const {
  switch (row.kind) {
    case HoldingRow::Kind::joint:
    case HoldingRow::Kind::lower_stop:
      x[row.index] += factor;
      return;
    case HoldingRow::Kind::upper_stop:
      x[row.index] -= factor;
      return;
    case HoldingRow::Kind::coupling:
      return model_.couplings[row.index].distribute(factor, x);
    case HoldingRow::Kind::loop:
      for (int v = 0; v < model_.nv; ++v) x[v] += loops_.J(row.index, v) * factor;
  }
}

void Plant::ask_world(double t, Input<double> q, Input<double> qd) {
  conditions_ = default_conditions(model_);
  surroundings_.world(asked(t), q, qd, conditions_);
}

/// What a stop that yields exerts: it never pulls.
double Plant::yielding_force(const HoldingRow& row, Input<double> q, Input<double> qd) const {
  const double distance = row.distance(q);
  if (distance >= 0) return 0;
  return std::max(0.0, -options_.stops.stiffness * distance - options_.stops.damping * velocity(row, qd));
}

void Plant::ask_motors(double t, Input<double> q, Input<double> qd, Rates& rates) {
  std::fill(rates.tau.begin(), rates.tau.end(), 0.0);
  surroundings_.torque(asked(t), q, qd, rates.tau);
}

/// active_: the torques of the motors, of rows that slide, of stops that yield and of contacts that bend.
void Plant::add_others(Input<double> q, Input<double> qd, Input<double> z, Rates& rates) {
  std::copy(rates.tau.begin(), rates.tau.end(), active_.begin());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const HoldingRow& row = rows[r];
    if (!row.rubs() || row.direction == 0) continue;
    rates.force[r] = -row.friction.torque(velocity(row, qd), row.direction);
    add_row(row, rates.force[r], active_);
  }
  for (const HoldingRow& row : yielding_) add_row(row, yielding_force(row, q, qd), active_);
  for (std::size_t k = 0; k < bending.size(); ++k) {
    const auto [torque, rate] = presliding(bending[k].friction, qd[bending[k].velocity], z[k]);
    active_[bending[k].velocity] -= torque;
    rates.zd[k] = rate;
  }
}

/// Accelerations as if nothing held.
inline bool Plant::set_free_acceleration(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates) {
  ++evaluations;
  set_conditions(t, q, qd);
  const Input<double> active = active_torque(t, q, qd, z, rates);
  forward_dynamics<double>(smooth_, q, qd, active, conditions_, forward_, rates.qdd);
  bool sound = true;
  const double *qdd = rates.qdd.data(), *pivot = forward_.pivots.data();
  for (int v = 0; v < model_.nv; ++v) sound &= (qdd[v] - qdd[v] == 0) & (pivot[v] > 0);
  if (!sound) find_fault(rates, active);
  return sound;
}

void Plant::find_fault(const Rates& rates, Input<double> active) {
  for (int v = 0; v < model_.nv; ++v) {
    if (std::isfinite(rates.qdd[v]) && forward_.pivots[v] > 0) continue;
    const bool regular = forward_.pivots[v] > 0 || !std::isfinite(active[v]);
    fault = regular ? SimulationEnd::Kind::not_finite : SimulationEnd::Kind::singular;
    faulty = v;
    for (int k = 0; k < model_.nv; ++k)
      if (!std::isfinite(rates.tau[k])) faulty = k;
    return;
  }
}

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
bool Plant::push(bool bounded, const Extra& extra, Output<double> x) {
  const std::size_t m = chosen_.size();
  for (std::size_t k = 0; k < m; ++k) {
    const HoldingRow& row = rows[chosen_[k]];
    b_[k] = extra(row);
    for (int v = 0; v < model_.nv; ++v) b_[k] += A_(static_cast<int>(k), v) * x[v];
    lower_[k] = bounded ? row.lowest_force() : -HUGE_VAL;
    upper_[k] = bounded ? row.highest_force() : HUGE_VAL;
  }
  if (!program_.solve(W_.view(), {b_.data(), m}, {lower_.data(), m}, {upper_.data(), m}, {force_.data(), m}))
    return fault = SimulationEnd::Kind::no_solution, false;
  for (std::size_t k = 0; k < m; ++k)
    for (int v = 0; v < model_.nv; ++v) x[v] += Y_(static_cast<int>(k), v) * force_[k];
  return true;
}

bool Plant::evaluate(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates) {
  if (!set_free_acceleration(t, q, qd, z, rates)) return false;
  return rows.empty() || !anything_holds() || hold(q, qd, rates);
}

bool Plant::anything_holds() const {
  return std::any_of(rows.begin(), rows.end(), [](const HoldingRow& row) { return row.holds(); });
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

bool Plant::decide(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates) {
  for (HoldingRow& row : rows) {
    if (row.rubs()) row.direction = row.resting ? 0 : static_cast<int>(sign(velocity(row, qd)));
    if (row.is_stop()) row.touching = row.distance(q) <= 0 && velocity(row, qd) == 0;
  }
  if (!set_free_acceleration(t, q, qd, z, rates)) return false;
  if (!anything_holds()) return true;
  if (!factor(q)) return false;
  choose(q, qd, [](const HoldingRow& row) { return row.holds(); });
  std::copy(rates.qdd.begin(), rates.qdd.end(), scratch_.begin());
  if (!push(true, [&](const HoldingRow& row) { return bias(row); }, scratch_)) return false;
  for (std::size_t k = 0; k < chosen_.size(); ++k) {
    HoldingRow& row = rows[chosen_[k]];
    const int side = program_.side(static_cast<int>(k));
    if (row.kind == HoldingRow::Kind::coupling) row.resting = side == 0;
    if (row.rubs()) row.direction = -side;  // friction at its lowest, which is negative: the joint moves forward
    if (row.is_stop()) row.touching = side == 0;
  }
  return evaluate(t, q, qd, z, rates);
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
  const auto at_stop = [&](const HoldingRow& row) { return row.is_stop() && row.distance(q) <= 0; };
  if (std::none_of(rows.begin(), rows.end(),
                   [&](const HoldingRow& row) { return at_stop(row) && velocity(row, qd) < 0; }))
    return true;
  if (!factor(q)) return false;
  choose(q, qd, [&](const HoldingRow& row) { return at_stop(row) || row.kind == HoldingRow::Kind::loop; });
  const double slow = options_.stops.slowest_bounce, e = options_.stops.restitution;
  std::copy(qd.begin(), qd.end(), scratch_.begin());
  const auto bounces = [&](const HoldingRow& row) { return row.is_stop() && e * velocity(row, scratch_) < -slow; };
  if (!push(true, [&](const HoldingRow& row) { return bounces(row) ? e * velocity(row, scratch_) : 0.0; }, qd))
    return false;
  for (std::size_t k = 0; k < chosen_.size(); ++k)
    if (const HoldingRow& row = rows[chosen_[k]];
        row.is_stop() && !bounces(row) && program_.side(static_cast<int>(k)) == 0)
      qd[row.index] = 0;
  return true;
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

void Plant::friction_torque(Input<double> qd, Input<double> z, const Rates& rates, Output<double> tau) const {
  std::fill(tau.begin(), tau.end(), 0.0);
  add_friction_torque<double>(smooth_, qd, tau);
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (rows[r].rubs()) add_row(rows[r], -rates.force[r], tau);
  for (std::size_t k = 0; k < bending.size(); ++k)
    tau[bending[k].velocity] += presliding(bending[k].friction, qd[bending[k].velocity], z[k]).torque;
}

}  // namespace torsor::simulation
