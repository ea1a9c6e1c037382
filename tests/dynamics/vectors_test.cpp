#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>

#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/spatial/eigen.hpp"

// Whoever has std::vector, std::array, or Eigen's vectors, calls the algorithms with them, and names no scalar.
namespace torsor::test::vectors_test {

using Six = Eigen::Matrix<double, 6, 1>;

struct Vectors : testing::Test {
  const Model<double> model = build_model<double>(read_builtin_robot("puma560"));
  const std::vector<double> q{0.1, -0.4, 0.7, 1.1, -0.3, 0.2}, qd{1, -2, 0.5, 0.3, 2, -1}, qdd{3, 1, -2, 1, 0.5, 4};
  const std::vector<double> tau = inverse_dynamics(model, q, qd, qdd);
};

TEST_F(Vectors, OfEigenAndArraysGiveTheSameTorques) {
  const Eigen::VectorXd eigen_q = eigen(q);
  const Eigen::Map<const Eigen::VectorXd> mapped(qd.data(), 6);
  std::array<double, 6> array{};
  std::copy(qdd.begin(), qdd.end(), array.begin());
  EXPECT_EQ(inverse_dynamics(model, eigen_q, mapped, array), tau);
  EXPECT_EQ(inverse_dynamics(model, Six(eigen_q), mapped, array), tau);
}

TEST_F(Vectors, InPlaceNeedNoNameOfTheScalar) {
  NewtonEulerWorkspace<double> workspace(model);
  ForwardDynamicsWorkspace<double> forward(model);
  Eigen::VectorXd torque(6), acceleration(6);
  std::array<double, 6> other{};
  inverse_dynamics(model, eigen(q), eigen(qd), eigen(qdd), default_conditions(model), workspace, torque);
  inverse_dynamics(model, q, qd, qdd, {model.gravity, {}, {}}, workspace, other);
  forward_dynamics(model, q, qd, torque, default_conditions(model), forward, acceleration);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(torque[i], tau[i]);
    EXPECT_EQ(other[i], tau[i]);
    EXPECT_NEAR(acceleration[i], qdd[i], 1e-9);
  }
}

TEST_F(Vectors, MatricesAreSeenByEigenWithoutACopy) {
  Matrix<double> J = jacobian(model, q, model.tip);
  auto seen = eigen(J);
  EXPECT_EQ(seen.data(), J.data.data());
  EXPECT_EQ(seen.rows(), 6);
  EXPECT_EQ(seen.cols(), 6);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) EXPECT_EQ(seen(i, j), J(i, j)) << "row by row";
  seen(1, 2) = 17;
  EXPECT_EQ(J(1, 2), 17);
  const Matrix<double> B = inertia_matrix(model, q);
  EXPECT_TRUE(eigen(B).isApprox(eigen(B).transpose()));
  EXPECT_GT(eigen(B).llt().matrixL().toDenseMatrix().diagonal().minCoeff(), 0);
}

TEST_F(Vectors, AMatrixOfEigenIsWrittenInPlace) {
  EigenMatrix<double> B(6, 6);
  InertiaMatrixWorkspace<double> workspace(model);
  inertia_matrix(model, q, workspace, view(B));
  const Matrix<double> expected = inertia_matrix(model, q);
  EXPECT_EQ(B, eigen(expected));
}

}  // namespace torsor::test::vectors_test
