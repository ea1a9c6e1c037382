#pragma once

#include "torsor/model/limits.hpp"
#include "torsor/model/model.hpp"

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

}  // namespace torsor
