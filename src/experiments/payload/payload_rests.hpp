#pragma once

#include <Eigen/Core>

#include "torsor/experiments/payload_estimation.hpp"

namespace torsor::payload {

/// The robot at one place, with the mean of what was measured there.
struct Rest {
  Eigen::VectorXd q, tau;
  std::vector<int> came;  // by joint: 1 or -1, the direction of the motion that ended here; 0 where none was seen
};

/// Stretches of a log in which no joint moves. Their beginning is left out, until the arm has settled.
std::vector<Rest> rests_of(const LogSource& log, const PayloadOptions& options);

/// A pose that was approached from both sides: friction that opposes the motion is in the half difference of the
/// torques, and not in their mean.
struct Pose {
  Eigen::VectorXd q, tau, friction;  // by joint
  std::vector<char> both;            // by joint: there was a rest after motion in either direction
  long rests = 0;
};

std::vector<Pose> poses_of(const std::vector<Rest>& rests, double same_pose);

}  // namespace torsor::payload
