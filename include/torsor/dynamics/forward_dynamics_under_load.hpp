#pragma once

#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/load_friction.hpp"
#include "torsor/dynamics/ltdl.hpp"
#include "torsor/dynamics/solve_unsymmetric.hpp"
#include "torsor/dynamics/spring.hpp"

namespace torsor {

/// Scratch of forward dynamics with friction that grows with the load; empty where there is none.
template <Scalar S>
struct LoadWorkspace {
  Matrix<S> B, links, M;  // of all; of the links, without the rotor of a joint in its own row; what is solved
  std::vector<S> bias, given, part;  // by velocity: tau_l at qdd = 0; what links and rotors get; load u

  explicit LoadWorkspace(const Model<S>& model)
      : B(size(model), size(model)), links(B), M(B), bias(size(model), S(0.0)), given(bias), part(bias) {}
  static int size(const Model<S>& model) { return model.load_friction ? model.nv : 0; }
};

/// A -= what the joint's own rotor has in its row of B: k^2 I_m, the gyroscopic part, and rotors on several joints.
template <Scalar S>
void take_own_rotor(const Model<S>& model, const NewtonEulerWorkspace<S>& newton_euler, int v, int i, MatrixView<S> A) {
  A(v, v) -= model.bodies[i].rotor.reflected;
  if (model.bodies[i].rotor.gyroscopic) {
    Vector3<S> spin = model.bodies[i].rotor.spin;  // in the axes of body j
    for (int j = model.bodies[i].parent; j > 0; j = model.bodies[j].parent) {
      const Body<S>& body = model.bodies[j];
      int column = body.v;
      for (const auto [axis, turns] : joint_axes(body.joint)) {
        if (turns) A(v, column) -= dot(spin, joint_axis(body, Matrix3<S>::identity(), axis));
        ++column;
      }
      spin = newton_euler.link[j].X.R * spin;
    }
  }
  if (!model.coupled_rotors) return;
  for (const Coupling<S>& coupling : model.couplings)
    for (const auto& row : coupling.terms)
      for (const auto& column : coupling.terms)
        if (row.v == v) A(v, column.v) -= row.coefficient * coupling.rotor_inertia * column.coefficient;
}

/// How often the signs of tau_l are taken anew. The first time mostly does; of 160,000 random systems of 2 and 6 joints
/// with loads up to 0.9 none needed a fifth. [docs/decisions/0038]
constexpr int load_turns = 4;

namespace recursion {

/// qdd where friction grows with the load: with the rotors' part R = B - B_l of the rows of B, and L = load u,
///   R qdd + tau_l + L |tau_l| = given,   tau_l = B_l qdd + bias.
/// It is linear once the signs s of tau_l are known, (B + L s B_l) qdd = given - (1 + L s) bias, and the signs are
/// those of the solution before. |L| < 1, so that every such matrix can be solved where rotors are reflected ones.
template <Scalar S, class Workspace>
void forward_dynamics_under_load(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> tau,
                                 const Conditions<S>& conditions, Workspace& workspace, Output<S> qdd) {
  auto& [B, links, M, bias, given, part] = workspace.load;
  const int n = model.nv;
  const Output<S> torque(workspace.torque);
  recursion::newton_euler(model, q, qd, Input<S>(workspace.still), conditions, workspace.newton_euler, torque);
  for (S& entry : bias) entry = S(0.0);
  for_loaded_joints(model, [&](int v, int i) {
    bias[v] = links_torque(model, workspace.newton_euler, i);
    part[v] = model.friction[v].load * sliding_direction(qd[v], sign(qd[v]), model.friction[v].width);
  });
  add_friction_torque(model, qd, torque);
  add_spring_torque(model, q, torque);
  for (int v = 0; v < n; ++v) qdd[v] = tau[v] - torque[v], given[v] = qdd[v] + bias[v];
  const NewtonEulerLink<S>* link = workspace.newton_euler.link.data();
  const MatrixView<S> factors = workspace.B.view();
  inertia_of_poses<S>(model, [&](int i) -> const Transform<S>& { return link[i].X; }, workspace.composite, factors);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) B(i, j) = links(i, j) = factors(i, j);
  for_loaded_joints(model, [&](int v, int i) { take_own_rotor(model, workspace.newton_euler, v, i, links.view()); });
  factor_ltdl<S>(model.velocity_parent,
                 factors);  // its pivots tell whether B is singular, and it knows about the signs
  solve_ltdl<S>(model.velocity_parent, factors, qdd);
  for (int v = 0; v < n; ++v) workspace.pivots[v] = factors(v, v);
  for (int turn = 0; turn < load_turns; ++turn) {
    for_loaded_joints(model, [&](int v, int) {
      S load = bias[v];
      for (int j = 0; j < n; ++j) load += links(v, j) * qdd[j];
      torque[v] = part[v] * sign(load);
    });
    for (int i = 0; i < n; ++i) {
      const bool loaded = !model.friction[i].load_free();
      for (int j = 0; j < n; ++j) M(i, j) = loaded ? B(i, j) + torque[i] * links(i, j) : B(i, j);
      qdd[i] = loaded ? given[i] - (S(1.0) + torque[i]) * bias[i] : given[i];
    }
    factor_unsymmetric<S>(M.view());
    solve_unsymmetric<S>(M.view(), qdd);
  }
}

}  // namespace recursion

}  // namespace torsor
