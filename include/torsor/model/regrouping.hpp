#pragma once

#include "torsor/model/model.hpp"

namespace torsor {

/// Regrouping leaves a choice: what a turning link keeps may have E.zz = 0, which leaves the shortest equations, or
/// Iyy = 0, as the tables of [Gautier, Khalil 1990] have it.
enum class Gauge { second_moment, moment_of_inertia };

/// The part of a body's mass that may as well belong to its parent, because no motion of the joint between them tells:
/// a joint that turns leaves what lies on its axis where it is, one that slides does not change second moments of a
/// body without mass and first moments. [Gautier, Khalil 1990, in the second moments E of the pseudo-inertia]
template <Scalar S>
Inertia<S> movable_part(const Body<S>& body, Gauge gauge) {
  const auto& [m, h, E] = body.inertia;
  const S zero(0.0);
  switch (body.joint) {
    case JointType::revolute:
      return {m, {zero, zero, h.z}, {zero, zero, zero, zero, zero, gauge == Gauge::second_moment ? E.zz : E.xx + E.zz}};
    case JointType::prismatic:
      return {zero, {}, E};
    case JointType::ball:
    case JointType::free:
    case JointType::fixed:
      break;
  }
  return {};
}

/// What the body keeps when that part is gone, with exact zeros.
template <Scalar S>
Inertia<S> kept_part(const Body<S>& body, Gauge gauge) {
  auto [m, h, E] = body.inertia;
  const S zero(0.0);
  switch (body.joint) {
    case JointType::revolute:
      m = h.z = zero, E.zz = gauge == Gauge::second_moment ? zero : -E.xx;
      break;
    case JointType::prismatic:
      E = {zero, zero, zero, zero, zero, zero};
      break;
    case JointType::ball:
    case JointType::free:
    case JointType::fixed:
      break;
  }
  return {m, h, E};
}

/// The same robot with all mass moved towards the base as far as it goes: the same torques in every state, from fewer
/// numbers. A body on a joint that turns keeps h.x, h.y and five second moments, one on a joint that slides its mass
/// and first moments. The sums that arise on the way are the base parameters of a chain; bearing loads change.
template <Scalar S>
Model<S> regrouped(const Model<S>& model, Gauge gauge = Gauge::second_moment) {
  return changed(model, [&](ModelParts<S>& parts) {
    for (std::size_t i = parts.bodies.size() - 1; i > 0; --i) {
      Body<S>& body = parts.bodies[i];
      Inertia<S>& parent = parts.bodies[body.parent].inertia;
      parent = parent + to_parent(body.placement, movable_part(body, gauge));
      body.inertia = kept_part(body, gauge);
    }
  });
}

}  // namespace torsor
