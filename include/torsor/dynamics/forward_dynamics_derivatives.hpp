#pragma once

#include "torsor/dynamics/derivative_matrices.hpp"
#include "torsor/dynamics/ltdl.hpp"
#include "torsor/scalar/instantiate.hpp"

namespace torsor {

/// Scratch of forward_dynamics_derivatives. After a call `qdd` is the acceleration, and `pivots` says whether B was
/// positive definite: it was when all are.
template <Scalar S>
struct ForwardDynamicsDerivativesWorkspace {
  DerivativeWorkspace<S> sweep;
  Matrix<S> B;
  std::vector<Motion<S>> change;  // by body: what qdd adds to its acceleration ...
  std::vector<Force<S>> hanging;  // ... and to the force of what hangs on it
  int width;                      // columns of a matrix, filled up to whole rows
  std::vector<Row<S>> columns;    // by velocity: a row of d tau/dq, of d tau/dqd and of B^-1
  std::vector<S> qdd, pivots;

  explicit ForwardDynamicsDerivativesWorkspace(const Model<S>& model)
      : sweep(model), B(model.nv, model.nv), change(model.bodies.size()), hanging(change.size()),
        width((model.nv + axes_in_row - 1) / axes_in_row * axes_in_row),
        columns(std::size_t(3 * width / axes_in_row) * std::size_t(model.nv)), qdd(model.nv, S(0.0)),
        pivots(model.nv, S(0.0)) {}

  /// Part 0, 1 or 2 of `columns`; one row lies 3 width behind the other.
  MatrixView<S> part(int k) {
    return {columns.empty() ? nullptr : columns.front().of.data() + k * width, B.rows, 3 * width};
  }
};

/// tau at the acceleration that the sweep has: what the joints feel of the forces, and friction and springs.
template <Scalar S>
void torque_of_sweep(const Model<S>& model, Input<S> q, Input<S> qd, DerivativeWorkspace<S>& workspace, Output<S> tau) {
  for (int v = 0; v < model.nv; ++v) tau[v] = S(0.0);
  for (int k = 0; k < model.axis_count; ++k) {
    const DerivativeRows<S>& rows = workspace.of(k);
    tau[workspace.velocity[k]] += dot(rows.s.template at<S>(place(k)), rows.f.template at<S>(place(k)));
  }
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    if (body.rotor.gyroscopic)
      tau[body.v] += dot(workspace.pose[body.parent].R * body.rotor.spin, workspace.a[body.parent].angular);
  }
  add_friction_torque(model, qd, tau);
  add_spring_torque(model, q, tau);
}

/// What qdd adds to accelerations and forces. The joints up to a body move it with all that hangs on it, I^C; of those
/// beyond it feels the forces F.
template <class P, Scalar S>
void add_qdd(const Model<S>& model, Input<S> qdd, ForwardDynamicsDerivativesWorkspace<S>& workspace) {
  DerivativeWorkspace<S>& sweep = workspace.sweep;
  auto& change = workspace.change;
  auto& hanging = workspace.hanging;
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const int end = body.axis + velocity_count(body.joint);
    change[i] = change[body.parent], hanging[i] = {};
    for (int k = body.axis, w = body.v; k < end; ++k, ++w)
      change[i] = change[i] + qdd[w] * sweep.of(k).s.template at<S>(place(k));
    for (int k = body.axis; k < end; ++k) {
      sweep.of(k).added.set(place(k), change[i]);
      if (sweep.several_axes) sweep.of(k).carrier_added.set(place(k), change[body.parent]);
    }
  }
  const bool several = sweep.several_axes;
  for_all_axes<P>(sweep, [several](DerivativeRows<S>& rows, int k) {
    if (several)
      rows.carrier_a.set(k, rows.carrier_a.template at<P>(k) + rows.carrier_added.template at<P>(k));
    else
      rows.a.set(k, rows.a.template at<P>(k) + rows.added.template at<P>(k));
    rows.f.set(k, rows.f.template at<P>(k) + rows.I.template at<P>(k) * rows.added.template at<P>(k));
  });
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body<S>& body = model.bodies[i];
    Force<S> passed = hanging[i];
    if (body.rotor.gyroscopic) passed.moment += qdd[body.v] * (sweep.pose[body.parent].R * body.rotor.spin);
    for (int k = body.axis, w = body.v; k < body.axis + velocity_count(body.joint); ++k, ++w) {
      ForceRows<S>& f = sweep.of(k).f;
      f.set(place(k), f.template at<S>(place(k)) + hanging[i]);
      passed += qdd[w] * sweep.of(k).F.template at<S>(place(k));
    }
    hanging[body.parent] += passed;
  }
}

/// B^-1 from the factors L^T D L of B, both triangles: row i from those before it, as B^-1 L^T D = L^-1 is lower
/// triangular.
template <class P, Scalar S>
void invert_ltdl(const int* velocity_parent, MatrixView<S> B, MatrixView<S> inverse) {
  for (int i = 0; i < B.rows; ++i) {
    for (int c = 0; c < i; c += lane_count<P>) {
      P sum(0.0);
      for (int j = velocity_parent[i]; j >= 0; j = velocity_parent[j])
        sum -= P(B(i, j)) * load_lanes<P>(&inverse(j, c));
      store_lanes(sum, &inverse(i, c));
    }
    S diagonal = S(1.0) / B(i, i);
    for (int j = velocity_parent[i]; j >= 0; j = velocity_parent[j]) diagonal -= B(i, j) * inverse(i, j);
    inverse(i, i) = diagonal;
    for (int c = 0; c < i; ++c) inverse(c, i) = inverse(i, c);
  }
}

/// Entries of a row from column c on, as many as it has. (A loop over them would become a call to memmove.)
template <class P, Scalar S>
void store_entries(const P& entries, MatrixView<S> to, int row, int c) {
  if (c + lane_count<P> <= to.columns) return store_lanes(entries, &to(row, c));
  for (int k = 0; c + k < to.columns; ++k) to(row, c + k) = lane<S>(entries, k);
}

/// result = -inverse * A. The rows of A and of the inverse are filled up to whole rows.
template <class P, Scalar S>
void multiply_negative(MatrixView<S> inverse, MatrixView<S> A, MatrixView<S> result) {
  constexpr int step = lane_count<P>, parts = axes_in_row / step;
  for (int c = 0; c < result.columns; c += axes_in_row)
    for (int i = 0; i < result.rows; ++i) {
      std::array<P, parts> sum;
      sum.fill(P(0.0));
      for (int k = 0; k < result.rows; ++k) {
        const P factor(inverse(i, k));
        for (int part = 0; part < parts; ++part) sum[part] -= factor * load_lanes<P>(&A(k, c + part * step));
      }
      for (int part = 0; part < parts; ++part) store_entries(sum[part], result, i, c + part * step);
    }
}

namespace recursion {

/// d qdd/dq, d qdd/dqd and d qdd/dtau = B^-1 of forward_dynamics, all that is in tau included. Columns of dqdd_dq are
/// those of inverse_dynamics_derivatives: along the velocities. At the acceleration that tau gives,
/// d qdd = B^-1 (d tau - d tau/dq dq - d tau/dqd dqd). [Carpentier, Mansard 2018]
template <class P, Scalar S>
void forward_dynamics_derivatives(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau,
                                  const Conditions<S>& conditions, ForwardDynamicsDerivativesWorkspace<S>& workspace,
                                  MatrixView<S> dqdd_dq, MatrixView<S> dqdd_dqd, MatrixView<S> dqdd_dtau) {
  DerivativeWorkspace<S>& sweep = workspace.sweep;
  const Output<S> qdd(workspace.qdd);
  const MatrixView<S> B = workspace.B.view();
  for (S& entry : qdd) entry = S(0.0);
  sweep_rigid_bodies<P, S>(model, q, qd, qdd, conditions, sweep);
  sweep_velocity_forces<P>(sweep);
  if (!sweep.full) set_zero(B);
  const DerivativeMatrices<S> matrices{B, workspace.part(0), workspace.part(1)};
  fill_derivatives<Wanted::inertia, P, S>(model, q, qd, conditions, sweep, matrices);
  factor_ltdl<S>(model.velocity_parent, B);
  torque_of_sweep<S>(model, q, qd, sweep, workspace.pivots);
  for (int i = 0; i < model.nv; ++i) qdd[i] = tau[i] - workspace.pivots[i];
  solve_ltdl<S>(model.velocity_parent, B, qdd);
  for (int i = 0; i < model.nv; ++i) workspace.pivots[i] = B(i, i);
  add_qdd<P, S>(model, qdd, workspace);
  sweep_position_forces<P>(sweep);
  if (!sweep.full)
    for (Row<S>& row : workspace.columns) row = {};
  fill_derivatives<Wanted::derivatives, P, S>(model, q, qd, conditions, sweep, matrices);
  invert_ltdl<P, S>(model.velocity_parent.data(), B, workspace.part(2));
  multiply_negative<P>(workspace.part(2), matrices.dq, dqdd_dq);
  multiply_negative<P>(workspace.part(2), matrices.dqd, dqdd_dqd);
  for (int i = 0; i < model.nv; ++i)
    for (int c = 0; c < model.nv; c += lane_count<P>)
      store_entries(load_lanes<P>(&workspace.part(2)(i, c)), dqdd_dtau, i, c);
}

}  // namespace recursion

struct ForwardDynamicsDerivativesKernel {
  template <class P, class... Arguments>
  static void run(Arguments&... arguments) {
    recursion::forward_dynamics_derivatives<P>(arguments...);
  }
};

/// recursion::forward_dynamics_derivatives, on double with the widest instructions that the processor has.
template <Scalar S>
void forward_dynamics_derivatives(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau,
                                  const Conditions<S>& conditions, ForwardDynamicsDerivativesWorkspace<S>& workspace,
                                  MatrixView<S> dqdd_dq, MatrixView<S> dqdd_dqd, MatrixView<S> dqdd_dtau) {
  assert(fits(model, q, qd, tau));
  run_with_lanes<S, ForwardDynamicsDerivativesKernel>(model, q, qd, tau, conditions, workspace, dqdd_dq, dqdd_dqd,
                                                      dqdd_dtau);
}

/// What the convenience forms return: nv x nv each, row i for qdd[i].
template <Scalar S>
struct ForwardDynamicsDerivatives {
  Matrix<S> dqdd_dq, dqdd_dqd, dqdd_dtau;
};

template <Scalar S>
ForwardDynamicsDerivatives<S> forward_dynamics_derivatives(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau,
                                                           const Conditions<S>& conditions) {
  require_state(model, q, qd);
  require_velocities(model, "tau", tau);
  ForwardDynamicsDerivativesWorkspace<S> workspace(model);
  const Matrix<S> square(model.nv, model.nv);
  ForwardDynamicsDerivatives<S> result{square, square, square};
  forward_dynamics_derivatives<S>(model, q, qd, tau, conditions, workspace, result.dqdd_dq.view(),
                                  result.dqdd_dqd.view(), result.dqdd_dtau.view());
  return result;
}
template <Scalar S>
ForwardDynamicsDerivatives<S> forward_dynamics_derivatives(const Model<S>& model, Input<S> q, Input<S> qd,
                                                           Input<S> tau) {
  return forward_dynamics_derivatives(model, q, qd, tau, default_conditions(model));
}

#define TORSOR_FORWARD_DYNAMICS_DERIVATIVES(S)                                                                      \
  template void forward_dynamics_derivatives(const Model<S>&, Input<S>, Input<S>, Input<S>, const Conditions<S>&,   \
                                             ForwardDynamicsDerivativesWorkspace<S>&, MatrixView<S>, MatrixView<S>, \
                                             MatrixView<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_FORWARD_DYNAMICS_DERIVATIVES)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_FORWARD_DYNAMICS_DERIVATIVES
#endif

}  // namespace torsor
