#pragma once

#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/scalar/instantiate.hpp"
#include "torsor/spatial/matrix.hpp"
#include "torsor/spatial/matrix4.hpp"

namespace torsor {

/// The Lagrange-Euler equations at one configuration, with all that is formed on the way:
///   tau_i = sum_k (D_ik + actuator_ik) qdd_k + sum_km h_ikm qd_k qd_m + c_i.  [notes 000, 002; 004 (4.24)]
/// Matrices of links have the bodies' numbers, 1 to n with 0 for the base, as the notes count them; D, h and c have
/// those of the velocities, from 0. Valid after lagrange_euler().
template <Scalar S>
class LagrangeEuler {
 public:
  std::vector<Transform<S>> poses;  // of the joints' own frames, whose z is the axis
  std::vector<Matrix4<S>> A;        // 0A_i: the link's frame of the user's table, in base axes
  std::vector<Matrix4<S>> J;        // pseudo-inertia of a link in that frame, fixed links and payload included
  std::vector<Matrix4<S>> W;        // 0A_(j-1) Q_j (0A_(j-1))^-1: d/dq_j of all that hangs on joint j
  std::vector<Matrix4<S>> spin;     // [k I_m z_m]x of the rotor of joint i, in the frame of its parent link
  Matrix<S> D;                      // links, and gyroscopic rotors off the diagonal
  Matrix<S> actuator;               // I_a on the diagonal; rotors of several joints anywhere
  std::vector<S> c;                 // gravity
  S potential_energy{0.0};          // in gravity

  explicit LagrangeEuler(const Model<S>& model)
      : poses(model.bodies.size()), A(poses.size()), J(poses.size()), W(poses.size()), spin(poses.size()),
        D(model.nv, model.nv), actuator(model.nv, model.nv), c(model.nv, S(0.0)), n_(model.nv),
        U_(poses.size() * poses.size()), UJ_(U_.size()), h_(std::size_t(n_) * n_ * n_, S(0.0)) {}

  /// dA_i/dq_j
  const Matrix4<S>& U(int i, int j) const { return U_[i * A.size() + j]; }
  Matrix4<S>& U(int i, int j) { return U_[i * A.size() + j]; }
  /// d2A_i/(dq_j dq_k); the joint nearer to the base has the smaller number and acts first.
  Matrix4<S> U(int i, int j, int k) const { return j < k ? W[j] * U(i, k) : W[k] * U(i, j); }
  /// U_ij J_i
  const Matrix4<S>& UJ(int i, int j) const { return UJ_[i * A.size() + j]; }
  Matrix4<S>& UJ(int i, int j) { return UJ_[i * A.size() + j]; }
  /// The torque at i per qd_k qd_m: the Christoffel symbols of D, centripetal where k = m, else Coriolis.
  const S& h(int i, int k, int m) const { return h_[(i * n_ + k) * n_ + m]; }
  S& h(int i, int k, int m) { return h_[(i * n_ + k) * n_ + m]; }
  void clear() {
    for (auto* list : {&D.data, &actuator.data, &c, &h_})
      for (S& entry : *list) entry = S(0.0);
    for (Matrix4<S>& entry : U_) entry = {};
    potential_energy = S(0.0);
  }

 private:
  int n_;
  std::vector<Matrix4<S>> U_, UJ_;
  std::vector<S> h_;
};

/// The notes' equations are for joints of one degree of freedom; for a ball or free joint they say nothing.
template <Scalar S>
bool lagrange_euler_applies(const Model<S>& model) {
  return model.axis_count == model.body_count() - 1;
}

/// Q: dA/dq = A Q in a frame whose z is the joint's axis. [notes 002; FGL, 3.2]
template <Scalar S>
Matrix4<S> joint_derivative(const Body<S>& body) {
  const S one = body.follows ? body.following.ratio : S(1.0);
  Matrix4<S> Q;
  if (turns(body.joint))
    Q(0, 1) = -one, Q(1, 0) = one;
  else
    Q(2, 3) = one;
  return Q;
}

/// A_i, J_i and U_ij of every link.
template <Scalar S>
void lagrange_euler_matrices(const Model<S>& model, Input<S> q, LagrangeEuler<S>& L) {
  L.clear();
  forward_kinematics<S>(model, q, L.poses);
  for (int i = 0; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const Transform<S>& link = model.frames[body.frame].pose;
    L.A[i] = homogeneous(L.poses[i] * link);
    if (i == 0) continue;
    L.J[i] = pseudo_inertia(to_parent(inverse(link), body.inertia));
    L.W[i] = homogeneous(L.poses[i]) * joint_derivative(body) * homogeneous(inverse(L.poses[i]));
    const Matrix3<S>& R = model.frames[model.bodies[body.parent].frame].pose.R;
    L.spin[i] = matrix4(skew(transpose(R) * body.rotor.spin), {}, S(0.0));
    for (int j = i; j > 0; j = model.bodies[j].parent) {
      L.U(i, j) = L.W[j] * L.A[i];  // 0A_(j-1) Q_j (j-1)A_i
      L.UJ(i, j) = L.U(i, j) * L.J[i];
    }
  }
}

/// What the mass of link j adds to D, h and c, at all pairs of joints that carry it.
template <Scalar S>
void add_link_terms(const Model<S>& model, const Vector3<S>& gravity, int j, LagrangeEuler<S>& L) {
  const auto& bodies = model.bodies;
  const auto weight = [&](const Matrix4<S>& MJ) {  // m g M r with g = (gx, gy, gz, 0): J's last column is m r
    return gravity.x * MJ(0, 3) + gravity.y * MJ(1, 3) + gravity.z * MJ(2, 3);
  };
  L.potential_energy -= weight(L.A[j] * L.J[j]);
  for (int i = j; i > 0; i = bodies[i].parent) L.c[bodies[i].v] -= weight(L.UJ(j, i));
  if (!model.carried.empty()) {  // gravity compensation
    const Matrix4<S> J = pseudo_inertia(to_parent(inverse(model.frames[bodies[j].frame].pose), model.carried[j]));
    L.potential_energy += weight(L.A[j] * J);
    for (int i = j; i > 0; i = bodies[i].parent) L.c[bodies[i].v] += weight(L.U(j, i) * J);
  }
  for (int k = j; k > 0; k = bodies[k].parent) {
    for (int i = j; i > 0; i = bodies[i].parent)
      L.D(bodies[i].v, bodies[k].v) += trace_of_product(L.U(j, k), L.UJ(j, i));  // Tr(U_jk J_j U_ji^T)
    for (int m = k; m > 0; m = bodies[m].parent) {
      const Matrix4<S> U_jkm = L.U(j, k, m);
      for (int i = j; i > 0; i = bodies[i].parent) {
        const S h_ikm = trace_of_product(U_jkm, L.UJ(j, i));  // Tr(U_jkm J_j U_ji^T)
        L.h(bodies[i].v, bodies[k].v, bodies[m].v) += h_ikm;
        if (m != k) L.h(bodies[i].v, bodies[m].v, bodies[k].v) += h_ikm;
      }
    }
  }
}

/// What the gyroscopic rotor of joint i adds: the energy qd_i spin.omega of its parent link l, where spin.omega is
/// Tr(Adot_l S^T A_l^T) / 2. Its Christoffel symbols follow from d_km = d(D_ik)/dq_m.
template <Scalar S>
void add_rotor_terms(const Model<S>& model, int i, LagrangeEuler<S>& L) {
  const auto& bodies = model.bodies;
  const int l = bodies[i].parent, v = bodies[i].v;
  const S half(0.5);
  const Matrix4<S> AS = L.A[l] * L.spin[i];
  for (int k = l; k > 0; k = bodies[k].parent) {
    const int vk = bodies[k].v;
    const S D_ik = half * trace_of_product(L.U(l, k), AS);
    L.D(v, vk) += D_ik, L.D(vk, v) += D_ik;
    for (int m = l; m > 0; m = bodies[m].parent) {
      const int vm = bodies[m].v;
      const S common = half * trace_of_product(L.U(l, k, m), AS);
      const S d_km = common + half * trace_of_product(L.U(l, k), L.U(l, m) * L.spin[i]);
      const S d_mk = common + half * trace_of_product(L.U(l, m), L.U(l, k) * L.spin[i]);
      L.h(v, vk, vm) += half * (d_km + d_mk);
      L.h(vk, v, vm) += half * (d_km - d_mk);
      L.h(vk, vm, v) += half * (d_km - d_mk);
    }
  }
}

/// Fills in `L` at q, base at rest. Joints of one degree of freedom only; trees by summing over the links that both
/// joints carry. It shares no recursion with Newton-Euler.
template <Scalar S>
void lagrange_euler(const Model<S>& model, Input<S> q, const Vector3<S>& gravity, LagrangeEuler<S>& L) {
  assert(fits(model, q));
  lagrange_euler_matrices(model, q, L);
  for (int j = 1; j < model.body_count(); ++j) {
    const Body<S>& body = model.bodies[j];
    add_link_terms(model, gravity, j, L);
    if (body.rotor.gyroscopic) add_rotor_terms(model, j, L);
    L.actuator(body.v, body.v) += body.rotor.reflected;
  }
  if (!model.coupled_rotors) return;
  for (const Coupling<S>& coupling : model.couplings)
    for (const auto& a : coupling.terms)
      for (const auto& b : coupling.terms)
        L.actuator(a.v, b.v) += a.coefficient * coupling.rotor_inertia * b.coefficient;
}

template <Scalar S>
LagrangeEuler<S> lagrange_euler(const Model<S>& model, Input<S> q, const Vector3<S>& gravity) {
  require_positions(model, q);
  LagrangeEuler<S> L(model);
  lagrange_euler<S>(model, q, gravity, L);
  return L;
}

/// tau = D qdd + h(qd, qd) + c and what a wrench takes: the torque of newton_euler. The base is at rest.
template <Scalar S>
void lagrange_euler_torque(const Model<S>& model, const LagrangeEuler<S>& L, Input<S> qd, Input<S> qdd,
                           std::span<const Wrench<S>> wrenches, Output<S> tau) {
  assert(fit_velocities(model, qd, qdd, tau));
  for (int i = 0; i < model.nv; ++i) {
    tau[i] = L.c[i];
    for (int k = 0; k < model.nv; ++k) {
      tau[i] += (L.D(i, k) + L.actuator(i, k)) * qdd[k];
      for (int m = 0; m < model.nv; ++m) tau[i] += L.h(i, k, m) * qd[k] * qd[m];
    }
  }
  for (const Wrench<S>& tip : wrenches) {  // virtual work: Tr(dA/dq_i (A H)^T) = f.dp + n.(turn)
    const Matrix4<S> A = homogeneous(L.poses[tip.body]);
    const Matrix4<S> AH = A * matrix4(skew(S(0.5) * tip.exerted.moment), tip.exerted.force, S(0.0));
    for (int i = tip.body; i > 0; i = model.bodies[i].parent)
      tau[model.bodies[i].v] += trace_of_product(L.W[i] * A, AH);
  }
}

template <Scalar S>
std::vector<S> lagrange_euler_torque(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd,
                                     const Conditions<S>& conditions) {
  require_state(model, q, qd, qdd);
  std::vector<S> tau(model.nv, S(0.0));
  const LagrangeEuler<S> L = lagrange_euler(model, q, conditions.gravity);
  lagrange_euler_torque<S>(model, L, qd, qdd, conditions.wrenches, tau);
  return tau;
}

/// K = sum of Tr(V_i J_i V_i^T) / 2 with V_i = sum_j U_ij qd_j, and the actuators' part. [004 (4.17), (4.22)]
template <Scalar S>
S lagrange_euler_kinetic_energy(const Model<S>& model, const LagrangeEuler<S>& L, Input<S> qd) {
  assert(fit_velocities(model, qd));
  const S half(0.5);
  const auto velocity = [&](int i) {
    Matrix4<S> V;
    for (int j = i; j > 0; j = model.bodies[j].parent) V = V + qd[model.bodies[j].v] * L.U(i, j);
    return V;
  };
  S K(0.0);
  for (int i = 1; i < model.body_count(); ++i) {
    const Matrix4<S> V = velocity(i);
    const int l = model.bodies[i].parent;
    K += half * trace_of_product(V * L.J[i], V);
    K += half * qd[model.bodies[i].v] * trace_of_product(velocity(l), L.A[l] * L.spin[i]);
  }
  for (int i = 0; i < model.nv; ++i)
    for (int k = 0; k < model.nv; ++k) K += half * L.actuator(i, k) * qd[i] * qd[k];
  return K;
}

#define TORSOR_LAGRANGE_EULER(S) \
  template void lagrange_euler(const Model<S>&, Input<S>, const Vector3<S>&, LagrangeEuler<S>&)
TORSOR_DECLARE_INSTANCES(TORSOR_LAGRANGE_EULER)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_LAGRANGE_EULER
#endif

}  // namespace torsor
