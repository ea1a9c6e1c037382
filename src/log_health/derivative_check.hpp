#pragma once

#include <cmath>

namespace torsor::log_health {

/// Whether a recorded rate is the derivative of what it should be: sums over windows of the change that was seen (y)
/// and of the integral of the recorded rate (x).
struct DerivativeCheck {
  double xx = 0, xy = 0, yy = 0;
  long windows = 0;

  void add(double x, double y) { xx += x * x, xy += x * y, yy += y * y, ++windows; }
  /// 1 where one follows from the other but for a factor.
  double correlation() const { return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0; }
  /// The factor that the recorded rate lacks, from both regressions, so that noise in either does not bias it much.
  double factor() const { return xy == 0 ? 0 : std::copysign(std::sqrt(yy / xx), xy); }
  /// Root mean square of the change.
  double change() const { return windows > 0 ? std::sqrt(yy / static_cast<double>(windows)) : 0; }
};

}  // namespace torsor::log_health
