#pragma once

#include <functional>
#include <vector>

#include "torsor/model/conditions.hpp"

namespace torsor {

/// What acts on a robot while it is simulated. A call that is left out means none of it. They are called many times a
/// step, also at states that are tried and given up, so that what they give has to follow from their arguments alone.
struct Surroundings {
  /// The torques of the motors. `tau` has an entry for each velocity, and is 0 when it is handed over.
  std::function<void(double t, Input<double> q, Input<double> qd, Output<double> tau)> torque{};
  /// Gravity, motion of the base and wrenches. `conditions` are the model's own when they are handed over; wrenches
  /// that it points to have to stay where they are until the next call.
  std::function<void(double t, Input<double> q, Input<double> qd, Conditions<double>& conditions)> world{};
  /// Times, in rising order, at which any of these jumps or has a kink: a step ends there.
  std::vector<double> breaks{};
};

}  // namespace torsor
