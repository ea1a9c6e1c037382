#pragma once

#include <array>
#include <vector>

#include "torsor/core/numbers.hpp"
#include "torsor/simulation/stage_sum.hpp"

namespace torsor {

/// Order 5 with an error of order 4 for dy/dt = f(t, y). [Dormand, Prince 1980; Hairer, Norsett, Wanner 1993, II.5]
/// `f(t, y, dy)` returns false where it has no value. The seventh stage is dy/dt at the end, the first of the next
/// step.
class DormandPrince {
 public:
  explicit DormandPrince(std::size_t n) : y_(n), zero_(n), k_{k(n), k(n), k(n), k(n), k(n)} {}

  /// y1 at t + h from y at t, where dy/dt is k1; false where f was.
  template <class System>
  bool step(System& f, double t, Input<double> y, Input<double> k1, double h, Output<double> y1) {
    const auto stage = [&](std::size_t number, double c, auto... term) {
      stage_sum(y.size(), y.data(), h, y_.data(), term...);
      return f(t + c * h, Input<double>(y_), Output<double>(k_[number]));
    };
    using T = StageTerm;
    const auto [k2, k3, k4, k5, k6] = slopes();
    const double* const first = k1.data();
    if (!stage(0, 1. / 5, T{1. / 5, first})) return false;
    if (!stage(1, 3. / 10, T{3. / 40, first}, T{9. / 40, k2})) return false;
    if (!stage(2, 4. / 5, T{44. / 45, first}, T{-56. / 15, k2}, T{32. / 9, k3})) return false;
    if (!stage(3, 8. / 9, T{19372. / 6561, first}, T{-25360. / 2187, k2}, T{64448. / 6561, k3}, T{-212. / 729, k4}))
      return false;
    if (!stage(4, 1, T{9017. / 3168, first}, T{-355. / 33, k2}, T{46732. / 5247, k3}, T{49. / 176, k4},
               T{-5103. / 18656, k5}))
      return false;
    stage_sum(y.size(), y.data(), h, y1.data(), T{35. / 384, first}, T{500. / 1113, k3}, T{125. / 192, k4},
              T{-2187. / 6784, k5}, T{11. / 84, k6});
    return true;
  }

  /// How far the solution of order 4 is from y1; `k7` is dy/dt there.
  void error(Input<double> k1, Input<double> k7, double h, Output<double> error) const {
    using T = StageTerm;
    const auto [k2, k3, k4, k5, k6] = slopes();
    stage_sum(k1.size(), zero_.data(), h, error.data(), T{71. / 57600, k1.data()}, T{-71. / 16695, k3},
              T{71. / 1920, k4}, T{-17253. / 339200, k5}, T{22. / 525, k6}, T{-1. / 40, k7.data()});
  }

 private:
  using k = std::vector<double>;
  std::array<const double*, 5> slopes() const {
    return {k_[0].data(), k_[1].data(), k_[2].data(), k_[3].data(), k_[4].data()};
  }

  std::vector<double> y_, zero_;
  std::array<k, 5> k_;  // stages 2 to 6
};

}  // namespace torsor
