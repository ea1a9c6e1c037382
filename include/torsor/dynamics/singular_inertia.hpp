#pragma once

#include <string>

#include "torsor/dynamics/forward_dynamics.hpp"

namespace torsor {

/// Why B is no inertia at q: the joint whose pivot is lost (see lost_pivot), or negative.
std::string singular_inertia(const Model<double>& model, const std::vector<double>& q);

/// Throws ComputationError with the joint where the acceleration at q has no value; `pivots` are those that forward
/// dynamics left at q.
void require_acceleration(const Model<double>& model, const std::vector<double>& q, Input<double> pivots);

}  // namespace torsor
