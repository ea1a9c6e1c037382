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
  const S along = gauge == Gauge::second_moment ? E.zz : E.xx + E.zz;
  if (body.joint == JointType::revolute) return {m, {zero, zero, h.z}, {zero, zero, zero, zero, zero, along}};
  if (body.joint == JointType::prismatic) return {zero, {}, E};
  return {};
}

/// The same robot with all mass moved towards the base as far as it goes: the same torques in every state, from fewer
/// numbers. A body on a joint that turns keeps h.x, h.y and five second moments, one on a joint that slides its mass
/// and first moments. The sums that arise on the way are the base parameters of a chain; bearing loads change.
template <Scalar S>
Model<S> regrouped(Model<S> model, Gauge gauge = Gauge::second_moment) {
  for (int i = model.body_count() - 1; i > 0; --i) {
    Body<S>& body = model.bodies[i];
    const Inertia<S> part = movable_part(body, gauge);
    Inertia<S>& parent = model.bodies[body.parent].inertia;
    parent = parent + to_parent(body.placement, part);
    const S zero(0.0);
    auto& [m, h, E] = body.inertia;
    if (body.joint == JointType::revolute) m = h.z = zero, E.zz = gauge == Gauge::second_moment ? zero : -E.xx;
    if (body.joint == JointType::prismatic) E = {zero, zero, zero, zero, zero, zero};
  }
  return model;
}

}  // namespace torsor
