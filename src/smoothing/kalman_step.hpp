#pragma once

#include <cmath>

#include "torsor/smoothing/kalman_smoother.hpp"

/// One step of the white-jerk model in scaled time: F = exp(A d), Q the covariance that the jerk adds.
namespace torsor::kalman {

inline StateCovariance process_covariance(double d, double q) {
  const double d2 = d * d, d3 = d2 * d;
  return {q * d3 * d2 / 20, q * d2 * d2 / 8, q * d3 / 6, q * d3 / 3, q * d2 / 2, q * d};
}

/// F P F^T.
inline StateCovariance transported(const StateCovariance& p, double d) {
  const double h = d * d / 2;
  const double xx = p.xx + d * p.xv + h * p.xa, xv = p.xv + d * p.vv + h * p.va, xa = p.xa + d * p.va + h * p.aa;
  const double vv = p.vv + d * p.va, va = p.va + d * p.aa;
  return {xx + d * xv + h * xa, xv + d * xa, xa, vv + d * va, va, p.aa};
}

inline StateCovariance sum(const StateCovariance& a, const StateCovariance& b) {
  return {a.xx + b.xx, a.xv + b.xv, a.xa + b.xa, a.vv + b.vv, a.va + b.va, a.aa + b.aa};
}

/// The measurement of the position with variance 1: changes p to the covariance after it, and returns the variance of
/// the innovation. The entries of x need no difference, so that an exact position costs no digits.
inline double update(StateCovariance& p, double gain[3]) {
  const double s = p.xx + 1;
  gain[0] = p.xx / s;
  gain[1] = p.xv / s;
  gain[2] = p.xa / s;
  p = {gain[0], gain[1], gain[2], p.vv - gain[1] * p.xv, p.va - gain[1] * p.xa, p.aa - gain[2] * p.xa};
  return s;
}

/// Whether two covariances are equal to rounding.
inline bool settled(const StateCovariance& a, const StateCovariance& b) {
  constexpr double tolerance = 1e-13;
  const double x = std::sqrt(b.xx), v = std::sqrt(b.vv), w = std::sqrt(b.aa);
  return std::abs(a.xx - b.xx) <= tolerance * b.xx && std::abs(a.xv - b.xv) <= tolerance * x * v &&
         std::abs(a.xa - b.xa) <= tolerance * x * w && std::abs(a.vv - b.vv) <= tolerance * b.vv &&
         std::abs(a.va - b.va) <= tolerance * v * w && std::abs(a.aa - b.aa) <= tolerance * b.aa;
}

/// Time steps that differ by the rounding of printed stamps count as equal.
inline bool same_step(double a, double b) { return std::abs(a - b) <= 1e-9 * b; }

/// Variances before the first sample, a million times those that the data leave; d is the typical scaled step.
inline StateCovariance vague(double d) {
  const double size = 1e6 * std::fmin(d, 1.0), d2 = d * d;
  return {size, 0, 0, size * (1 + d2 * d2), 0, size * (1 + d2)};
}

}  // namespace torsor::kalman
