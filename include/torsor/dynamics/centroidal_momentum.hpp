#pragma once

#include "torsor/kinematics/link_motion.hpp"
#include "torsor/scalar/instantiate.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

// The momentum of all that moves, about its centre of mass and in base axes: links, and the rotors whose axes are known
// (rotor_model gyroscopic), also those that sit on the base. What is fixed to the base has no part in it, and neither
// have rotors of which only the reflected inertia is known, or that turn with several joints: they add to B alone.

/// The centre of the moving masses; not a number where there are none.
template <Scalar S>
Vector3<S> moving_center(const Model<S>& model, Input<Transform<S>> poses) {
  S mass(0.0);
  Vector3<S> moment{};
  for (int i = 1; i < model.body_count(); ++i) {
    const Inertia<S>& inertia = model.bodies[i].inertia;
    mass += inertia.mass;
    moment += inertia.mass * poses[i].p + poses[i].R * inertia.first_moment;
  }
  return S(1.0) / mass * moment;
}

template <Scalar S>
struct CentroidalMomentumMatrixWorkspace {
  std::vector<Transform<S>> poses;
  std::vector<Inertia<S>> composite;  // of a body with all that hangs on it, about the robot's centre, in base axes

  explicit CentroidalMomentumMatrixWorkspace(const Model<S>& model)
      : poses(model.bodies.size()), composite(model.bodies.size()) {}
};

/// A_G with A_G qd = linear momentum, then angular momentum about the centre of mass; 6 x nv, in base axes, the base at
/// rest. [Orin, Goswami, Lee 2013, whose angular rows come first] Column i is the momentum of all that hangs on joint i
/// when it moves alone at unit velocity.
template <Scalar S>
void centroidal_momentum_matrix(const Model<S>& model, Input<S> q, CentroidalMomentumMatrixWorkspace<S>& workspace,
                                MatrixView<S> A) {
  assert(fits(model, q) && A.rows == 6 && A.columns == model.nv);
  auto& [poses, composite] = workspace;
  for (int k = 0; k < 6 * A.columns; ++k) A.data[k] = S(0.0);
  forward_kinematics<S>(model, q, poses);
  const Vector3<S> center = moving_center<S>(model, poses);
  for (int i = 1; i < model.body_count(); ++i)
    composite[i] = to_parent(Transform<S>{poses[i].R, poses[i].p - center}, model.bodies[i].inertia);
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body<S>& body = model.bodies[i];
    int j = body.v;
    for (const auto [column, turns] : joint_axes(body.joint)) {
      const Vector3<S> z = joint_axis(body, poses[i].R, column);
      const Force<S> h = composite[i] * (turns ? Motion<S>{z, cross(z, center - poses[i].p)} : Motion<S>{{}, z});
      A(0, j) += h.force.x, A(1, j) += h.force.y, A(2, j) += h.force.z;
      A(3, j) += h.moment.x, A(4, j) += h.moment.y, A(5, j) += h.moment.z;
      ++j;
    }
    if (body.rotor.gyroscopic) {
      const Vector3<S> spin = poses[body.parent].R * body.rotor.spin;
      A(3, body.v) += spin.x, A(4, body.v) += spin.y, A(5, body.v) += spin.z;
    }
    if (body.parent > 0) composite[body.parent] = composite[body.parent] + composite[i];
  }
}

template <Scalar S>
Matrix<S> centroidal_momentum_matrix(const Model<S>& model, Input<S> q) {
  require_positions(model, q);
  Matrix<S> A(6, model.nv);
  CentroidalMomentumMatrixWorkspace<S> workspace(model);
  centroidal_momentum_matrix<S>(model, q, workspace, A.view());
  return A;
}

template <Scalar S>
struct CentroidalMomentum {
  Force<S> momentum{};  // h_G: `force` is the linear one, `moment` that about the centre of mass
  Force<S> rate{};      // dh_G/dt = A_G qdd + dA_G/dt qd: all that acts on the robot, weight included
};

/// The momentum and its rate without A_G, in O(n); `motion` from link_motion at the same state, which a moving base may
/// be part of.
template <Scalar S>
CentroidalMomentum<S> centroidal_momentum(const Model<S>& model, const LinkMotion<S>& motion, Input<S> qd,
                                          Input<S> qdd) {
  assert(fit_velocities(model, qd, qdd));
  const auto& [pose, omega, omega_dot, v, v_dot] = motion;
  const Vector3<S> center = moving_center<S>(model, pose);
  CentroidalMomentum<S> sum;
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const S& m = body.inertia.mass;
    const Vector3<S> m_c = pose[i].R * body.inertia.first_moment, r = pose[i].p - center;
    const Symmetric3<S> I = rotated(pose[i].R, body.inertia.rotational());
    const Vector3<S> p = m * v[i] + cross(omega[i], m_c);
    const Vector3<S> f = m * v_dot[i] + cross(omega_dot[i], m_c) + cross(omega[i], cross(omega[i], m_c));
    const Vector3<S> I_omega = I * omega[i];
    sum.momentum += Force<S>{I_omega + cross(m_c, v[i]) + cross(r, p), p};
    sum.rate += Force<S>{I * omega_dot[i] + cross(omega[i], I_omega) + cross(m_c, v_dot[i]) + cross(r, f), f};
    if (!body.rotor.gyroscopic) continue;
    const int h = body.parent;
    const Vector3<S> spin = pose[h].R * body.rotor.spin;
    sum.momentum.moment += qd[body.v] * spin;
    sum.rate.moment += qdd[body.v] * spin + qd[body.v] * cross(omega[h], spin);
  }
  return sum;
}

template <Scalar S>
CentroidalMomentum<S> centroidal_momentum(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd,
                                          const BaseMotion<S>& base = {}) {
  return centroidal_momentum<S>(model, link_motion(model, q, qd, qdd, base), qd, qdd);
}

/// With qdd = 0, so that `rate` is dA_G/dt qd.
template <Scalar S>
CentroidalMomentum<S> centroidal_momentum(const Model<S>& model, Input<S> q, Input<S> qd) {
  const std::vector<S> still(model.nv, S(0.0));
  return centroidal_momentum(model, q, qd, still);
}

#define TORSOR_CENTROIDAL_MOMENTUM_MATRIX(S)                                                                 \
  template void centroidal_momentum_matrix(const Model<S>&, Input<S>, CentroidalMomentumMatrixWorkspace<S>&, \
                                           MatrixView<S>)
#define TORSOR_CENTROIDAL_MOMENTUM(S) \
  template CentroidalMomentum<S> centroidal_momentum(const Model<S>&, const LinkMotion<S>&, Input<S>, Input<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_CENTROIDAL_MOMENTUM_MATRIX)
TORSOR_DECLARE_INSTANCES(TORSOR_CENTROIDAL_MOMENTUM)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_CENTROIDAL_MOMENTUM_MATRIX
#undef TORSOR_CENTROIDAL_MOMENTUM
#endif

}  // namespace torsor
