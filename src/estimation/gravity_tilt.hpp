#pragma once

#include <optional>

#include "estimation/term_columns.hpp"

/// Gravity that pulls in a slightly other direction than the robot file says, since the robot stands askew.
namespace torsor {

/// What this would change, about the links of `robot`; none without gravity.
std::optional<TiltTerm> tilt_term(const Model<double>& robot, const Vector3<double>& gravity);

/// Gravity that is off by so many radians along the two ways of the term, as strong as before.
Vector3<double> tilted(const Vector3<double>& gravity, const TiltTerm& term, const Eigen::Vector2d& angles);

}  // namespace torsor
