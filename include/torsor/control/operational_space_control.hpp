#pragma once

#include "torsor/control/tip_reference.hpp"
#include "torsor/dynamics/operational_space.hpp"

namespace torsor {

struct TipGains {
  double stiffness = 100, damping = 20;  // 1/s^2 and 1/s, on errors of the frame
  double joint_damping = 1;              // Nms/rad of what a redundant arm does beside
};

/// Computed torque in the space of a frame: F = Lambda (xdd_r + K e + D e') + mu + p and tau = J^T F, so that every
/// direction's error is that of e'' + D e' + K e = 0. Joints that the frame does not feel are damped,
/// tau_0 = -d qd through 1 - J^T Lambda J B^-1. [Khatib 1987] Springs and friction are not counterbalanced.
class OperationalSpaceControl {
 public:
  OperationalSpaceControl(const Model<double>& model, int frame, const TipGains& gains);

  /// False where the frame cannot be moved in all directions: a singularity, at which `tau` holds the weight alone.
  bool operator()(const TipReference<double>& reference, Input<double> q, Input<double> qd, Output<double> tau);

 private:
  const Model<double>& model_;
  int frame_;
  TipGains gains_;
  OperationalSpaceWorkspace workspace_;
  OperationalSpace space_;
  std::vector<double> beside_;
};

}  // namespace torsor
