#pragma once

#include <vector>

#include "torsor/model/conditions.hpp"

namespace torsor {

/// Ways to the same torque that share no recursion.
enum class Formulation {
  newton_euler,             // in link frames: inverse_dynamics
  newton_euler_base_frame,  // in base axes
  lagrange_euler,           // joints of one degree of freedom, a base at rest
};

/// tau = B qdd + C qd + g + friction + spring + J^T wrench by one of them. They agree to rounding, so that one can
/// check another; inverse_dynamics is the fast one.
std::vector<double> inverse_dynamics_by(Formulation formulation, const Model<double>& model, Input<double> q,
                                        Input<double> qd, Input<double> qdd, const Conditions<double>& conditions);

}  // namespace torsor
