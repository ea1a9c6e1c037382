#pragma once

#include "torsor/kinematics/link_motion.hpp"
#include "torsor/scalar/instantiate.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// Whether what is fixed to the base counts. It does not move with any joint, and mostly its mass is not known; other
/// programs leave it out too (Pinocchio's com[0]).
enum class BaseMass { left_out, counted };

/// Centres of mass in base axes, by body: [i] is that of body i with all that hangs on it, [0] that of the robot. A
/// centre of nothing is not a number.
template <Scalar S>
struct CenterOfMass {
  std::vector<S> mass;
  std::vector<PointMotion<S>> center;

  explicit CenterOfMass(const Model<S>& model) : mass(model.bodies.size(), S(0.0)), center(mass.size()) {}
};

/// Where the centres of mass are and how they move; `motion` from link_motion, which a moving base may be part of.
/// Rotors turn about their own centres, and so have no part but their mass in the links that carry them.
template <Scalar S>
void center_of_mass(const Model<S>& model, const LinkMotion<S>& motion, BaseMass base, CenterOfMass<S>& result) {
  auto& [mass, center] = result;
  for (int i = 0; i < model.body_count(); ++i) {
    const Inertia<S>& body = model.bodies[i].inertia;
    const bool counts = i > 0 || base == BaseMass::counted;
    const Vector3<S>&omega = motion.omega[i], m_c = motion.pose[i].R * body.first_moment;
    mass[i] = counts ? body.mass : S(0.0);
    center[i] = {};  // until the last loop these are sums over masses
    if (!counts) continue;
    center[i].position = body.mass * motion.pose[i].p + m_c;
    center[i].velocity = body.mass * motion.v[i] + cross(omega, m_c);
    center[i].acceleration =
        body.mass * motion.v_dot[i] + cross(motion.omega_dot[i], m_c) + cross(omega, cross(omega, m_c));
  }
  for (int i = model.body_count() - 1; i > 0; --i) {
    const int h = model.bodies[i].parent;
    mass[h] += mass[i];
    center[h].position += center[i].position;
    center[h].velocity += center[i].velocity;
    center[h].acceleration += center[i].acceleration;
  }
  for (int i = 0; i < model.body_count(); ++i) {
    const S part = S(1.0) / mass[i];
    center[i] = {part * center[i].position, part * center[i].velocity, part * center[i].acceleration};
  }
}

template <Scalar S>
CenterOfMass<S> center_of_mass(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd,
                               const BaseMotion<S>& base_motion = {}, BaseMass base = BaseMass::left_out) {
  CenterOfMass<S> result(model);
  center_of_mass(model, link_motion(model, q, qd, qdd, base_motion), base, result);
  return result;
}

/// Of a robot at rest.
template <Scalar S>
CenterOfMass<S> center_of_mass(const Model<S>& model, Input<S> q, BaseMass base = BaseMass::left_out) {
  const std::vector<S> still(model.nv, S(0.0));
  return center_of_mass(model, q, still, still, {}, base);
}

template <Scalar S>
struct CenterOfMassJacobianWorkspace {
  std::vector<Transform<S>> poses;
  std::vector<S> mass;             // of a body with all that hangs on it,
  std::vector<Vector3<S>> moment;  // and its mass times its centre, in base axes

  explicit CenterOfMassJacobianWorkspace(const Model<S>& model)
      : poses(model.bodies.size()), mass(model.bodies.size(), S(0.0)), moment(model.bodies.size()) {}
};

/// J with J qd = velocity of the robot's centre of mass, 3 x nv, in base axes and with the base at rest. [Sugihara et
/// al. 2002] What hangs on a joint moves as one body, and the robot's centre with it by its part of the mass.
template <Scalar S>
void center_of_mass_jacobian(const Model<S>& model, Input<S> q, BaseMass base,
                             CenterOfMassJacobianWorkspace<S>& workspace, MatrixView<S> J) {
  assert(fits(model, q) && J.rows == 3 && J.columns == model.nv);
  auto& [poses, mass, moment] = workspace;
  forward_kinematics<S>(model, q, poses);
  mass[0] = base == BaseMass::counted ? model.bodies[0].inertia.mass : S(0.0);
  moment[0] = {};
  for (int i = 1; i < model.body_count(); ++i) {
    const Inertia<S>& inertia = model.bodies[i].inertia;
    mass[i] = inertia.mass;
    moment[i] = inertia.mass * poses[i].p + poses[i].R * inertia.first_moment;
  }
  for (int i = model.body_count() - 1; i > 0; --i) {
    mass[model.bodies[i].parent] += mass[i];
    moment[model.bodies[i].parent] += moment[i];
  }
  for (int k = 0; k < 3 * J.columns; ++k) J.data[k] = S(0.0);
  const S whole = S(1.0) / mass[0];
  for (int i = 1; i < model.body_count(); ++i) {
    const S part = whole * mass[i];
    const Vector3<S> lever = whole * moment[i] - part * poses[i].p;
    int j = model.bodies[i].v;
    for (const auto [column, turns] : joint_axes(model.bodies[i].joint)) {
      const Vector3<S> z = joint_axis(model.bodies[i], poses[i].R, column);
      const Vector3<S> velocity = turns ? cross(z, lever) : part * z;
      J(0, j) += velocity.x, J(1, j) += velocity.y, J(2, j) += velocity.z;
      ++j;
    }
  }
}

template <Scalar S>
Matrix<S> center_of_mass_jacobian(const Model<S>& model, Input<S> q, BaseMass base = BaseMass::left_out) {
  require_positions(model, q);
  Matrix<S> J(3, model.nv);
  CenterOfMassJacobianWorkspace<S> workspace(model);
  center_of_mass_jacobian<S>(model, q, base, workspace, J.view());
  return J;
}

#define TORSOR_CENTER_OF_MASS(S) \
  template void center_of_mass(const Model<S>&, const LinkMotion<S>&, BaseMass, CenterOfMass<S>&)
#define TORSOR_CENTER_OF_MASS_JACOBIAN(S)                                                                       \
  template void center_of_mass_jacobian(const Model<S>&, Input<S>, BaseMass, CenterOfMassJacobianWorkspace<S>&, \
                                        MatrixView<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_CENTER_OF_MASS)
TORSOR_DECLARE_INSTANCES(TORSOR_CENTER_OF_MASS_JACOBIAN)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_CENTER_OF_MASS
#undef TORSOR_CENTER_OF_MASS_JACOBIAN
#endif

}  // namespace torsor
