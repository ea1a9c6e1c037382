#pragma once

#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/scalar/instantiate.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

template <Scalar S>
struct InertiaMatrixWorkspace {
  std::vector<Transform<S>> X;
  std::vector<Inertia<S>> composite;  // of a body with all that hangs on it

  explicit InertiaMatrixWorkspace(const Model<S>& model) : X(model.bodies.size()), composite(X.size()) {}
};

/// B(q) by composite bodies, both triangles, rotors included. [Featherstone 2008, Table 6.2]
/// Column i is the force that starts joint i alone, felt at every joint towards the base.
template <Scalar S>
void inertia_matrix(const Model<S>& model, Input<S> q, InertiaMatrixWorkspace<S>& workspace, MatrixView<S> B) {
  assert(fits(model, q));
  auto& [X, composite] = workspace;
  for (int k = 0; k < B.rows * B.columns; ++k) B.data[k] = S(0.0);
  for (int i = 1; i < model.body_count(); ++i) {
    X[i] = joint_pose(model.bodies[i], q);
    composite[i] = model.bodies[i].inertia;
  }
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body<S>& body = model.bodies[i];
    for (int k = 0; k < velocity_count(body.joint); ++k) {
      const int v = body.v + k;
      Force<S> F = with_joint(body, [&](auto joint) { return joint.unit_momentum(composite[i], k); });
      with_joint(body, [&](auto joint) {
        for (int m = 0; m < joint.nv; ++m) B(body.v + m, v) += joint.component(F.moment, F.force, m);
      });
      B(v, v) += body.rotor.reflected;
      F = to_parent(X[i], F);
      if (body.rotor.gyroscopic) F.moment += body.rotor.spin;  // the rotor turns on the parent
      for (int j = body.parent; j > 0; j = model.bodies[j].parent) {
        const Body<S>& other = model.bodies[j];
        with_joint(other, [&](auto joint) {
          for (int m = 0; m < joint.nv; ++m) {
            const S felt = joint.component(F.moment, F.force, m);
            B(other.v + m, v) += felt, B(v, other.v + m) += felt;
          }
        });
        F = to_parent(X[j], F);
      }
    }
    if (body.parent > 0) composite[body.parent] = composite[body.parent] + to_parent(X[i], composite[i]);
  }
  if (!model.coupled_rotors) return;
  for (const Coupling<S>& coupling : model.couplings)
    for (const auto& a : coupling.terms)
      for (const auto& b : coupling.terms) B(a.v, b.v) += a.coefficient * coupling.rotor_inertia * b.coefficient;
}

template <Scalar S>
Matrix<S> inertia_matrix(const Model<S>& model, Input<S> q) {
  require_positions(model, q);
  Matrix<S> B(model.nv, model.nv);
  InertiaMatrixWorkspace<S> workspace(model);
  inertia_matrix<S>(model, q, workspace, B.view());
  return B;
}

/// B(q) column by column from Newton-Euler, B e_i = NE(q, 0, e_i; 0): slower, and a check. [notes 001; Walker and Orin
/// 1982]
template <Scalar S>
Matrix<S> inertia_matrix_by_columns(const Model<S>& model, Input<S> q) {
  require_positions(model, q);
  Matrix<S> B(model.nv, model.nv);
  NewtonEulerWorkspace<S> workspace(model);
  const std::vector<S> still(model.nv, S(0.0));
  std::vector<S> column(model.nv, S(0.0));
  for (int i = 0; i < model.nv; ++i) {
    std::vector<S> unit = still;
    unit[i] = S(1.0);
    newton_euler<S>(model, q, still, unit, {}, workspace, column);
    for (int j = 0; j < model.nv; ++j) B(j, i) = column[j];
  }
  return B;
}

#define TORSOR_INERTIA_MATRIX(S) \
  template void inertia_matrix(const Model<S>&, Input<S>, InertiaMatrixWorkspace<S>&, MatrixView<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_INERTIA_MATRIX)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_INERTIA_MATRIX
#endif

}  // namespace torsor
