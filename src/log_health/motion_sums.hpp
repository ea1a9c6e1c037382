#pragma once

#include <vector>

#include "log_health/derivative_check.hpp"
#include "log_health/examination.hpp"

namespace torsor::log_health {

/// What the windows of a log add up to. A window is about 50 ms long.
struct MotionSums {
  long rows_a_window = 2;
  long windows = 0;
  std::vector<DerivativeCheck> velocity, acceleration;  // by joint
  Eigen::MatrixXd products;                             // of the joints' mean velocities, summed over windows
  std::vector<long> slow;                               // by joint: windows below 0.1 rad/s
  std::vector<double> fastest;                          // by joint: the largest mean velocity of a window
};

MotionSums sum_motion(const LogSource& sound, double period);

}  // namespace torsor::log_health
