#include "torsor/kinematics/singular_values.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace torsor::test::singular_values_test {

Matrix<double> matrix(int rows, int columns, std::vector<double> entries) {
  Matrix<double> A(rows, columns);
  A.data = std::move(entries);
  return A;
}

TEST(SingularValues, AreTheLengthsOfRowsAtRightAngles) {
  const std::vector<double> found = singular_values(matrix(2, 3, {1, 2, 2, 8.0 / 3, -8.0 / 3, 4.0 / 3}));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0], 4, 1e-14);
  EXPECT_NEAR(found[1], 3, 1e-14);
}

TEST(SingularValues, EndWithZeroWhereADirectionIsLost) {
  const std::vector<double> found = singular_values(matrix(3, 2, {3, 3, 3, 3, 3, 3}));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0], 3 * std::sqrt(6.0), 1e-14);
  EXPECT_NEAR(found[1], 0, 1e-14);
}

}  // namespace torsor::test::singular_values_test
