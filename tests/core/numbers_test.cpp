#include "torsor/core/numbers.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <array>
#include <numeric>
#include <vector>

namespace torsor::test::numbers_test {

double sum(Input<double> x) { return std::accumulate(x.begin(), x.end(), 0.0); }
void fill(Output<double> x, double value) {
  for (double& entry : x) entry = value;
}

template <class Vector>
constexpr bool is_input = std::is_convertible_v<Vector, Input<double>>;
template <class Vector>
constexpr bool is_output = std::is_convertible_v<Vector, Output<double>>;

using ColumnByColumn = Eigen::MatrixXd;
using RowByRow = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

TEST(Numbers, AreReadFromEveryVectorThatLiesInOnePiece) {
  const std::vector<double> list{1, 2, 3};
  const Eigen::VectorXd vector = Eigen::Vector3d(1, 2, 3);
  const Eigen::MatrixXd columns = Eigen::Matrix3d{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  EXPECT_EQ(sum(list), 6);
  EXPECT_EQ(sum(std::array{1.0, 2.0, 3.0}), 6);
  EXPECT_EQ(sum(std::span(list)), 6);
  EXPECT_EQ(sum(vector), 6);
  EXPECT_EQ(sum(Eigen::Vector3d(1, 2, 3)), 6);
  EXPECT_EQ(sum(Eigen::Map<const Eigen::VectorXd>(list.data(), 3)), 6);
  EXPECT_EQ(sum(columns.col(0)), 6);
  EXPECT_EQ(sum({1, 2, 3}), 6);
  EXPECT_EQ(sum({}), 0);
}

TEST(Numbers, AreWrittenToTheVectorItself) {
  std::vector<double> list(3);
  std::array<double, 2> array{};
  Eigen::VectorXd vector(4);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(2, 2);
  fill(list, 1), fill(array, 2), fill(vector, 3), fill(matrix.col(1), 4);
  EXPECT_EQ(sum(list), 3);
  EXPECT_EQ(sum(array), 4);
  EXPECT_EQ(sum(vector), 12);
  EXPECT_EQ(matrix.sum(), 8);
}

TEST(Numbers, AreNotMadeFromWhatHasGapsOrAnotherScalarOrMayNotBeWritten) {
  static_assert(is_input<decltype(std::declval<ColumnByColumn>().col(0))>);
  static_assert(is_input<decltype(std::declval<RowByRow>().row(0))>);
  static_assert(!is_input<decltype(std::declval<ColumnByColumn>().row(0))>, "a row of columns has gaps");
  static_assert(!is_input<decltype(std::declval<RowByRow>().col(0))>);
  static_assert(!is_input<Eigen::Map<Eigen::VectorXd, 0, Eigen::InnerStride<2>>>);
  static_assert(!is_input<Eigen::MatrixXd>, "a matrix is no vector");
  static_assert(!is_input<std::vector<float>> && !is_input<Eigen::VectorXf>);
  static_assert(!is_output<const std::vector<double>&> && !is_output<const Eigen::VectorXd&>);
  static_assert(is_output<std::vector<double>&> && is_output<Eigen::VectorXd&>);
}

}  // namespace torsor::test::numbers_test
