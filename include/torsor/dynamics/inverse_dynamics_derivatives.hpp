#pragma once

#include "torsor/dynamics/derivative_matrices.hpp"
#include "torsor/scalar/instantiate.hpp"

namespace torsor {

namespace recursion {

/// d tau/dq, d tau/dqd and d tau/dqdd = B of inverse_dynamics, all that is in tau included, in O(n d). Where friction
/// grows with the load, d tau/dqdd is not B: a row has load u sign(tau_l) times what the links have in it more. Column
/// j of dtau_dq is the rate of tau as the robot moves with unit velocity j, which for ball and free joints is a twist
/// in the axes of the link: nv columns, not nq. Wrenches stay as they are in the body's frame; sharp friction counts as
/// flat. [Singh, Russell, Wensing 2022; Carpentier, Mansard 2018]
template <class P, Scalar S>
void inverse_dynamics_derivatives(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd,
                                  const Conditions<S>& conditions, DerivativeWorkspace<S>& workspace,
                                  MatrixView<S> dtau_dq, MatrixView<S> dtau_dqd, MatrixView<S> dtau_dqdd) {
  sweep_rigid_bodies<P, S>(model, q, qd, qdd, conditions, workspace);
  sweep_velocity_forces<P>(workspace);
  sweep_position_forces<P>(workspace);
  if (!workspace.full) set_zero(dtau_dq), set_zero(dtau_dqd), set_zero(dtau_dqdd);
  fill_derivatives<Wanted::all, P, S>(model, q, qd, conditions, workspace, {dtau_dqdd, dtau_dq, dtau_dqd});
}

}  // namespace recursion

struct InverseDynamicsDerivativesKernel {
  template <class P, class... Arguments>
  static void run(Arguments&... arguments) {
    recursion::inverse_dynamics_derivatives<P>(arguments...);
  }
};

/// recursion::inverse_dynamics_derivatives, on double with the widest instructions that the processor has.
template <Scalar S>
void inverse_dynamics_derivatives(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd,
                                  const Conditions<S>& conditions, DerivativeWorkspace<S>& workspace,
                                  MatrixView<S> dtau_dq, MatrixView<S> dtau_dqd, MatrixView<S> dtau_dqdd) {
  assert(fits(model, q, qd, qdd));
  run_with_lanes<S, InverseDynamicsDerivativesKernel>(model, q, qd, qdd, conditions, workspace, dtau_dq, dtau_dqd,
                                                      dtau_dqdd);
}

/// What the convenience forms return: nv x nv each, row i for tau[i].
template <Scalar S>
struct InverseDynamicsDerivatives {
  Matrix<S> dtau_dq, dtau_dqd, dtau_dqdd;
};

template <Scalar S>
InverseDynamicsDerivatives<S> inverse_dynamics_derivatives(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd,
                                                           const Conditions<S>& conditions) {
  require_state(model, q, qd, qdd);
  DerivativeWorkspace<S> workspace(model);
  const Matrix<S> square(model.nv, model.nv);
  InverseDynamicsDerivatives<S> result{square, square, square};
  inverse_dynamics_derivatives<S>(model, q, qd, qdd, conditions, workspace, result.dtau_dq.view(),
                                  result.dtau_dqd.view(), result.dtau_dqdd.view());
  return result;
}
template <Scalar S>
InverseDynamicsDerivatives<S> inverse_dynamics_derivatives(const Model<S>& model, Input<S> q, Input<S> qd,
                                                           Input<S> qdd) {
  return inverse_dynamics_derivatives(model, q, qd, qdd, default_conditions(model));
}

#define TORSOR_INVERSE_DYNAMICS_DERIVATIVES(S)                                                                    \
  template void inverse_dynamics_derivatives(const Model<S>&, Input<S>, Input<S>, Input<S>, const Conditions<S>&, \
                                             DerivativeWorkspace<S>&, MatrixView<S>, MatrixView<S>, MatrixView<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_INVERSE_DYNAMICS_DERIVATIVES)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_INVERSE_DYNAMICS_DERIVATIVES
#endif

}  // namespace torsor
