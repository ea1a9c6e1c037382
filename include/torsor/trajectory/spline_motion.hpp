#pragma once

#include <variant>

#include "torsor/trajectory/piecewise_motion.hpp"

namespace torsor {

/// The degree of the polynomials between two points. Through points in between, all derivatives up to the degree less
/// one are continuous: acceleration of cubic ones, snap of quintic ones, the sixth derivative of septic ones.
enum class SplineDegree { cubic = 3, quintic = 5, septic = 7 };

/// How a spline begins or ends, by joint; empty is 0. A cubic one heeds only velocities, a quintic one also
/// accelerations.
struct SplineEnd {
  std::vector<double> velocity{}, acceleration{}, jerk{};
};

struct SplineEnds {
  SplineEnd start{}, end{};
  bool natural = false;  // of a cubic one: no acceleration at the ends, in place of velocities that are given
};

/// The motion through `points`, row after row, at `times` that rise from 0 on. Between two points it is the polynomial
/// of least degree with the given ends; through several it is the smoothest one. [Biagiotti, Melchiorri 2008, 2.1, 4.4;
/// de Boor 1978]
std::variant<PiecewiseMotion, MotionProblem> spline_motion(SplineDegree degree, Input<double> times,
                                                           Input<double> points, std::size_t joints,
                                                           const SplineEnds& ends = {});

/// The same from rest to rest, with the times stretched or shortened so that a limit is reached and none exceeded.
std::variant<PiecewiseMotion, MotionProblem> spline_within_limits(SplineDegree degree, Input<double> times,
                                                                  Input<double> points,
                                                                  std::span<const AxisLimits> limits);

/// Times for a motion through points in one second: each leg gets its share of the distances, of which a leg has that
/// of the joint that needs most at `velocities` (empty: 1 for all).
std::vector<double> times_by_distance(Input<double> points, std::size_t joints, Input<double> velocities = {});

}  // namespace torsor
