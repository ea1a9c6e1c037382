#pragma once

#include <limits>
#include <vector>

#include "torsor/model/description.hpp"

namespace torsor {

/// What a joint may do; infinite where the robot file sets no limit.
struct JointLimits {
  double position_low = -std::numeric_limits<double>::infinity();
  double position_high = std::numeric_limits<double>::infinity();
  double velocity = std::numeric_limits<double>::infinity();
  double acceleration = std::numeric_limits<double>::infinity();
  double torque = std::numeric_limits<double>::infinity();
};

/// The same without numbers that stand for none: formats that must have a limit get 1e9 or 3.4e38. No joint goes 1000
/// rad/s or m/s, or 1e4 rad or m far, and none is driven by 1e6 Nm or N.
JointLimits without_huge(JointLimits limits);

/// The limits of the joints that move by themselves, in the order of every vector; those of joints that follow them are
/// in them, unless they contradict. The description must have passed check().
std::vector<JointLimits> joint_limits(const Description& description);

/// A joint that follows another, and whose limits of position would leave that one nowhere to go.
struct ContradictingFollower {
  const described::Link* follower;  // of the description
  const described::Link* leader;
};
std::vector<ContradictingFollower> contradicting_followers(const Description& description);

}  // namespace torsor
