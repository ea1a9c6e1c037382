#pragma once

#include <vector>

#include "torsor/core/numbers.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// Which of friction, stops and loops hold: the x within lower <= x <= upper for which w = W x + b has w = 0 where x is
/// inside its bounds, w >= 0 at the lower and w <= 0 at the upper one. W is symmetric and positive definite, or nearly
/// so: then x is the least of those that do. The smallest of x W x / 2 + b x. Block pivoting, and one at a time where
/// that goes in circles. [Judice, Pires 1994; Murty 1974]
class BoxProgram {
 public:
  /// For up to `largest` rows.
  explicit BoxProgram(int largest);

  /// x; its old values do not matter. Only the first b.size() rows and columns of W count. False where no answer was
  /// found: never for a W that is positive definite to working precision.
  bool solve(MatrixView<double> W, Input<double> b, Input<double> lower, Input<double> upper, Output<double> x);

  /// After solve: -1 where x is at its lower bound, 1 at its upper one, 0 inside.
  int side(int i) const { return side_[i]; }
  /// After solve.
  double w(int i) const { return w_[i]; }

 private:
  void solve_inside(MatrixView<double> W, Input<double> b, Output<double> x);
  void compute_w(MatrixView<double> W, Input<double> b, Input<double> x);
  int wrong_side(int i, Input<double> lower, Input<double> upper, Input<double> x) const;

  int n_ = 0;
  std::vector<int> side_, inside_;
  std::vector<double> w_, scale_;
  Matrix<double> L_;
};

}  // namespace torsor
