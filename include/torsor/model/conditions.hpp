#pragma once

#include <span>

#include "torsor/model/model.hpp"

namespace torsor {

/// How the base moves, in base axes; all zero for an arm that is bolted down.
template <Scalar S>
struct BaseMotion {
  Vector3<S> linear_velocity{}, angular_velocity{};
  Vector3<S> linear_acceleration{}, angular_acceleration{};
};

/// What a body exerts on the world (h_e of the notes): in the body's frame, the moment about its origin.
/// See wrench_in_base_axes and wrench_in_frame_axes in kinematics/ for wrenches given in other axes.
template <Scalar S>
struct Wrench {
  int body = 0;
  Force<S> exerted{};
};

/// The world around the arm at one instant.
template <Scalar S>
struct Conditions {
  Vector3<S> gravity{};  // free-fall acceleration in base axes
  BaseMotion<S> base{};
  std::span<const Wrench<S>> wrenches{};
};

/// The model's own gravity, a base at rest, nothing touched.
template <Scalar S>
Conditions<S> default_conditions(const Model<S>& model) {
  return {model.gravity, {}, {}};
}

}  // namespace torsor
