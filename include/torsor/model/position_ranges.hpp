#pragma once

#include <cmath>

#include "torsor/model/limits.hpp"
#include "torsor/model/model.hpp"
#include "torsor/model/position.hpp"

namespace torsor {

/// Where a joint of one axis may be.
struct PositionRange {
  int body, q, v;  // its body, its places in q and in qd
  double low, high;
};

/// Of the joints that move by themselves and have one axis. `limits` as joint_limits gives them; empty: no ranges.
inline std::vector<PositionRange> position_ranges(const Model<double>& model, const std::vector<JointLimits>& limits) {
  std::vector<PositionRange> ranges;
  std::size_t moving = 0;
  for (int i = 1; i < model.body_count() && moving < limits.size(); ++i) {
    const Body<double>& body = model.bodies[i];
    if (body.follows) continue;
    const JointLimits& joint = limits[moving++];
    if (velocity_count(body.joint) == 1) ranges.push_back({i, body.q, body.v, joint.position_low, joint.position_high});
  }
  return ranges;
}

/// A position, or the middle of a range that excludes it; its limit where it has but one.
inline double middle_if_outside(const PositionRange& range, double position) {
  if (position >= range.low && position <= range.high) return position;
  return std::isinf(range.high) ? range.low : std::isinf(range.low) ? range.high : (range.low + range.high) / 2;
}

/// All joints at 0, or in the middle of limits that exclude it.
inline std::vector<double> zero_within_limits(const Model<double>& model, const std::vector<JointLimits>& limits) {
  std::vector<double> q = zero_position(model);
  for (const PositionRange& range : position_ranges(model, limits)) {
    double& position = q[static_cast<std::size_t>(range.q)];
    position = middle_if_outside(range, position);
  }
  return q;
}

}  // namespace torsor
