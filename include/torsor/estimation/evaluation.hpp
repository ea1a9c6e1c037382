#pragma once

#include "torsor/estimation/equations.hpp"
#include "torsor/estimation/identification.hpp"

namespace torsor {

/// What the joints did, over all equations.
struct MotionRange {
  Eigen::VectorXd largest_velocity, rms_velocity, rms_torque;  // by joint
  double duration = 0;                                         // s
  long equations = 0;                                          // of one joint
};
MotionRange motion_range(const Equations& equations);

/// How well some estimates predict the torques of some logs.
struct Evaluation {
  std::vector<std::vector<JointFit>> fits;       // [estimate][joint]
  std::vector<TorqueTrace> traces;               // by joint, of the estimate that was to be traced
  std::vector<double> deviation;                 // by joint: rms residual of the same, in the equations
  std::vector<double> correlation_time;          // by joint: s, of the same residual
  std::vector<std::vector<double>> correlation;  // by joint: of the residual with itself, lags 0, 1, ... equations
};

/// One estimate a column of `betas`; one of them is traced. A joint moves where it is faster than `moving_above`.
Evaluation evaluate_estimates(const Equations& equations, const Eigen::MatrixXd& betas, int traced,
                              const Eigen::VectorXd& moving_above);

}  // namespace torsor
