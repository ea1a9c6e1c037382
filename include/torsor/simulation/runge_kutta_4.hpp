#pragma once

#include <vector>

#include "torsor/core/numbers.hpp"

namespace torsor {

/// The classical method of order 4 for dy/dt = f(t, y). [Kutta 1901] `f(t, y, dy)` returns false where it has no value.
class RungeKutta4 {
 public:
  explicit RungeKutta4(std::size_t n) : y_(n), k2_(n), k3_(n), k4_(n) {}

  /// y1 at t + h from y at t, where dy/dt is k1; false where f was.
  template <class System>
  bool step(System& f, double t, Input<double> y, Input<double> k1, double h, Output<double> y1) {
    const std::size_t n = y.size();
    for (std::size_t i = 0; i < n; ++i) y_[i] = y[i] + h / 2 * k1[i];
    if (!f(t + h / 2, Input<double>(y_), Output<double>(k2_))) return false;
    for (std::size_t i = 0; i < n; ++i) y_[i] = y[i] + h / 2 * k2_[i];
    if (!f(t + h / 2, Input<double>(y_), Output<double>(k3_))) return false;
    for (std::size_t i = 0; i < n; ++i) y_[i] = y[i] + h * k3_[i];
    if (!f(t + h, Input<double>(y_), Output<double>(k4_))) return false;
    for (std::size_t i = 0; i < n; ++i) y1[i] = y[i] + h / 6 * (k1[i] + 2 * (k2_[i] + k3_[i]) + k4_[i]);
    return true;
  }

 private:
  std::vector<double> y_, k2_, k3_, k4_;
};

}  // namespace torsor
