#include <algorithm>

#include "simulation/plant.hpp"
#include "torsor/dynamics/torque_slopes.hpp"
#include "torsor/model/presliding.hpp"
#include "torsor/scalar/dual.hpp"
#include "torsor/simulation/local_coordinates.hpp"

namespace torsor::simulation {
namespace {

Friction<Dual> dual(const Friction<double>& f) {
  return {Dual(f.viscous),
          Dual(f.coulomb),
          Dual(f.viscous_difference),
          Dual(f.coulomb_difference),
          Dual(f.offset),
          Dual(f.stribeck),
          Dual(f.width),
          Dual(f.stribeck_velocity),
          Dual(f.presliding_stiffness),
          Dual(f.presliding_damping),
          Dual(f.load)};
}

}  // namespace

/// With the forces fixed that hold, B qdd + ... = active: d qdd = P (d active - d tau), d tau that of inverse dynamics
/// at this qdd, and P the inverse of B where the rows hold. What `surroundings` give is differentiated by differences.
void Plant::slopes(double t, Input<double> q, Input<double> qd, Input<double> z, const Rates& rates,
                   MatrixView<double> dq, MatrixView<double> dqd, MatrixView<double> dqdd_dz,
                   MatrixView<double> dzd_dqd, Output<double> dzd_dz) {
  const int n = model_.nv;
  if (model_.load_friction) return slopes_by_differences(t, q, qd, z, rates, dq, dqd, dqdd_dz, dzd_dqd, dzd_dz);
  set_conditions(t, q, qd);
  inverse_dynamics_derivatives<double>(smooth_, q, qd, rates.qdd, conditions_, derivatives_, dtau_dq_.view(),
                                       dtau_dqd_.view(), dtau_dqdd_.view());
  for (const HoldingRow& row : rows) {
    if (!row.rubs() || row.direction == 0) continue;
    const double slope = friction_slope(row.friction, velocity(row, qd));
    std::fill(column_.begin(), column_.end(), 0.0);
    add_row(row, 1, column_);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) dtau_dqd_(i, j) += column_[i] * slope * column_[j];
  }
  for (const HoldingRow& row : rows) {
    if (!row.yields || !row.touching) continue;
    dtau_dq_(row.index, row.index) += options_.stops.stiffness;
    dtau_dqd_(row.index, row.index) += options_.stops.damping;
  }
  std::fill(dqdd_dz.data, dqdd_dz.data + dqdd_dz.rows * dqdd_dz.columns, 0.0);
  std::fill(dzd_dqd.data, dzd_dqd.data + dzd_dqd.rows * dzd_dqd.columns, 0.0);
  for (int k = 0; k < static_cast<int>(bending.size()); ++k) {
    const Coupling<double>& on = bending[k].on;
    const Friction<Dual> friction = dual(on.friction);
    const double xd = velocity(bending[k], qd);
    const Presliding<Dual> by_xd = presliding(friction, Dual(xd, 1), Dual(z[k]));
    const Presliding<Dual> by_z = presliding(friction, Dual(xd), Dual(z[k], 1));
    on.distribute(by_xd.torque.derivative(), dtau_dqd_.view());
    for (const auto& term : on.terms) {
      dzd_dqd(k, term.v) += term.coefficient * by_xd.rate.derivative();
      dqdd_dz(term.v, k) -= term.coefficient * by_z.torque.derivative();
    }
    dzd_dz[k] = by_z.rate.derivative();
  }
  if (surroundings_.torque || surroundings_.world) add_surrounding_slopes(t, q, qd, rates);
  const auto put = [&](auto&& entry, MatrixView<double> to) {
    for (int j = 0; j < to.columns; ++j) {
      for (int i = 0; i < n; ++i) column_[i] = entry(i, j);
      solve_prepared(column_);
      for (int i = 0; i < n; ++i) to(i, j) = column_[i];
    }
  };
  prepare_held(q);
  put([&](int i, int j) { return -dtau_dq_(i, j); }, dq);
  put([&](int i, int j) { return -dtau_dqd_(i, j); }, dqd);
  put([&](int i, int j) { return dqdd_dz(i, j); }, dqdd_dz);
}

/// Where loads decide about friction, they are found again at every state that was moved a little. That a load changes
/// with q, and with it how a contact bends, is left out.
void Plant::slopes_by_differences(double t, Input<double> q, Input<double> qd, Input<double> z, const Rates& rates,
                                  MatrixView<double> dq, MatrixView<double> dqd, MatrixView<double> dqdd_dz,
                                  MatrixView<double> dzd_dqd, Output<double> dzd_dz) {
  const int n = model_.nv;
  const double by = 1e-6;
  Rates& moved = moved_.front();
  const auto put = [&](double step, int column, MatrixView<double> to) {
    for (int i = 0; i < n; ++i) to(i, column) = (moved.qdd[i] - rates.qdd[i]) / step;
  };
  for (int j = 0; j < n; ++j) {
    std::fill(shift_.begin(), shift_.end(), 0.0);
    shift_[j] = by;
    move_position<double>(model_, q, shift_, moved_q_);
    moved = rates;
    evaluate(t, moved_q_, qd, z, moved);
    put(by, j, dq);
    std::copy(qd.begin(), qd.end(), moved_qd_.begin());
    moved_qd_[j] += by;
    moved = rates;
    evaluate(t, q, moved_qd_, z, moved);
    put(by, j, dqd);
    for (std::size_t k = 0; k < bending.size(); ++k) dzd_dqd(static_cast<int>(k), j) = (moved.zd[k] - rates.zd[k]) / by;
  }
  for (std::size_t k = 0; k < bending.size(); ++k) {
    const double step = 1e-4 * bending[k].on.friction.coulomb / bending[k].on.friction.presliding_stiffness;
    std::copy(z.begin(), z.end(), moved_z_.begin());
    moved_z_[k] += step;
    moved = rates;
    evaluate(t, q, qd, moved_z_, moved);
    put(step, static_cast<int>(k), dqdd_dz);
    dzd_dz[k] = (moved.zd[k] - rates.zd[k]) / step;
  }
  evaluate(t, q, qd, z, moved);  // loops and conditions are those of the state again
}

/// What torques and conditions change with the state, by differences: the forces at a state that was moved a little,
/// while the robot itself stays.
void Plant::add_surrounding_slopes(double t, Input<double> q, Input<double> qd, const Rates& rates) {
  const int n = model_.nv;
  const auto load = [&](Input<double> at_q, Input<double> at_qd, Output<double> needed) {
    set_conditions(t, at_q, at_qd);
    newton_euler<double>(smooth_, q, qd, rates.qdd, conditions_, newton_euler_, needed);
    std::fill(active_.begin(), active_.end(), 0.0);
    if (surroundings_.torque) surroundings_.torque(asked(t), at_q, at_qd, active_);
    for (int i = 0; i < n; ++i) needed[i] -= active_[i];
  };
  load(q, qd, scratch_);
  for (int j = 0; j < n; ++j) {
    const double by = 1e-7;
    std::fill(shift_.begin(), shift_.end(), 0.0);
    shift_[j] = by;
    move_position<double>(model_, q, shift_, moved_q_);
    load(moved_q_, qd, column_);
    for (int i = 0; i < n; ++i) dtau_dq_(i, j) += (column_[i] - scratch_[i]) / by;
    std::copy(qd.begin(), qd.end(), moved_qd_.begin());
    moved_qd_[j] += by;
    load(q, moved_qd_, column_);
    for (int i = 0; i < n; ++i) dtau_dqd_(i, j) += (column_[i] - scratch_[i]) / by;
  }
}

bool Plant::forces(double t, Input<double> q, Input<double> qd, Input<double> z, Rates& rates, Output<double> f) {
  ++evaluations;
  set_conditions(t, q, qd);
  const Input<double> active = active_torque(t, q, qd, z, rates);
  inverse_dynamics<double>(smooth_, q, qd, still_, conditions_, newton_euler_, f);
  coriolis_matrix<double>(smooth_, q, qd, coriolis_, C_.view());
  for (int i = 0; i < model_.nv; ++i) {
    double sum = active[i] - f[i];
    for (int j = 0; j < model_.nv; ++j) sum += (C_(i, j) + C_(j, i)) * qd[j];
    f[i] = sum;
  }
  return std::all_of(f.begin(), f.end(), [](double x) { return std::isfinite(x); });
}

/// p = B qd
void Plant::momentum(Input<double> q, Input<double> qd, Output<double> p) {
  newton_euler<double>(smooth_, q, still_, qd, {}, newton_euler_, p);
}

}  // namespace torsor::simulation
