#pragma once

#include "torsor/dynamics/derivative_matrices.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/dynamics/ltdl.hpp"
#include "torsor/dynamics/ltdl_columns.hpp"
#include "torsor/scalar/instantiate.hpp"

namespace torsor {

/// Scratch of forward_dynamics_derivatives. After a call `qdd` is the acceleration, and `pivots` says whether B was
/// positive definite: it was when all are.
template <Scalar S>
struct ForwardDynamicsDerivativesWorkspace {
  DerivativeWorkspace<S> sweep;
  int width;                      // columns of a matrix, filled up to whole rows
  Matrix<S> B;                    // filled up with zeros
  std::vector<Motion<S>> change;  // by body: what qdd adds to its acceleration ...
  std::vector<Force<S>> hanging;  // ... and to the force of what hangs on it
  int stride;  // of `columns`; an odd number, so that lines of the cache do not take each other's places
  std::vector<Row<S>> columns;  // by velocity: a row of d tau/dq, of d tau/dqd and of B^-1
  std::vector<S> qdd, pivots;
  ColumnPanels panels;
  std::vector<S> factors;                           // reciprocals of pivots
  std::vector<ForwardDynamicsWorkspace<S>> loaded;  // one where friction grows with the load

  explicit ForwardDynamicsDerivativesWorkspace(const Model<S>& model)
      : sweep(model), width((model.nv + axes_in_row - 1) / axes_in_row * axes_in_row), B(model.nv, width),
        change(model.bodies.size()), hanging(change.size()), stride((3 * width / axes_in_row) | 1),
        columns(std::size_t(stride) * std::size_t(model.nv)), qdd(model.nv, S(0.0)), pivots(model.nv, S(0.0)),
        panels(model.velocity_parent, !model.couplings.empty()), factors(pivots),
        loaded(model.load_friction ? 1 : 0, ForwardDynamicsWorkspace<S>(model)) {}

  /// Part 0, 1 or 2 of `columns`.
  MatrixView<S> part(int k) {
    return {columns.empty() ? nullptr : columns.front().of.data() + k * width, B.rows, stride * axes_in_row};
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
template <Scalar S>
void invert_ltdl(const int* velocity_parent, MatrixView<S> B, MatrixView<S> inverse) {
  for (int i = 0; i < B.rows; ++i) {
    for (int c = 0; c < i; ++c) {
      S sum(0.0);
      for (int j = velocity_parent[i]; j >= 0; j = velocity_parent[j]) sum -= B(i, j) * inverse(j, c);
      inverse(i, c) = sum;
    }
    S diagonal = S(1.0) / B(i, i);
    for (int j = velocity_parent[i]; j >= 0; j = velocity_parent[j]) diagonal -= B(i, j) * inverse(i, j);
    inverse(i, i) = diagonal;
    for (int c = 0; c < i; ++c) inverse(c, i) = inverse(i, c);
  }
}

/// Parts 0 and 1 become -B^-1 times what they were, part 2 becomes B^-1. Several columns at a time it is quicker to
/// forget that B^-1 is symmetric; an expression written down would be longer.
template <class P, Scalar S>
void divide_by_inertia(const int* parent, ForwardDynamicsDerivativesWorkspace<S>& workspace) {
  const MatrixView<S> L = workspace.B.view();
  S* const factors = workspace.factors.data();
  for (int i = 0; i < L.rows; ++i) factors[i] = S(1.0) / L(i, i);
  if constexpr (lane_count<P> > 1)
    invert_columns<P, S>(parent, workspace.panels, L, factors, workspace.part(2));
  else
    invert_ltdl<S>(parent, L, workspace.part(2));
  for (int i = 0; i < L.rows; ++i) factors[i] = -factors[i];
  solve_columns<P, S>(parent, workspace.panels, L, factors, workspace.part(0), workspace.width);
}

/// Entries of a row from column c on, as many as it has. (A loop over them would become a call to memmove.)
template <class P, Scalar S>
void store_entries(const P& entries, MatrixView<S> to, int row, int c) {
  if (c + lane_count<P> <= to.columns) return store_lanes(entries, &to(row, c));
  for (int k = 0; c + k < to.columns; ++k) to(row, c + k) = lane<S>(entries, k);
}

/// Copies rows that are filled up to whole packs.
template <class P, Scalar S>
void copy_rows(MatrixView<S> from, MatrixView<S> to) {
  const int last = std::max(0, to.columns - lane_count<P>);  // some are copied twice, so that none is copied alone
  for (int i = 0; i < to.rows; ++i)
    for (int next = 0; next < to.columns; next += lane_count<P>) {
      const int c = std::min(next, last);
      store_entries(load_lanes<P>(&from(i, c)), to, i, c);
    }
}

namespace recursion {

/// The same where friction grows with the load: M = d tau/dqdd is not symmetric.
template <class P, Scalar S>
void forward_derivatives_under_load(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau,
                                    const Conditions<S>& conditions, ForwardDynamicsDerivativesWorkspace<S>& workspace,
                                    MatrixView<S> dqdd_dq, MatrixView<S> dqdd_dqd, MatrixView<S> dqdd_dtau) {
  ForwardDynamicsWorkspace<S>& forward = workspace.loaded.front();
  const int n = model.nv;
  recursion::forward_dynamics_under_load(model, q, qd, tau, conditions, forward, Output<S>(workspace.qdd));
  for (int i = 0; i < n; ++i) workspace.pivots[i] = forward.pivots[i];
  recursion::inverse_dynamics_derivatives<P, S>(model, q, qd, Input<S>(workspace.qdd), conditions, workspace.sweep,
                                                dqdd_dq, dqdd_dqd, dqdd_dtau);
  const MatrixView<S> M = forward.load.M.view();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      M(i, j) = dqdd_dtau(i, j), dqdd_dtau(i, j) = S(i == j ? 1.0 : 0.0);
      dqdd_dq(i, j) = -dqdd_dq(i, j), dqdd_dqd(i, j) = -dqdd_dqd(i, j);
    }
  factor_unsymmetric<S>(M);
  for (const MatrixView<S>& of : {dqdd_dq, dqdd_dqd, dqdd_dtau})
    for (int j = 0; j < n; ++j) solve_unsymmetric<S>(M, &of(0, j), of.columns);
}

/// d qdd/dq, d qdd/dqd and d qdd/dtau = B^-1 (without friction that grows with the load) of forward_dynamics, all that
/// is in tau included. Columns of dqdd_dq are those of inverse_dynamics_derivatives: along the velocities. At the
/// acceleration that tau gives, d qdd = B^-1 (d tau - d tau/dq dq - d tau/dqd dqd). [Carpentier, Mansard 2018]
template <class P, Scalar S>
void forward_dynamics_derivatives(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau,
                                  const Conditions<S>& conditions, ForwardDynamicsDerivativesWorkspace<S>& workspace,
                                  MatrixView<S> dqdd_dq, MatrixView<S> dqdd_dqd, MatrixView<S> dqdd_dtau) {
  if (model.load_friction)
    return forward_derivatives_under_load<P, S>(model, q, qd, tau, conditions, workspace, dqdd_dq, dqdd_dqd, dqdd_dtau);
  DerivativeWorkspace<S>& sweep = workspace.sweep;
  const Output<S> qdd(workspace.qdd);
  const MatrixView<S> B = workspace.B.view();
  for (S& entry : qdd) entry = S(0.0);
  sweep_rigid_bodies<P, S>(model, q, qd, qdd, conditions, sweep);
  sweep_velocity_forces<P>(sweep);
  set_zero(B);  // also above the diagonal, where nothing is read but computed with
  const DerivativeMatrices<S> matrices{B, workspace.part(0), workspace.part(1)};
  fill_derivatives<Wanted::inertia, P, S>(model, q, qd, conditions, sweep, matrices);
  if constexpr (lane_count<P> > 1)
    factor_padded_ltdl<P, S>(model.velocity_parent.data(), B);
  else
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
  divide_by_inertia<P>(model.velocity_parent.data(), workspace);
  copy_rows<P>(matrices.dq, dqdd_dq);
  copy_rows<P>(matrices.dqd, dqdd_dqd);
  copy_rows<P>(workspace.part(2), dqdd_dtau);
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
