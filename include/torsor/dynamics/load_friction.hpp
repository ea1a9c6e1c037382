#pragma once

#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

// Friction that grows with the load of a joint, as the teeth of a gear have it: load |tau_l| u, with the torque tau_l
// that the links ask at the axis (inertia, Coriolis, gravity, wrench; not the joint's own rotor, friction and springs)
// and the direction u in which the joint slides. [docs/algorithms/friction.md]

/// `action(v, i)` for every joint whose friction grows with its load: its velocity and its body.
template <Scalar S, class Action>
void for_loaded_joints(const Model<S>& model, const Action& action) {
  if (!model.load_friction) return;
  for (int i = 1; i < model.body_count(); ++i)
    if (const int v = model.bodies[i].v; !model.friction[v].load_free()) action(v, i);
}

/// The torque that the links ask at the axis of body i, out of the force and the moment that its parent passes to it.
template <Scalar S>
S links_torque(const Body<S>& body, const Vector3<S>& moment, const Vector3<S>& force) {
  return with_joint(body, [&](auto joint) { return joint.component(moment, force, 0); });
}
/// The same after newton_euler.
template <Scalar S>
S links_torque(const Model<S>& model, const NewtonEulerWorkspace<S>& workspace, int i) {
  return links_torque(model.bodies[i], workspace.link[i].mu, workspace.link[i].f);
}

/// tau += friction that grows with the load, from the torques that the links ask; tau itself may be these.
template <Scalar S>
void add_load_friction(const Model<S>& model, Input<S> qd, Input<S> links, Output<S> tau) {
  assert(fit_velocities(model, qd, links, tau));
  for_loaded_joints(model, [&](int v, int) { tau[v] += model.friction[v].load_torque(qd[v], links[v]); });
}
/// The same after newton_euler at a state.
template <Scalar S>
void add_load_friction(const Model<S>& model, Input<S> qd, const NewtonEulerWorkspace<S>& workspace, Output<S> tau) {
  assert(fit_velocities(model, qd, tau));
  for_loaded_joints(
      model, [&](int v, int i) { tau[v] += model.friction[v].load_torque(qd[v], links_torque(model, workspace, i)); });
}

/// The torque that the links ask at every joint, of which friction grows; 0 at the joints where it does not.
template <Scalar S>
std::vector<S> links_torques(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd,
                             const Conditions<S>& conditions) {
  require_state(model, q, qd, qdd);
  NewtonEulerWorkspace<S> workspace(model);
  std::vector<S> tau(model.nv, S(0.0)), links(model.nv, S(0.0));
  newton_euler<S>(model, q, qd, qdd, conditions, workspace, tau);
  for_loaded_joints(model, [&](int v, int i) { links[v] = links_torque(model, workspace, i); });
  return links;
}

/// Friction that grows with the load at a state.
template <Scalar S>
std::vector<S> load_friction_torque(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd,
                                    const Conditions<S>& conditions) {
  const std::vector<S> links = links_torques(model, q, qd, qdd, conditions);
  std::vector<S> tau(model.nv, S(0.0));
  add_load_friction<S>(model, qd, links, tau);
  return tau;
}

/// What the coefficient `load` of every joint multiplies at a state, |tau_l| u, whether it is 0 or not; 0 for joints of
/// several velocities and for those that follow or lead another. tau_l is that of the model, so that it is a column of
/// the regressor only about these parameters: torque is not linear in both. [docs/parameters.md]
template <Scalar S>
std::vector<S> load_friction_column(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd,
                                    const Conditions<S>& conditions) {
  require_state(model, q, qd, qdd);
  NewtonEulerWorkspace<S> workspace(model);
  std::vector<S> column(model.nv, S(0.0));
  newton_euler<S>(model, q, qd, qdd, conditions, workspace, column);
  for (S& entry : column) entry = S(0.0);
  std::vector<int> joints(model.nv, 0);  // that move with the velocity
  for (int i = 1; i < model.body_count(); ++i)
    for (int k = 0; k < velocity_count(model.bodies[i].joint); ++k)
      joints[model.bodies[i].v + k] += velocity_count(model.bodies[i].joint);
  for (int i = 1; i < model.body_count(); ++i) {
    const int v = model.bodies[i].v;
    if (joints[v] != 1) continue;
    Friction<S> unit = model.friction[v];
    unit.load = S(1.0);
    column[v] = unit.load_torque(qd[v], links_torque(model, workspace, i));
  }
  return column;
}

}  // namespace torsor
