#include "simulation/plant.hpp"

#include <algorithm>
#include <cassert>

#include "torsor/dynamics/load_friction.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/presliding.hpp"
#include "torsor/simulation/local_coordinates.hpp"

namespace torsor::simulation {
namespace {

/// Its friction under the load of the moment.
Friction<double> loaded(const BendingContact<double>& contact, const Rates& rates) {
  const Friction<double>& friction = contact.on.friction;
  return rates.load.empty() || contact.velocity < 0 ? friction : friction.under_load(rates.load[contact.velocity]);
}

/// Every row that there can be.
int row_count(const Model<double>& model) {
  return 3 * model.nv + static_cast<int>(model.couplings.size() + 3 * model.loops.size());
}

}  // namespace

Plant::Plant(const Model<double>& model, const SimulationOptions& options, const Surroundings& surroundings)
    : bending(bending_contacts(model)), model_(model), smooth_(smooth_model(model)), options_(options),
      surroundings_(surroundings), forward_(model), composite_(model), newton_euler_(model), derivatives_(model),
      motion_(model), loop_workspace_(model), loops_(model), B_(model.nv, (model.nv + 3) / 4 * 4),
      dtau_dq_(model.nv, model.nv), dtau_dqd_(model.nv, model.nv), dtau_dqdd_(model.nv, model.nv), coriolis_(model),
      C_(model.nv, model.nv), active_(model.nv, 0.0), still_(model.nv, 0.0), scratch_(model.nv, 0.0),
      column_(model.nv, 0.0), shift_(model.nv, 0.0), moved_q_(model.nq, 0.0), moved_qd_(model.nv, 0.0),
      poses_(model.bodies.size()), program_(row_count(model)), A_(row_count(model), model.nv),
      Y_(row_count(model), model.nv), W_(row_count(model), row_count(model)), b_(row_count(model), 0.0),
      lower_(b_.size(), 0.0), upper_(b_.size(), 0.0), force_(b_.size(), 0.0), links_(model.nv, 0.0), missing_(links_),
      last_missing_(links_), last_load_(links_), slope_(links_),
      newton_(LoadWorkspace<double>::size(model), LoadWorkspace<double>::size(model)) {
  chosen_.reserve(b_.size());
  conditions_ = default_conditions(model_);
  add_rows();
  for (const Body<double>& body : model.bodies) mass_ += body.inertia.mass;
  for (int v = 0; v < newton_.rows; ++v) newton_(v, v) = 1;
  if (model.load_friction) moved_.emplace_back(model, bending.size(), rows.size());
  moved_z_.resize(bending.size());
  only_motors_act_ = rows.empty() && bending.empty() && !model.load_friction;
  if (options.kernels && !surroundings.world)
    if (const RobotKernels::Function* function = options.kernels->find("forward-dynamics")) code_ = function->one;
  std::fill(forward_.pivots.begin(), forward_.pivots.end(), 1.0);  // as long as that code does not tell them
}

void Plant::add_rows() {
  using enum HoldingRow::Kind;
  for (int v = 0; v < model_.nv; ++v)
    if (jumps(model_.friction[v])) rows.push_back({.kind = joint, .index = v, .friction = model_.friction[v]});
  for (std::size_t c = 0; c < model_.couplings.size(); ++c)
    if (jumps(model_.couplings[c].friction))
      rows.push_back({.kind = coupling, .index = static_cast<int>(c), .friction = model_.couplings[c].friction});
  std::size_t moving = 0;
  for (int i = 1; i < model_.body_count() && moving < options_.limits.size(); ++i) {
    const Body<double>& body = model_.bodies[i];
    if (body.follows) continue;
    const JointLimits& limits = options_.limits[moving++];
    if (velocity_count(body.joint) != 1) continue;
    if (limits.position_low == limits.position_high && !stops_yield()) {
      rows.push_back({.kind = lock, .index = body.v, .q = body.q, .limit = limits.position_low});
      continue;
    }
    if (std::isfinite(limits.position_low))
      rows.push_back(
          {.kind = lower_stop, .index = body.v, .q = body.q, .limit = limits.position_low, .yields = stops_yield()});
    if (std::isfinite(limits.position_high))
      rows.push_back(
          {.kind = upper_stop, .index = body.v, .q = body.q, .limit = limits.position_high, .yields = stops_yield()});
  }
  for (int k = 0; k < static_cast<int>(3 * model_.loops.size()); ++k) rows.push_back({.kind = loop, .index = k});
}

void Plant::set_model(const Model<double>& model) {
  assert(model.load_friction == model_.load_friction);  // friction is that of the rows, and stays
  model_ = model;
  smooth_ = smooth_model(model);
  code_ = nullptr;
  conditions_ = default_conditions(model_);
}

/// a . qd
double Plant::velocity(const HoldingRow& row, Input<double> qd) const {
  switch (row.kind) {
    case HoldingRow::Kind::joint:
    case HoldingRow::Kind::lower_stop:
    case HoldingRow::Kind::lock:
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
    case HoldingRow::Kind::lock:
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

void Plant::ask_motors(double t, Input<double> q, Input<double> qd, Rates& rates) {
  std::fill(rates.tau.begin(), rates.tau.end(), 0.0);
  surroundings_.torque(asked(t), q, qd, rates.tau);
}

/// active_: the torques of the motors, of rows that slide, of stops that yield and of contacts that bend.
void Plant::add_others(Input<double> q, Input<double> qd, Input<double> z, Rates& rates) {
  std::copy(rates.tau.begin(), rates.tau.end(), active_.begin());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const HoldingRow& row = rows[r];
    if (row.rubs() && row.direction != 0)
      rates.force[r] = -row.friction.under_load(rates.load_of(row)).torque(velocity(row, qd), row.direction);
    else if (row.yields)
      rates.force[r] = row.touching ? options_.stops.stiffness * pressed_in(row, q, qd) : 0;
    else
      continue;
    add_row(row, rates.force[r], active_);
  }
  for (std::size_t k = 0; k < bending.size(); ++k) {
    const auto [torque, rate] = presliding(loaded(bending[k], rates), velocity(bending[k], qd), z[k]);
    bending[k].on.distribute(-torque, active_);
    rates.zd[k] = rate;
  }
  for_loaded_joints(model_, [&](int v, int) {
    if (is_smooth(model_.friction[v])) active_[v] -= model_.friction[v].load_torque(qd[v], rates.load[v]);
  });
}

void Plant::find_fault(Input<double> q, Input<double> qd, Input<double> active, const Rates& rates) {
  if (code_ != nullptr)
    forward_dynamics<double>(smooth_, q, qd, active, conditions_, forward_, scratch_);  // for pivots
  const auto blame = [&](SimulationEnd::Kind kind, int v) { fault = kind, faulty = v; };
  for (int v = 0; v < model_.nv; ++v)
    if (!std::isfinite(active[v])) return blame(SimulationEnd::Kind::not_finite, v);
  for (int v = model_.nv - 1; v >= 0; --v)  // a lost pivot spoils those towards the base
    if (!(forward_.pivots[v] > 0)) return blame(SimulationEnd::Kind::singular, v);
  for (int v = 0; v < model_.nv; ++v)
    if (!std::isfinite(rates.qdd[v])) return blame(SimulationEnd::Kind::not_finite, v);
}

bool Plant::evaluate_under_load(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates) {
  if (!set_free_acceleration(t, q, qd, z, rates)) return false;
  return rows.empty() || !anything_holds() || hold(q, qd, rates);
}

bool Plant::anything_holds() const {
  return std::any_of(rows.begin(), rows.end(), [](const HoldingRow& row) { return row.holds(); });
}

void Plant::friction_torque(Input<double> qd, Input<double> z, const Rates& rates, Output<double> tau) const {
  std::fill(tau.begin(), tau.end(), 0.0);
  add_friction_torque<double>(smooth_, qd, tau);
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (rows[r].rubs()) add_row(rows[r], -rates.force[r], tau);
  for (std::size_t k = 0; k < bending.size(); ++k)
    bending[k].on.distribute(presliding(loaded(bending[k], rates), velocity(bending[k], qd), z[k]).torque, tau);
  for_loaded_joints(model_, [&](int v, int) {
    if (is_smooth(model_.friction[v])) tau[v] += model_.friction[v].load_torque(qd[v], rates.load[v]);
  });
}

}  // namespace torsor::simulation
