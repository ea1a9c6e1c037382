#pragma once

#include "torsor/dynamics/articulated_bodies.hpp"
#include "torsor/dynamics/forward_dynamics_under_load.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/ltdl.hpp"
#include "torsor/scalar/instantiate.hpp"

namespace torsor {

/// Scratch of both roads to qdd. After a call `pivots` says whether B was positive definite: it was when all are.
template <Scalar S>
struct ForwardDynamicsWorkspace {
  ArticulatedBodiesWorkspace<S> articulated;
  NewtonEulerWorkspace<S> newton_euler;
  InertiaMatrixWorkspace<S> composite;
  Matrix<S> B;  // rows of whole packs
  std::vector<S> still, torque, pivots;
  LoadWorkspace<S> load;

  explicit ForwardDynamicsWorkspace(const Model<S>& model)
      : articulated(model), newton_euler(model), composite(model), B(model.nv, (model.nv + 3) / 4 * 4),
        still(model.nv, S(0.0)), torque(model.nv, S(0.0)), pivots(model.nv, S(0.0)), load(model) {}
};

/// Whether the factors of B cost less than articulated bodies do. Measured on arms, quadrupeds and humanoids.
template <Scalar S>
bool quicker_through_inertia(const Model<S>& model) {
  return model.nv <= 8;
}

namespace recursion {

/// qdd = B^-1 (tau - C qd - g - friction - spring - J^T wrench) through B and its factors, O(n^3).
template <Scalar S>
void forward_dynamics_through_inertia(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau,
                                      const Conditions<S>& conditions, ForwardDynamicsWorkspace<S>& workspace,
                                      Output<S> qdd) {
  if (model.load_friction) return recursion::forward_dynamics_under_load(model, q, qd, tau, conditions, workspace, qdd);
  const Input<S> still(workspace.still);
  const Output<S> bias(workspace.torque);
  recursion::inverse_dynamics(model, q, qd, still, conditions, workspace.newton_euler, bias);
  for (int i = 0; i < model.nv; ++i) qdd[i] = tau[i] - bias[i];
  const MatrixView<S> B = workspace.B.view();
  const NewtonEulerLink<S>* link = workspace.newton_euler.link.data();
  inertia_of_poses<S>(model, [&](int i) -> const Transform<S>& { return link[i].X; }, workspace.composite, B);
  factor_ltdl<S>(model.velocity_parent, B);
  solve_ltdl<S>(model.velocity_parent, B, qdd);
  for (int i = 0; i < model.nv; ++i) workspace.pivots[i] = B(i, i);
}

/// The same in O(n) by articulated bodies; through B where friction grows with the load, which asks for more than one
/// solution.
template <Scalar S>
void forward_dynamics_by_articulated_bodies(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau,
                                            const Conditions<S>& conditions, ForwardDynamicsWorkspace<S>& workspace,
                                            Output<S> qdd) {
  if (model.load_friction) return recursion::forward_dynamics_under_load(model, q, qd, tau, conditions, workspace, qdd);
  const Output<S> active(workspace.torque);
  for (int i = 0; i < model.nv; ++i) active[i] = S(0.0);
  add_friction_torque(model, qd, active);
  add_spring_torque(model, q, active);
  for (int i = 0; i < model.nv; ++i) active[i] = tau[i] - active[i];
  recursion::articulated_bodies<S>(model, q, qd, active, conditions, workspace.articulated, qdd);
  for (int i = 0; i < model.nv; ++i) workspace.pivots[i] = workspace.articulated.D[i];
}

}  // namespace recursion

template <Scalar S>
void forward_dynamics_through_inertia(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau,
                                      const Conditions<S>& conditions, ForwardDynamicsWorkspace<S>& workspace,
                                      Output<S> qdd) {
  assert(fits(model, q, qd, tau, qdd));
  run_kernel<S, recursion::forward_dynamics_through_inertia<S>>(model, q, qd, tau, conditions, workspace, qdd);
}

template <Scalar S>
void forward_dynamics_by_articulated_bodies(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau,
                                            const Conditions<S>& conditions, ForwardDynamicsWorkspace<S>& workspace,
                                            Output<S> qdd) {
  assert(fits(model, q, qd, tau, qdd));
  run_kernel<S, recursion::forward_dynamics_by_articulated_bodies<S>>(model, q, qd, tau, conditions, workspace, qdd);
}

/// qdd = B^-1 (tau - C qd - g - friction - spring - J^T wrench) by the quicker way: through B on small robots, and
/// where a rotor turns with several joints or a joint follows another, which no recursion carries; by articulated
/// bodies on others.
template <Scalar S>
void forward_dynamics(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau, const Conditions<S>& conditions,
                      ForwardDynamicsWorkspace<S>& workspace, Output<S> qdd) {
  assert(fits(model, q, qd, tau, qdd));
  if (!joints_are_independent(model) || quicker_through_inertia(model))
    return forward_dynamics_through_inertia(model, q, qd, tau, conditions, workspace, qdd);
  forward_dynamics_by_articulated_bodies(model, q, qd, tau, conditions, workspace, qdd);
}

template <Scalar S>
std::vector<S> forward_dynamics(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau,
                                const Conditions<S>& conditions) {
  require_state(model, q, qd);
  require_velocities(model, "tau", tau);
  ForwardDynamicsWorkspace<S> workspace(model);
  std::vector<S> qdd(model.nv, S(0.0));
  forward_dynamics<S>(model, q, qd, tau, conditions, workspace, qdd);
  return qdd;
}

template <Scalar S>
std::vector<S> forward_dynamics(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau) {
  return forward_dynamics(model, q, qd, tau, default_conditions(model));
}

#define TORSOR_FORWARD_DYNAMICS(S)                                                                    \
  template void forward_dynamics(const Model<S>&, Input<S>, Input<S>, Input<S>, const Conditions<S>&, \
                                 ForwardDynamicsWorkspace<S>&, Output<S>)
#define TORSOR_FORWARD_DYNAMICS_BY_ARTICULATED_BODIES(S)                                              \
  template void forward_dynamics_by_articulated_bodies(const Model<S>&, Input<S>, Input<S>, Input<S>, \
                                                       const Conditions<S>&, ForwardDynamicsWorkspace<S>&, Output<S>)
#define TORSOR_FORWARD_DYNAMICS_THROUGH_INERTIA(S)                                                                    \
  template void forward_dynamics_through_inertia(const Model<S>&, Input<S>, Input<S>, Input<S>, const Conditions<S>&, \
                                                 ForwardDynamicsWorkspace<S>&, Output<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_FORWARD_DYNAMICS)
TORSOR_DECLARE_INSTANCES(TORSOR_FORWARD_DYNAMICS_THROUGH_INERTIA)
TORSOR_DECLARE_INSTANCES(TORSOR_FORWARD_DYNAMICS_BY_ARTICULATED_BODIES)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_FORWARD_DYNAMICS
#undef TORSOR_FORWARD_DYNAMICS_THROUGH_INERTIA
#undef TORSOR_FORWARD_DYNAMICS_BY_ARTICULATED_BODIES
#endif

}  // namespace torsor
