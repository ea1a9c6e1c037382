#include "dynamics/consistency_checker.hpp"
#include "torsor/dynamics/coriolis.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/dynamics/momentum.hpp"
#include "torsor/dynamics/newton_euler_base_frame.hpp"
#include "torsor/dynamics/slotine_li.hpp"
#include "torsor/kinematics/jacobian.hpp"

namespace torsor::consistency {
namespace {

std::vector<Dual> along(const Vector& x, const Vector& rate) {
  std::vector<Dual> result;
  result.reserve(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) result.emplace_back(x[k], rate[k]);
  return result;
}

}  // namespace

void Checker::newton_euler_forms(const State& state, const Terms<double>& all) {
  const auto& [q, qd, qdd] = std::tie(state.q, state.qd, state.qdd);
  NewtonEulerWorkspace<double> link_frames(model_);
  NewtonEulerBaseFrameWorkspace<double> workspace(model_);
  tau_.resize(model_.nv);
  inverse_dynamics<double>(model_, q, qd, qdd, state.conditions, link_frames, tau_);
  const Force<double> load = base_load(model_, link_frames);
  base_wrench_ = list(load.force);
  for (const double moment : list(load.moment)) base_wrench_.push_back(moment);
  Vector other(model_.nv);
  newton_euler_base_frame<double>(model_, q, qd, qdd, state.conditions, workspace, other);
  add_friction_torque<double>(model_, qd, other);
  other = other + load_friction_torque(model_, q, qd, qdd, state.conditions);
  add_spring_torque<double>(model_, q, other);
  compare("Newton-Euler in base axes = in link frames", other, tau_, size_);
  Vector sum = B_ * qdd;
  for (const Vector* term : {&all.coriolis, &all.gravity, &all.friction, &all.spring, &all.wrench, &all.base_motion})
    sum = sum + *term;
  compare("sum of the terms = inverse dynamics", sum, tau_, size_);
  compare("composite bodies = columns of Newton-Euler", B_.data, inertia_matrix_by_columns(model_, q).data, B_size_);
  const Matrix<double> J = jacobian(model_, q, model_.tip);
  Vector virtual_work(model_.nv, 0.0);
  const Vector wrench{state.exerted.force.x,  state.exerted.force.y,  state.exerted.force.z,
                      state.exerted.moment.x, state.exerted.moment.y, state.exerted.moment.z};
  for (int j = 0; j < J.columns; ++j)
    for (int i = 0; i < 6; ++i) virtual_work[j] += J(i, j) * wrench[i];
  compare("torque of a wrench = Jacobian transposed", all.wrench, virtual_work, norm(J.data) * norm(wrench));
}

void Checker::lagrange(const State& state) {
  const LagrangeEuler<double> L = lagrange_euler(model_, state.q, model_.gravity);
  Vector tau(model_.nv);
  lagrange_euler_torque<double>(model_, L, state.qd, state.qdd, state.at_rest.wrenches, tau);
  NewtonEulerWorkspace<double> workspace(model_);
  Vector expected(tau.size());
  newton_euler<double>(model_, state.q, state.qd, state.qdd, state.at_rest, workspace, expected);
  compare("Lagrange-Euler = Newton-Euler", tau, expected, size_);
  compare("Lagrange-Euler D = inertia matrix", L.D.data + L.actuator.data, B_.data, B_size_);
  Matrix<double> C(model_.nv, model_.nv);
  for (int i = 0; i < C.rows; ++i)
    for (int k = 0; k < C.rows; ++k)
      for (int m = 0; m < C.rows; ++m) C(i, k) += L.h(i, k, m) * state.qd[m];
  compare("Coriolis matrix = Lagrange-Euler h", C_.data, C.data, B_rate_);
  const double kinetic = lagrange_euler_kinetic_energy<double>(model_, L, state.qd);
  record("Lagrange-Euler energies = energies of the links",
         std::abs(kinetic - kinetic_energy(model_, state.q, state.qd)) +
             std::abs(L.potential_energy + spring_energy<double>(model_, state.q) - potential_energy(model_, state.q)),
         std::abs(kinetic) + potential_energy_size(model_, state.q));
}

void Checker::coriolis(const State& state) {
  const Matrix<Dual> B = inertia_matrix(rates_, positions_along(state.q, state.qd));
  double skew = 0, size = B_rate_;
  for (int i = 0; i < model_.nv; ++i)
    for (int j = 0; j < model_.nv; ++j) {
      const double bdot = 0.5 * (B(i, j).derivative() + B(j, i).derivative());
      skew = std::hypot(skew, bdot - C_(i, j) - C_(j, i));  // the symmetric part of Bdot - 2 C
      size += std::abs(bdot);
    }
  record("Bdot - 2 C is skew-symmetric", skew, size);
  const double scale = B_rate_ * (norm(state.qd) + norm(state.v));
  compare("C qd = Coriolis torque of Newton-Euler", C_ * state.qd, coriolis_torque(model_, state.q, state.qd), scale);
  compare("C v in O(n) = Coriolis matrix times v", coriolis_product(model_, state.q, state.qd, state.v), C_ * state.v,
          scale);
}

void Checker::energies(const State& state, const Terms<double>& all) {
  const Vector tau = inverse_dynamics(model_, state.q, state.qd, state.qdd, state.at_rest);
  const Vector friction =
      friction_torque(model_, state.qd) +
      load_friction_torque(model_, state.q, state.qd, state.qdd, state.at_rest);  // the load differs from that in `all`
  const std::vector<Dual> q = positions_along(state.q, state.qd), qd = along(state.qd, state.qdd);
  const Dual energy = kinetic_energy(rates_, q, qd) + potential_energy(rates_, q);
  record("rate of energy = power", std::abs(energy.derivative() - dot(tau - friction - all.wrench, state.qd)),
         size_ * norm(state.qd));
  const Dual potential = potential_energy(rates_, positions_along(state.q, state.v));
  record("slope of potential energy = gravity and spring torque",
         std::abs(potential.derivative() - dot(all.gravity + all.spring, state.v)), size_ * norm(state.v));
  const Vector momentum = generalized_momentum(model_, state.q, state.qd);
  record("kinetic energy = velocity times momentum / 2",
         std::abs(kinetic_energy(model_, state.q, state.qd) - 0.5 * dot(momentum, state.qd)), B_rate_ * norm(state.qd));
}

std::vector<Dual> Checker::positions_along(const Vector& q, const Vector& qd) const {
  return along(q, position_rate<double>(model_, q, qd));
}

}  // namespace torsor::consistency
