#pragma once

#include "log_health/examination.hpp"

namespace torsor::log_health {

/// The equations of one joint: tau = Y theta.
struct MotionEquations {
  Eigen::MatrixXd Y;
  Eigen::VectorXd tau;
};

/// Of the regressor of every so many states, the rows in which joint k is neither slow nor at its largest torque (the
/// others are 0), with two more columns for each joint: friction that is greater near rest, or grows with another power
/// of velocity.
MotionEquations equations_in_motion(Eigen::MatrixXd Y, const std::vector<FitState>& states, std::size_t every,
                                    std::size_t k);

}  // namespace torsor::log_health
