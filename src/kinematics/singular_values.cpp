#include "torsor/kinematics/singular_values.hpp"

#include <Eigen/SVD>

namespace torsor {

std::vector<double> singular_values(const Matrix<double>& A) {
  using RowByRow = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::VectorXd sigma =
      Eigen::JacobiSVD<Eigen::MatrixXd>(Eigen::Map<const RowByRow>(A.data.data(), A.rows, A.columns)).singularValues();
  return {sigma.data(), sigma.data() + sigma.size()};
}

}  // namespace torsor
