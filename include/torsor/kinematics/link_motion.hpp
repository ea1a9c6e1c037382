#pragma once

#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/scalar/instantiate.hpp"

namespace torsor {

/// How every body moves, in base axes; the linear parts are those of the origin of the body's frame.
template <Scalar S>
struct LinkMotion {
  std::vector<Transform<S>> pose;
  std::vector<Vector3<S>> omega, omega_dot, v, v_dot;

  LinkMotion() = default;
  explicit LinkMotion(const Model<S>& model)
      : pose(model.bodies.size()), omega(pose.size()), omega_dot(pose.size()), v(pose.size()), v_dot(pose.size()) {}
};

namespace recursion {

/// Velocity and acceleration of every body, from the base outwards. [FGL, Table 3.2, forward equations]
template <Scalar S>
void link_motion(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd, const BaseMotion<S>& base,
                 LinkMotion<S>& motion) {
  JointPositions<S> positions(q);
  auto& [pose, omega, omega_dot, v, v_dot] = motion;
  pose[0] = {};
  omega[0] = base.angular_velocity;
  omega_dot[0] = base.angular_acceleration;
  v[0] = base.linear_velocity;
  v_dot[0] = base.linear_acceleration;
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    const int h = body.parent;
    with_joint(body, [&](auto joint) {
      const auto velocity = joint.motion(&qd[body.v]);
      const auto acceleration = joint.motion(&qdd[body.v]);
      pose[i] = pose[h] * joint.pose(body.placement, positions, body.q);
      const Matrix3<S>& R = pose[i].R;
      const Vector3<S> p = pose[i].p - pose[h].p;
      omega[i] = omega[h] + R * velocity.angular;                                                      // (3.3-28)
      omega_dot[i] = omega_dot[h] + R * acceleration.angular + cross(omega[h], R * velocity.angular);  // (3.3-29)
      v[i] = v[h] + cross(omega[h], p) + R * velocity.linear;
      v_dot[i] = v_dot[h] + cross(omega_dot[h], p) + cross(omega[h], cross(omega[h], p)) +  // (3.3-35)
                 R * acceleration.linear + sliding_coriolis(omega[h], omega[i], R * velocity.linear);
    });
  }
}

}  // namespace recursion

template <Scalar S>
void link_motion(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd, const BaseMotion<S>& base,
                 LinkMotion<S>& motion) {
  assert(fits(model, q, qd, qdd));
  run_kernel<S, recursion::link_motion<S>>(model, q, qd, qdd, base, motion);
}

template <Scalar S>
LinkMotion<S> link_motion(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd,
                          const BaseMotion<S>& base = {}) {
  require_state(model, q, qd, qdd);
  LinkMotion<S> motion(model);
  link_motion<S>(model, q, qd, qdd, base, motion);
  return motion;
}

/// Velocity and acceleration, in base axes, of a point fixed to a body.
template <Scalar S>
struct PointMotion {
  Vector3<S> position, velocity, acceleration;
};

/// `point` is given in the body's frame.
template <Scalar S>
PointMotion<S> point_motion(const LinkMotion<S>& motion, int body, const Vector3<S>& point) {
  const Vector3<S> r = motion.pose[body].R * point;
  const Vector3<S>& omega = motion.omega[body];
  return {motion.pose[body].p + r, motion.v[body] + cross(omega, r),
          motion.v_dot[body] + cross(motion.omega_dot[body], r) + cross(omega, cross(omega, r))};
}

#define TORSOR_LINK_MOTION(S) \
  template void link_motion(const Model<S>&, Input<S>, Input<S>, Input<S>, const BaseMotion<S>&, LinkMotion<S>&)
TORSOR_DECLARE_INSTANCES(TORSOR_LINK_MOTION)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_LINK_MOTION
#endif

}  // namespace torsor
