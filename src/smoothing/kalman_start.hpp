#pragma once

#include <span>

/// Position, velocity and acceleration in scaled time, and the state that the filter starts from.
namespace torsor::kalman {

struct State {
  double x, v, a;
};

inline State predicted(const State& s, double d) { return {s.x + d * (s.v + d / 2 * s.a), s.v + d * s.a, s.a}; }

/// The parabola through the first samples in the sense of least squares, at the first sample: near enough that the wide
/// variances of the start leave no trace of it. Linear in the samples, like all else.
State first_state(std::span<const double> time, std::span<const double> samples, double scale);

}  // namespace torsor::kalman
