#pragma once

#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/ltdl.hpp"

namespace torsor {

/// What joint i feels with all other joints locked: its effective inertia, B_ii. [notes 004; Paul 1981, 6]
template <Scalar S>
S locked_inertia(const Matrix<S>& B, int i) {
  return B(i, i);
}

/// What joint i feels with joint j free and the rest locked, B_ii - B_ij^2 / B_jj. [notes 004, Table 4.1; Paul 1981, 6]
/// Not a number where joint j moves no inertia.
template <Scalar S>
S free_inertia(const Matrix<S>& B, int i, int j) {
  return B(i, i) - B(i, j) * B(i, j) / B(j, j);
}

/// What each joint feels with all others free, 1 / (B^-1)_ii, from the factors of B: with y = L^-T e_i it is the
/// reciprocal of y . D^-1 y, in which only i and the joints towards the base have a part. `y` is scratch.
template <Scalar S>
void free_inertia(std::span<const int> velocity_parent, MatrixView<S> factors, Output<S> y, Output<S> result) {
  for (int i = 0; i < factors.rows; ++i) {
    for (int k = velocity_parent[i]; k >= 0; k = velocity_parent[k]) y[k] = S(0.0);
    y[i] = S(1.0);
    S mobility(0.0);
    for (int k = i; k >= 0; k = velocity_parent[k]) {
      mobility += y[k] * y[k] / factors(k, k);
      for (int j = velocity_parent[k]; j >= 0; j = velocity_parent[j]) y[j] -= factors(k, j) * y[k];
    }
    result[i] = S(1.0) / mobility;
  }
}

/// What the rotors add to the diagonal of B, by joint: the actuator inertia I_a. [notes 004; Paul 1981, 6]
template <Scalar S>
std::vector<S> actuator_inertia(const Model<S>& model) {
  std::vector<S> result(model.nv, S(0.0));
  for (int i = 1; i < model.body_count(); ++i) result[model.bodies[i].v] += model.bodies[i].rotor.reflected;
  for (const Coupling<S>& coupling : model.couplings)
    for (const auto& a : coupling.terms) result[a.v] += a.coefficient * coupling.rotor_inertia * a.coefficient;
  return result;
}

/// Inertia that the joints feel at one configuration; rotors are in all of it. B is singular where lost_pivot(B,
/// pivots) names a joint: `free` then means nothing.
template <Scalar S>
struct EffectiveInertia {
  Matrix<S> B;               // effective inertia on the diagonal, coupled inertia beside it
  std::vector<S> locked;     // all other joints locked
  std::vector<S> free;       // all other joints free
  std::vector<S> pivots;     // of B = L^T D L
  Matrix<S> factors;         // scratch: L and D
  std::vector<S> direction;  // scratch

  explicit EffectiveInertia(const Model<S>& model)
      : B(model.nv, model.nv), locked(model.nv, S(0.0)), free(locked), pivots(locked), factors(B), direction(locked) {}
};

template <Scalar S>
void effective_inertia(const Model<S>& model, Input<S> q, InertiaMatrixWorkspace<S>& workspace,
                       EffectiveInertia<S>& result) {
  auto& [B, locked, free, pivots, factors, direction] = result;
  inertia_matrix<S>(model, q, workspace, B.view());
  for (std::size_t k = 0; k < B.data.size(); ++k) factors.data[k] = B.data[k];
  factor_ltdl<S>(model.velocity_parent, factors.view());
  free_inertia<S>(model.velocity_parent, factors.view(), direction, free);
  for (int i = 0; i < model.nv; ++i) locked[i] = B(i, i), pivots[i] = factors(i, i);
}

template <Scalar S>
EffectiveInertia<S> effective_inertia(const Model<S>& model, Input<S> q) {
  require_positions(model, q);
  EffectiveInertia<S> result(model);
  InertiaMatrixWorkspace<S> workspace(model);
  effective_inertia<S>(model, q, workspace, result);
  return result;
}

}  // namespace torsor
