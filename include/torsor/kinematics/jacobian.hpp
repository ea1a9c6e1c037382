#pragma once

#include "torsor/kinematics/link_motion.hpp"
#include "torsor/scalar/instantiate.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

namespace recursion {

template <Scalar S>
void jacobian(const Model<S>& model, Input<Transform<S>> poses, int frame, MatrixView<S> J) {
  for (int k = 0; k < 6 * J.columns; ++k) J.data[k] = S(0.0);
  const Vector3<S> tip = frame_pose(model, poses, frame).p;
  for (int i = model.frames[frame].body; i > 0; i = model.bodies[i].parent) {
    int j = model.bodies[i].v;
    for (const auto [column, turns] : joint_axes(model.bodies[i].joint)) {
      const Vector3<S> z = joint_axis(model.bodies[i], poses[i].R, column);
      const Vector3<S> linear = turns ? cross(z, tip - poses[i].p) : z;
      const Vector3<S> angular = turns ? z : Vector3<S>{};
      J(0, j) += linear.x, J(1, j) += linear.y, J(2, j) += linear.z;
      J(3, j) += angular.x, J(4, j) += angular.y, J(5, j) += angular.z;
      ++j;
    }
  }
}

}  // namespace recursion

/// Geometric Jacobian of a frame's origin in base axes, 6 x nv: rows vx vy vz wx wy wz. `poses` from
/// forward_kinematics.
template <Scalar S>
void jacobian(const Model<S>& model, Input<Transform<S>> poses, int frame, MatrixView<S> J) {
  assert(poses.size() == model.bodies.size() && J.rows == 6 && J.columns == model.nv);
  run_kernel<S, recursion::jacobian<S>>(model, poses, frame, J);
}

template <Scalar S>
Matrix<S> jacobian(const Model<S>& model, Input<S> q, int frame) {
  require_positions(model, q);
  Matrix<S> J(6, model.nv);
  const std::vector<Transform<S>> poses = forward_kinematics(model, q);
  jacobian<S>(model, poses, frame, J.view());
  return J;
}

/// Jdot qd: the acceleration of a frame that the velocities alone give it, base at rest and qdd = 0, in base axes.
template <Scalar S>
Motion<S> jacobian_dot_velocity(const Model<S>& model, Input<S> q, Input<S> qd, int frame) {
  require_state(model, q, qd);
  const std::vector<S> still(model.nv, S(0.0));
  const LinkMotion<S> motion = link_motion(model, q, qd, still);
  const Frame<S>& at = model.frames[frame];
  return {motion.omega_dot[at.body], point_motion(motion, at.body, at.pose.p).acceleration};
}

#define TORSOR_JACOBIAN(S) template void jacobian(const Model<S>&, Input<Transform<S>>, int, MatrixView<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_JACOBIAN)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_JACOBIAN
#endif

}  // namespace torsor
