#pragma once

#include <vector>

#include "torsor/core/numbers.hpp"
#include "torsor/simulation/stage_sum.hpp"

namespace torsor {

/// The classical method of order 4 for dy/dt = f(t, y). [Kutta 1901] `f(t, y, dy)` returns false where it has no value.
class RungeKutta4 {
 public:
  explicit RungeKutta4(std::size_t n) : y_(n), k2_(n), k3_(n), k4_(n) {}

  /// y1 at t + h from y at t, where dy/dt is k1; false where f was.
  template <class System>
  bool step(System& f, double t, Input<double> y, Input<double> k1, double h, Output<double> y1) {
    const auto stage = [&](double part, Input<double> k, std::vector<double>& next) {
      stage_sum(y.size(), y.data(), part * h, y_.data(), StageTerm{1, k.data()});
      return f(t + part * h, Input<double>(y_), Output<double>(next));
    };
    if (!stage(0.5, k1, k2_) || !stage(0.5, k2_, k3_) || !stage(1, k3_, k4_)) return false;
    stage_sum(y.size(), y.data(), h / 6, y1.data(), StageTerm{1, k1.data()}, StageTerm{2, k2_.data()},
              StageTerm{2, k3_.data()}, StageTerm{1, k4_.data()});
    return true;
  }

 private:
  std::vector<double> y_, k2_, k3_, k4_;
};

}  // namespace torsor
