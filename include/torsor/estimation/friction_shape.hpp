#pragma once

#include "torsor/estimation/equations.hpp"

namespace torsor {

/// Factor between neighbours on the grid of widths.
inline constexpr double width_search_step = 1.5848931924611136;  // five to a decade

/// The robot with the width of Coulomb friction (and the Stribeck velocity, where the layout has that parameter) of
/// each joint that explain its torques best, all else as in `beta`: both are searched on a grid relative to
/// `largest_velocity`. They enter the torque nonlinearly, so that they are no parameters of the linear fit.
Model<double> with_best_friction_shape(const Equations& equations, const Eigen::VectorXd& beta,
                                       const Eigen::VectorXd& largest_velocity);

}  // namespace torsor
