#include "dynamics/consistency_checker.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/energy_regressor.hpp"
#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/load_friction.hpp"
#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/dynamics/slotine_li.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"

namespace torsor::consistency {

void Checker::regressors(const State& state) {
  const auto& [q, qd, qdd, v] = std::tie(state.q, state.qd, state.qdd, state.v);
  const Vector compensation = compensation_torque(state);
  const Vector known = terms(model_, q, qd, qdd, state.conditions).wrench + compensation +
                       load_friction_torque(model_, q, qd, qdd, state.conditions);
  compare("regressor times parameters = torque",
          regressor(model_, layout_, q, qd, qdd, state.conditions) * theta_ + known, tau_, size_);
  const Vector reference = slotine_li_torque(model_, q, qd, v, qdd, {model_.gravity, {}, {}}) +
                           friction_torque(model_, qd) + spring_torque(model_, q);
  const Vector explicit_sum =
      B_ * qdd + C_ * v + gravity_torque(q) + friction_torque(model_, qd) + spring_torque(model_, q);
  const double size = size_ + B_rate_ * norm(v);
  compare("Slotine-Li torque = B qdd_r + C qd_r + g + ...", reference, explicit_sum, size);
  compare("Slotine-Li regressor times parameters = its torque",
          slotine_li_regressor(model_, layout_, q, qd, v, qdd, {model_.gravity, {}, {}}) * theta_ + compensation,
          explicit_sum, size);
  compare("momentum regressor times parameters = B qd", momentum_regressor(model_, layout_, q, qd) * theta_, B_ * qd,
          B_rate_);
  energy_regressors(state);
  base_rows(state);
}

void Checker::energy_regressors(const State& state) {
  const auto& [q, qd] = std::tie(state.q, state.qd);
  const Vector energy = energy_regressor(model_, layout_, q, qd, model_.gravity) * theta_;
  double rest = 0;  // the energy of a spring at x = 0, which is not linear in the parameters
  for (const Coupling<double>& coupling : model_.couplings)
    rest += 0.5 * coupling.stiffness * coupling.rest * coupling.rest;
  rest += gravity_energy<double>(compensation_, forward_kinematics(model_, q), model_.gravity);
  const double kinetic = kinetic_energy(model_, q, qd), potential = potential_energy(model_, q);
  record("energy regressor times parameters = energies",
         std::abs(energy[0] - kinetic) + std::abs(energy[1] + rest - potential),
         std::abs(kinetic) + potential_energy_size(model_, q));
}

void Checker::base_rows(const State& state) {
  const auto& [q, qd, qdd] = std::tie(state.q, state.qd, state.qdd);
  ParameterSelection with_base = select_;
  with_base.base = true;
  const ParameterLayout layout = parameter_layout(model_, with_base);
  Vector wrench = regressor(model_, layout, q, qd, qdd, state.conditions) * parameters(model_, layout);
  wrench.resize(6);
  const Vector exerted = list(state.exerted.force);
  const Vector moment =
      list(state.exerted.moment +
           cross(frame_pose<double>(model_, forward_kinematics(model_, q), model_.tip).p, state.exerted.force));
  for (int k = 0; k < 3; ++k) wrench[k] += exerted[k], wrench[3 + k] += moment[k];
  wrench = wrench + compensation_wrench_;
  compare("base rows of the regressor = bearing load of the base", wrench, base_wrench_, norm(base_wrench_));
}

Vector Checker::compensation_torque(const State& state) {
  NewtonEulerWorkspace<double> workspace(compensation_);
  const Vector still(model_.nv);
  Vector tau(model_.nv);
  newton_euler<double>(compensation_, state.q, still, still, {state.conditions.gravity, {}, {}}, workspace, tau);
  const Force<double> load = base_load(compensation_, workspace);
  compensation_wrench_ = list(load.force);
  for (const double moment : list(load.moment)) compensation_wrench_.push_back(moment);
  return tau;
}

Vector Checker::gravity_torque(const Vector& q) const {
  return terms(model_, q, Vector(model_.nv), Vector(model_.nv), default_conditions(model_)).gravity;
}

}  // namespace torsor::consistency
