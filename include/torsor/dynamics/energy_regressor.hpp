#pragma once

#include "torsor/dynamics/spring.hpp"
#include "torsor/kinematics/link_motion.hpp"
#include "torsor/model/parameters.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// Two rows: kinetic energy = row 0 . theta, potential energy = row 1 . theta, columns as in ParameterLayout. What
/// friction and offset take is not energy: their columns are zero. The energy of a spring is that of K x^2/2 - K rest
/// x, which leaves out the constant K rest^2/2; what gravity compensation carries is left out too. `motion` from
/// link_motion at the same q and qd. [Gautier, Khalil 1988]
template <Scalar S>
void energy_regressor(const Model<S>& model, const ParameterLayout& layout, Input<S> q, Input<S> qd,
                      const Vector3<S>& gravity, const LinkMotion<S>& motion, MatrixView<S> Y) {
  assert(fits(model, q, qd));
  const S half(0.5);
  for (int k = 0; k < Y.rows * Y.columns; ++k) Y.data[k] = S(0.0);
  for (int i = 1; i < model.body_count(); ++i) {
    const Transform<S> frame = motion.pose[i] * model.frames[model.bodies[i].frame].pose;
    const Matrix3<S> Rt = transpose(frame.R);
    const Vector3<S> w = Rt * motion.omega[i];
    const Vector3<S> v = Rt * (motion.v[i] + cross(motion.omega[i], frame.p - motion.pose[i].p));
    const Vector3<S> h = cross(v, w), down = Rt * gravity;
    const S kinetic[] = {
        half * dot(v, v), h.x, h.y, h.z, half * w.x * w.x, w.x * w.y, w.x * w.z, half * w.y * w.y, w.y * w.z,
        half * w.z * w.z};
    const S potential[] = {-dot(gravity, frame.p), -down.x, -down.y, -down.z};
    for (int k = 0; k < 10; ++k) Y(0, layout.inertial[i] + k) = kinetic[k];
    for (int k = 0; k < 4; ++k) Y(1, layout.inertial[i] + k) = potential[k];
  }
  for (int c = 0; c < layout.size(); ++c) {
    const auto& [kind, i, at] = layout.entries[c];
    if (kind == ParameterKind::rotor_inertia && at < 0) {
      const int l = model.bodies[i].parent, v = model.bodies[i].v;
      for (int k = v; k < v + velocity_count(model.bodies[i].joint); ++k) Y(0, c) += half * qd[k] * qd[k];
      Y(0, c) += qd[v] * dot(motion.pose[l].R * model.bodies[i].rotor.direction, motion.omega[l]);
    } else if (kind == ParameterKind::stiffness && at < 0) {
      for (const PoseSpring<S>& spring : model.pose_springs)
        if (spring.body == i) Y(1, c) = half * PoseStretch<S>(model, spring, q).square();
    } else if (at >= 0) {
      const S x = model.couplings[at].combine(&Coupling<S>::Term::q, q);
      const S xd = model.couplings[at].combine(&Coupling<S>::Term::v, qd);
      if (kind == ParameterKind::rotor_inertia) Y(0, c) = half * xd * xd;
      if (kind == ParameterKind::stiffness) Y(1, c) = half * x * x;
      if (kind == ParameterKind::preload) Y(1, c) = -x;
      if (kind == ParameterKind::sine) Y(1, c) = -cos(x + model.couplings[at].phase);
      if (kind == ParameterKind::cosine) Y(1, c) = sin(x + model.couplings[at].phase);
    }
  }
}

template <Scalar S>
Matrix<S> energy_regressor(const Model<S>& model, const ParameterLayout& layout, Input<S> q, Input<S> qd,
                           const Vector3<S>& gravity) {
  require_state(model, q, qd);
  Matrix<S> Y(2, layout.size());
  const std::vector<S> still(model.nv, S(0.0));
  energy_regressor<S>(model, layout, q, qd, gravity, link_motion(model, q, qd, still), Y.view());
  return Y;
}

}  // namespace torsor
