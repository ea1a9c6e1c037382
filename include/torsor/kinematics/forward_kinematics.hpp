#pragma once

#include "torsor/model/conditions.hpp"
#include "torsor/model/state.hpp"
#include "torsor/scalar/instantiate.hpp"

namespace torsor {

namespace recursion {

template <Scalar S>
void forward_kinematics(const Model<S>& model, Input<S> q, Output<Transform<S>> poses) {
  JointPositions<S> positions(q);
  poses[0] = {};
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    poses[i] = poses[body.parent] * joint_pose(body, positions);
  }
}

}  // namespace recursion

/// The pose of every body in base axes; `poses` has one entry for each body.
template <Scalar S>
void forward_kinematics(const Model<S>& model, Input<S> q, Output<Transform<S>> poses) {
  assert(fits(model, q) && poses.size() == model.bodies.size());
  run_kernel<S, recursion::forward_kinematics<S>>(model, q, poses);
}

template <Scalar S>
std::vector<Transform<S>> forward_kinematics(const Model<S>& model, Input<S> q) {
  require_positions(model, q);
  std::vector<Transform<S>> poses(model.bodies.size());
  forward_kinematics<S>(model, q, poses);
  return poses;
}

/// The pose of one of the user's frames (a link's, the tool's) in base axes.
template <Scalar S>
Transform<S> frame_pose(const Model<S>& model, Input<Transform<S>> poses, int frame) {
  return poses[model.frames[frame].body] * model.frames[frame].pose;
}

/// What a frame exerts on the world, given in its own axes with the moment about its origin.
template <Scalar S>
Wrench<S> wrench_in_frame_axes(const Model<S>& model, int frame, const Force<S>& exerted) {
  return {model.frames[frame].body, to_parent(model.frames[frame].pose, exerted)};
}

/// The same given in base axes.
template <Scalar S>
Wrench<S> wrench_in_base_axes(const Model<S>& model, Input<Transform<S>> poses, int frame, const Force<S>& exerted) {
  const Matrix3<S> R = transpose(frame_pose(model, poses, frame).R);
  return wrench_in_frame_axes(model, frame, Force<S>{R * exerted.moment, R * exerted.force});
}

#define TORSOR_FORWARD_KINEMATICS(S) template void forward_kinematics(const Model<S>&, Input<S>, Output<Transform<S>>)
TORSOR_DECLARE_INSTANCES(TORSOR_FORWARD_KINEMATICS)
#ifndef TORSOR_KEEP_SIGNATURES
#undef TORSOR_FORWARD_KINEMATICS
#endif

}  // namespace torsor
