#include "torsor/kinematics/singular_values.hpp"

#include "torsor/core/linear_algebra.hpp"

namespace torsor {

std::vector<double> singular_values(const Matrix<double>& A) {
  using RowByRow = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::VectorXd sigma =
      linear_algebra::singular_values(Eigen::Map<const RowByRow>(A.data.data(), A.rows, A.columns));
  return {sigma.data(), sigma.data() + sigma.size()};
}

}  // namespace torsor
