#pragma once

#include <array>
#include <vector>

#include "torsor/core/numbers.hpp"

namespace torsor {

/// Order 5 with an error of order 4 for dy/dt = f(t, y). [Dormand, Prince 1980; Hairer, Norsett, Wanner 1993, II.5]
/// `f(t, y, dy)` returns false where it has no value. The seventh stage is dy/dt at the end, the first of the next
/// step.
class DormandPrince {
 public:
  explicit DormandPrince(std::size_t n) : y_(n), k_{k(n), k(n), k(n), k(n), k(n)} {}

  /// y1 at t + h from y at t, where dy/dt is k1; false where f was.
  template <class System>
  bool step(System& f, double t, Input<double> y, Input<double> k1, double h, Output<double> y1) {
    static constexpr std::array<double, 5> c{1. / 5, 3. / 10, 4. / 5, 8. / 9, 1};
    static constexpr double a[6][6] = {{1. / 5},
                                       {3. / 40, 9. / 40},
                                       {44. / 45, -56. / 15, 32. / 9},
                                       {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
                                       {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
                                       {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
    const std::size_t n = y.size();
    for (std::size_t stage = 0; stage < 5; ++stage) {
      for (std::size_t i = 0; i < n; ++i) {
        double sum = a[stage][0] * k1[i];
        for (std::size_t j = 0; j < stage; ++j) sum += a[stage][j + 1] * k_[j][i];
        y_[i] = y[i] + h * sum;
      }
      if (!f(t + c[stage] * h, Input<double>(y_), Output<double>(k_[stage]))) return false;
    }
    for (std::size_t i = 0; i < n; ++i)
      y1[i] = y[i] +
              h * (a[5][0] * k1[i] + a[5][2] * k_[1][i] + a[5][3] * k_[2][i] + a[5][4] * k_[3][i] + a[5][5] * k_[4][i]);
    return true;
  }

  /// How far the solution of order 4 is from y1; `k7` is dy/dt there.
  void error(Input<double> k1, Input<double> k7, double h, Output<double> error) const {
    for (std::size_t i = 0; i < k1.size(); ++i)
      error[i] = h * (71. / 57600 * k1[i] - 71. / 16695 * k_[1][i] + 71. / 1920 * k_[2][i] -
                      17253. / 339200 * k_[3][i] + 22. / 525 * k_[4][i] - 1. / 40 * k7[i]);
  }

 private:
  using k = std::vector<double>;
  std::vector<double> y_;
  std::array<k, 5> k_;  // stages 2 to 6
};

}  // namespace torsor
