#pragma once

#include "torsor/model/limits.hpp"
#include "torsor/model/model.hpp"
#include "torsor/simulation/surroundings.hpp"

namespace torsor {

struct RestOptions {
  double time = 0;                    // at which the surroundings are asked
  std::vector<JointLimits> limits{};  // as joint_limits gives them; only positions count; empty: none
};

/// Where a robot rests: gravity, springs, stops and loops balance the torques that its surroundings give at rest.
struct RestPosition {
  std::vector<double> q;
  bool found = false;
  bool loops_closed = true;    // where they cannot be closed nothing is looked for
  bool stable = false;         // no small motion sets energy free
  std::vector<int> neutral{};  // velocities along which it costs none either: the robot rests wherever they are
  std::vector<int> stopped{};  // velocities of joints that a stop keeps from moving on
  double residual = 0;         // largest torque that is not balanced ...
  int velocity = -1;           // ... and where
};

/// Found from `q` on, downhill in energy within the limits, and with loops closed. A `q` that is balanced already is
/// the answer, whether it is stable or not. Friction is left out.
RestPosition rest_position(const Model<double>& model, Input<double> q, const Surroundings& surroundings = {},
                           const RestOptions& options = {});

}  // namespace torsor
