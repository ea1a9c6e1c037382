#include "dynamics/consistency_checker.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/newton_euler.hpp"

namespace torsor::consistency {

void Checker::followers(const State& state) {
  const auto [q, qd, qdd] = geared(state);
  const auto gathered = [&](const Vector& x) {
    Vector sum(x.begin(), x.begin() + model_.nv);
    for (std::size_t i = 1; i < model_.bodies.size(); ++i)
      if (model_.bodies[i].follows) sum[model_.bodies[i].v] += model_.bodies[i].following.ratio * x[freed_.bodies[i].v];
    return sum;
  };
  NewtonEulerWorkspace<double> workspace(freed_);
  Vector torque(freed_.nv), own(model_.nv);
  newton_euler<double>(freed_, q, qd, qdd, state.conditions, workspace, torque);
  newton_euler<double>(model_, state.q, state.qd, state.qdd, state.conditions, workspace, own);
  compare("joints that follow = free ones in gear: torque", own, gathered(torque), size_);
  compare("joints that follow = free ones in gear: inertia", B_ * state.qdd, gathered(inertia_matrix(freed_, q) * qdd),
          size_ + B_size_ * norm(state.qdd));
}

Checker::JointState Checker::geared(const State& state) const {
  JointState result{state.q, state.qd, state.qdd};
  for (const Body<double>& body : model_.bodies) {
    if (!body.follows) continue;
    const auto& [turns, ratio, offset] = body.following;
    result.q.push_back(ratio * state.q[body.q] + offset);
    result.qd.push_back(ratio * state.qd[body.v]);
    result.qdd.push_back(ratio * state.qdd[body.v]);
  }
  return result;
}

template <class Method>
void Checker::undoes(const std::string& name, const Model<double>& model, const JointState& state,
                     const Conditions<double>& conditions, const Method& method) {
  const ScaledInertia B = scaled_inertia(inertia_matrix(model, state.q));
  if (B.singular()) {
    ++find(name).skipped;
    return;
  }
  ForwardDynamicsWorkspace<double> workspace(model);
  const Vector tau = inverse_dynamics(model, state.q, state.qd, state.qdd, conditions);
  Vector qdd(tau.size());
  method(model, state.q, state.qd, tau, conditions, workspace, qdd);
  Vector difference = qdd - state.qdd;
  for (std::size_t i = 0; i < difference.size(); ++i) difference[i] /= B.scale[i];
  record(name, norm(difference), size_of(terms(model, state.q, state.qd, state.qdd, conditions), B.scale) / B.smallest);
}

void Checker::forward(const State& state) {
  const ScaledInertia B = scaled_inertia(B_);
  if (B.singular())
    ++result_.singular_states;
  else if (B.lowest < 0)
    ++result_.indefinite_states;
  undoes("forward dynamics (inertia matrix) undoes inverse", model_, {state.q, state.qd, state.qdd}, state.conditions,
         forward_dynamics_through_inertia<double>);
  undoes("forward dynamics (articulated bodies) undoes inverse", uncoupled_, geared(state), state.conditions,
         forward_dynamics_by_articulated_bodies<double>);
}

}  // namespace torsor::consistency
