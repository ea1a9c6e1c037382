#pragma once

#include "torsor/kinematics/link_motion.hpp"
#include "torsor/scalar/instantiate.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// J(:, j) += what an axis adds: linear rows first.
template <Scalar S>
void add_to_column(MatrixView<S> J, int j, const Motion<S>& axis) {
  J(0, j) += axis.linear.x, J(1, j) += axis.linear.y, J(2, j) += axis.linear.z;
  J(3, j) += axis.angular.x, J(4, j) += axis.angular.y, J(5, j) += axis.angular.z;
}

namespace recursion {

template <Scalar S>
void jacobian_from_poses(const Model<S>& model, Input<Transform<S>> poses, int frame, MatrixView<S> J) {
  for (int k = 0; k < 6 * J.columns; ++k) J.data[k] = S(0.0);
  const Vector3<S> tip = frame_pose(model, poses, frame).p;
  for (int i = model.frames[frame].body; i > 0; i = model.bodies[i].parent) {
    for_joint_axes(model.bodies[i].joint, [&](int k, const JointAxis& axis) {
      const Vector3<S> z = joint_axis(model.bodies[i], poses[i].R, axis.column);
      add_to_column(J, model.bodies[i].v + k, axis.turns ? Motion<S>{z, cross(z, tip - poses[i].p)} : Motion<S>{{}, z});
    });
  }
}

}  // namespace recursion

/// Geometric Jacobian of a frame's origin in base axes, 6 x nv: rows vx vy vz wx wy wz. `poses` from
/// forward_kinematics.
template <Scalar S>
void jacobian(const Model<S>& model, Input<Transform<S>> poses, int frame, MatrixView<S> J) {
  assert(poses.size() == model.bodies.size() && J.rows == 6 && J.columns == model.nv);
  run_kernel<S, recursion::jacobian_from_poses<S>>(model, poses, frame, J);
}

/// Scratch of the forms that need no forward_kinematics: what lies between the base and the frame, from the base
/// outwards, at the end of each list; the base comes before them.
template <Scalar S>
struct JacobianWorkspace {
  std::vector<int> branch;  // the bodies
  std::vector<Transform<S>> pose;
  std::vector<Vector3<S>> omega, v;  // only jacobian_dot fills them

  explicit JacobianWorkspace(const Model<S>& model)
      : branch(model.bodies.size()), pose(branch.size()), omega(branch.size()), v(branch.size()) {}

  /// Writes down the bodies from the base to `body`, and tells where they begin.
  int walk_to(const Model<S>& model, int body) {
    int begin = static_cast<int>(branch.size());
    for (int i = body; i > 0; i = model.bodies[i].parent) branch[--begin] = i;
    return begin;
  }
};

namespace recursion {

template <Scalar S>
void jacobian(const Model<S>& model, Input<S> q, int frame, JacobianWorkspace<S>& workspace, MatrixView<S> J) {
  JointPositions<S> positions(q);
  auto& [branch, pose, omega, v] = workspace;
  for (int k = 0; k < 6 * J.columns; ++k) J.data[k] = S(0.0);
  const int begin = workspace.walk_to(model, model.frames[frame].body), end = model.body_count();
  if (begin == end) return;  // it is fixed to the base
  pose[begin] = joint_pose(model.bodies[branch[begin]], positions);
  for (int k = begin + 1; k < end; ++k) pose[k] = pose[k - 1] * joint_pose(model.bodies[branch[k]], positions);
  const Vector3<S> tip = pose[end - 1] * model.frames[frame].pose.p;
  for (int k = begin; k < end; ++k) {
    const Body<S>& body = model.bodies[branch[k]];
    const Matrix3<S>& R = pose[k].R;
    const Vector3<S> r = tip - pose[k].p;
    for_joint_axes(body.joint, [&](int m, const JointAxis& axis) {
      const Vector3<S> z = joint_axis(body, R, axis.column);
      add_to_column(J, body.v + m, axis.turns ? Motion<S>{z, cross(z, r)} : Motion<S>{{}, z});
    });
  }
}

}  // namespace recursion

/// The same Jacobian from q, by a walk along the branch that carries the frame: other branches cost nothing.
template <Scalar S>
void jacobian(const Model<S>& model, Input<S> q, int frame, JacobianWorkspace<S>& workspace, MatrixView<S> J) {
  assert(fits(model, q) && J.rows == 6 && J.columns == model.nv);
  run_kernel<S, recursion::jacobian<S>>(model, q, frame, workspace, J);
}

template <Scalar S>
Matrix<S> jacobian(const Model<S>& model, Input<S> q, int frame) {
  require_positions(model, q);
  Matrix<S> J(6, model.nv);
  JacobianWorkspace<S> workspace(model);
  jacobian<S>(model, q, frame, workspace, J.view());
  return J;
}

namespace recursion {

/// dJ/dt in base axes, 6 x nv, the base at rest: the axes of a joint turn with its body, and the lever changes as tip
/// and joint move. It walks the branch too.
template <Scalar S>
void jacobian_dot(const Model<S>& model, Input<S> q, Input<S> qd, int frame, JacobianWorkspace<S>& workspace,
                  MatrixView<S> J) {
  JointPositions<S> positions(q);
  auto& [branch, pose, omega, v] = workspace;
  for (int k = 0; k < 6 * J.columns; ++k) J.data[k] = S(0.0);
  const int begin = workspace.walk_to(model, model.frames[frame].body), end = model.body_count();
  if (begin == end) return;
  pose[begin - 1] = {}, omega[begin - 1] = {}, v[begin - 1] = {};  // the base
  for (int k = begin; k < end; ++k) {
    const Body<S>& body = model.bodies[branch[k]];
    with_joint(body, [&](auto joint) {
      const auto rate = joint.motion(&qd[body.v]);
      const Transform<S> X = joint.pose(body.placement, positions, body.q), here = k == begin ? X : pose[k - 1] * X;
      const Vector3<S> omega_h = omega[k - 1], r = here.p - pose[k - 1].p;
      omega[k] = omega_h + here.R * rate.angular;
      v[k] = v[k - 1] + cross(omega_h, r) + here.R * rate.linear;
      pose[k] = here;
    });
  }
  const Vector3<S> at = pose[end - 1].R * model.frames[frame].pose.p;
  const Vector3<S> tip = pose[end - 1].p + at, tip_v = v[end - 1] + cross(omega[end - 1], at);
  for (int k = begin; k < end; ++k) {
    const Body<S>& body = model.bodies[branch[k]];
    int j = body.v;
    for (const auto [column, turns] : joint_axes(body.joint)) {
      const Vector3<S> z = joint_axis(body, pose[k].R, column), z_dot = cross(omega[k], z);
      add_to_column(
          J, j,
          turns ? Motion<S>{z_dot, cross(z_dot, tip - pose[k].p) + cross(z, tip_v - v[k])} : Motion<S>{{}, z_dot});
      ++j;
    }
  }
}

}  // namespace recursion

template <Scalar S>
void jacobian_dot(const Model<S>& model, Input<S> q, Input<S> qd, int frame, JacobianWorkspace<S>& workspace,
                  MatrixView<S> J) {
  assert(fits(model, q, qd) && J.rows == 6 && J.columns == model.nv);
  run_kernel<S, recursion::jacobian_dot<S>>(model, q, qd, frame, workspace, J);
}

template <Scalar S>
Matrix<S> jacobian_dot(const Model<S>& model, Input<S> q, Input<S> qd, int frame) {
  require_state(model, q, qd);
  Matrix<S> J(6, model.nv);
  JacobianWorkspace<S> workspace(model);
  jacobian_dot<S>(model, q, qd, frame, workspace, J.view());
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
#define TORSOR_JACOBIAN_OF_BRANCH(S) \
  template void jacobian(const Model<S>&, Input<S>, int, JacobianWorkspace<S>&, MatrixView<S>)
#define TORSOR_JACOBIAN_DOT(S) \
  template void jacobian_dot(const Model<S>&, Input<S>, Input<S>, int, JacobianWorkspace<S>&, MatrixView<S>)
TORSOR_DECLARE_INSTANCES(TORSOR_JACOBIAN)
TORSOR_DECLARE_INSTANCES(TORSOR_JACOBIAN_OF_BRANCH)
TORSOR_DECLARE_INSTANCES(TORSOR_JACOBIAN_DOT)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_JACOBIAN
#undef TORSOR_JACOBIAN_OF_BRANCH
#undef TORSOR_JACOBIAN_DOT
#endif

}  // namespace torsor
