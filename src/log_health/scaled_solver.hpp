#pragma once

#include <Eigen/Cholesky>

namespace torsor {

/// (G + a little)^-1, in units in which the diagonal of G is 1, so that a G without full rank does no harm.
class ScaledSolver {
 public:
  explicit ScaledSolver(const Eigen::MatrixXd& G) : scale_(G.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse()) {
    for (Eigen::Index k = 0; k < scale_.size(); ++k)
      if (G(k, k) <= 1e-280) scale_(k) = 0;
    Eigen::MatrixXd unit = scale_.asDiagonal() * G * scale_.asDiagonal();
    unit.diagonal().array() += 1e-9;
    factor_.compute(unit);
  }
  Eigen::MatrixXd solve(const Eigen::MatrixXd& b) const {
    return scale_.asDiagonal() * factor_.solve(scale_.asDiagonal() * b);
  }

 private:
  Eigen::VectorXd scale_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
};

}  // namespace torsor
