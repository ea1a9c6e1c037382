#pragma once

#include "torsor/core/require_size.hpp"
#include "torsor/model/model.hpp"

namespace torsor {

// A vector of the wrong length gives plausible torques, or reads what is not there. Calls that return their result
// raise a UsageError; the ones that write in place, made for loops, only assert.

/// Whether each of them has a number for each velocity.
template <Scalar S, class... Velocities>
bool fit_velocities([[maybe_unused]] const Model<S>& model, const Velocities&... velocities) {
  return ((velocities.size() == static_cast<std::size_t>(model.nv)) && ...);
}

/// Whether q has a number for each position, and each of the others one for each velocity.
template <Scalar S, class... Velocities>
bool fits(const Model<S>& model, Input<S> q, const Velocities&... velocities) {
  return q.size() == static_cast<std::size_t>(model.nq) && fit_velocities(model, velocities...);
}

template <Scalar S>
void require_positions(const Model<S>& model, Input<S> q) {
  require_size("q", q.size(), static_cast<std::size_t>(model.nq), "position", model.name);
}
/// `what` is the name of the vector: qd, qdd, tau.
template <Scalar S>
void require_velocities(const Model<S>& model, std::string_view what, Input<S> x) {
  require_size(what, x.size(), static_cast<std::size_t>(model.nv), "velocity", model.name);
}
template <Scalar S>
void require_state(const Model<S>& model, Input<S> q, Input<S> qd) {
  require_positions(model, q);
  require_velocities(model, "qd", qd);
}
template <Scalar S>
void require_state(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qdd) {
  require_state(model, q, qd);
  require_velocities(model, "qdd", qdd);
}

}  // namespace torsor
