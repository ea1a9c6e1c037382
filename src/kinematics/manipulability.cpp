#include "torsor/kinematics/manipulability.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/kinematics/jacobian_axes.hpp"

namespace torsor {

double Ellipsoid::manipulability() const { return torsor::manipulability(sigma); }

double Ellipsoid::condition_number() const {
  if (sigma.empty() || !(sigma.back() > 0)) return std::numeric_limits<double>::infinity();
  return sigma.front() / sigma.back();
}

double Ellipsoid::isotropy() const {
  if (sigma.empty() || !(sigma.front() > 0)) return 0;
  double logarithm = 0, sum = 0;
  for (const double value : sigma) {
    const double share = value / sigma.front();
    if (!(share > 0)) return 0;
    logarithm += 2 * std::log(share), sum += share * share;
  }
  const auto count = static_cast<double>(sigma.size());
  return std::exp(logarithm / count) / (sum / count);
}

/// The right singular vectors of J^T are the left ones of J. What is only rounding beside the largest is 0.
Ellipsoid velocity_ellipsoid(const Matrix<double>& J, const std::vector<int>& rows) {
  const int m = static_cast<int>(rows.size());
  Eigen::MatrixXd transposed(J.columns, m);
  for (int a = 0; a < m; ++a)
    for (int j = 0; j < J.columns; ++j) transposed(j, a) = J(rows[static_cast<std::size_t>(a)], j);
  const linear_algebra::RightSingular found = linear_algebra::right_singular(transposed);
  Ellipsoid result{{found.values.data(), found.values.data() + found.values.size()}, Matrix<double>(m, m)};
  for (double& value : result.sigma)
    if (value < 1e-14 * result.sigma.front()) value = 0;
  for (int k = 0; k < m; ++k) {
    // The largest entry of a direction is positive: either sign would do.
    Eigen::Index largest = 0;
    found.V.col(k).cwiseAbs().maxCoeff(&largest);
    const double sign = found.V(largest, k) < 0 ? -1 : 1;
    for (int a = 0; a < m; ++a) result.axes(a, k) = sign * found.V(a, k);
  }
  return result;
}

}  // namespace torsor
