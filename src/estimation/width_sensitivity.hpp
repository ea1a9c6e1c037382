#pragma once

#include "torsor/estimation/equations.hpp"

namespace torsor {

/// By base parameter and joint: how far the weighted estimate `beta` moves where the width of the joint's Coulomb
/// friction is taken `factor` times as large, to first order in the torque that this changes.
Eigen::MatrixXd width_sensitivity(const Equations& equations, const Eigen::VectorXd& beta,
                                  const Eigen::VectorXd& weights, double factor);

}  // namespace torsor
