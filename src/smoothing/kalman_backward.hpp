#pragma once

#include "smoothing/kalman_step.hpp"

/// One step of the backward pass in a form that only adds positive terms, so that the smoothed covariance stays
/// positive definite: with G = Q P^-1, P the covariance predicted for the next sample,
///   gain C = F^-1 (I - G),   smoothed = F^-1 (G (F P+ F^T) G^T + (I - G) (Q + smoothed') (I - G)^T) F^-T.
namespace torsor::kalman {

/// G = Q P^-1 by an L D L^T factorisation of P; rows of G solve P g = (row of Q).
inline void quotient(const StateCovariance& q, const StateCovariance& p, double g[9]) {
  const double l10 = p.xv / p.xx, l20 = p.xa / p.xx;
  const double d1 = p.vv - l10 * p.xv;
  const double l21 = (p.va - l20 * p.xv) / d1;
  const double d2 = p.aa - l20 * p.xa - l21 * l21 * d1;
  const double rows[3][3] = {{q.xx, q.xv, q.xa}, {q.xv, q.vv, q.va}, {q.xa, q.va, q.aa}};
  for (int i = 0; i < 3; ++i) {
    const double y0 = rows[i][0], y1 = rows[i][1] - l10 * y0, y2 = rows[i][2] - l20 * y0 - l21 * y1;
    const double z2 = y2 / d2, z1 = y1 / d1 - l21 * z2;
    g[3 * i] = y0 / p.xx - l10 * z1 - l20 * z2;
    g[3 * i + 1] = z1;
    g[3 * i + 2] = z2;
  }
}

/// A P A^T.
inline StateCovariance congruent(const double a[9], const StateCovariance& p) {
  double b[9];
  for (int i = 0; i < 3; ++i) {
    const double x = a[3 * i], v = a[3 * i + 1], w = a[3 * i + 2];
    b[3 * i] = x * p.xx + v * p.xv + w * p.xa;
    b[3 * i + 1] = x * p.xv + v * p.vv + w * p.va;
    b[3 * i + 2] = x * p.xa + v * p.va + w * p.aa;
  }
  const auto entry = [&](int i, int j) {
    return b[3 * i] * a[3 * j] + b[3 * i + 1] * a[3 * j + 1] + b[3 * i + 2] * a[3 * j + 2];
  };
  return {entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)};
}

inline KalmanSmoother::Backward backward_step(const StateCovariance& filtered, const StateCovariance& next, double d,
                                              double process) {
  const StateCovariance q = process_covariance(d, process), moved = transported(filtered, d);
  double g[9], rest[9];
  quotient(q, sum(moved, q), g);
  for (int i = 0; i < 9; ++i) rest[i] = (i % 4 == 0 ? 1.0 : 0.0) - g[i];
  KalmanSmoother::Backward result;
  for (int j = 0; j < 3; ++j) {
    result.c[j] = rest[j] - d * rest[3 + j] + d * d / 2 * rest[6 + j];
    result.c[3 + j] = rest[3 + j] - d * rest[6 + j];
    result.c[6 + j] = rest[6 + j];
  }
  result.smoothed = transported(sum(congruent(g, moved), congruent(rest, sum(q, next))), -d);
  return result;
}

}  // namespace torsor::kalman
