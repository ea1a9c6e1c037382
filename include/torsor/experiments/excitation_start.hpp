#pragma once

#include <cstdint>
#include <optional>

#include "torsor/experiments/excitation_problem.hpp"

namespace torsor {

/// A place anywhere in the ranges of the joints, whatever the other limits say.
Eigen::VectorXd random_place(const ExcitationProblem& problem, std::uint64_t seed, std::int64_t number);

/// A place to rest at with room to all limits: the middle of the ranges, or a random place; by joint. Nothing where a
/// thousand places have none. `seed` 0 asks for the one with the most room of a few hundred.
std::optional<Eigen::VectorXd> place_with_room(const ExcitationProblem& problem, std::uint64_t seed);

/// A random motion within all limits: amplitudes as those of random_fourier_series, each joint up to the tightest of
/// its limits of position, velocity and acceleration, and then all of them alike up to the tightest of the others;
/// `room` (of a slack) away from them. Nothing where there is no place to rest, or none to move.
std::optional<Eigen::MatrixXd> random_motion(const ExcitationProblem& problem, std::uint64_t seed, double room);

}  // namespace torsor
