#pragma once

#include "torsor/control/tip_reference.hpp"
#include "torsor/dynamics/operational_space.hpp"

namespace torsor {

struct TipGains {
  SixNumbers<double> stiffness{100, 100, 100, 100, 100, 100};  // 1/s^2, on errors of the frame
  SixNumbers<double> damping{20, 20, 20, 20, 20, 20};          // 1/s
  double joint_damping = 1;                                    // Nms/rad of what a redundant arm does beside
  NullSpaceGains null_space{};                                 // towards the joints of the reference, where it has them
  std::vector<int> rows{0, 1, 2, 3, 4, 5};                     // directions that are controlled, of all_rows
};

/// Directions in which a frame can be moved at once at a pose, the first ones first: all six of an arm with as many
/// joints that is not singular there.
std::vector<int> movable_rows(const Model<double>& model, int frame, Input<double> q);

/// Computed torque in the space of a frame: F = Lambda (xdd_r + K e + D e') + mu + p and tau = J^T F, so that every
/// direction's error is that of e'' + D e' + K e = 0. What the frame does not feel is carried, damped,
/// and held where the reference's joints are: tau_0 = B (qdd_r + k (q_r - q) + d (qd_r - qd)) - d_0 qd + C qd + g
/// through 1 - J^T Lambda J B^-1. [Khatib 1987] Springs and friction are not counterbalanced.
class OperationalSpaceControl {
 public:
  OperationalSpaceControl(const Model<double>& model, int frame, TipGains gains);

  /// False where the frame cannot be moved in all of its directions: a singularity, at which `tau` holds the weight
  /// alone.
  bool operator()(const TipReference<double>& reference, Input<double> q, Input<double> qd, Output<double> tau);

 private:
  /// The torque of what the frame does not feel.
  void set_beside(const TipReference<double>& reference, Input<double> q, Input<double> qd);

  const Model<double>& model_;
  int frame_;
  TipGains gains_;
  OperationalSpaceWorkspace workspace_;
  OperationalSpace space_;
  std::vector<double> beside_;
};

}  // namespace torsor
