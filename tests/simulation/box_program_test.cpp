#include "torsor/simulation/box_program.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_robot.hpp"

namespace torsor::test::box_program_test {

/// W = G G^T of rank `rank`.
Matrix<double> random_gram(Random& random, int n, int rank) {
  Matrix<double> G(n, rank), W(n, n);
  for (double& x : G.data) x = random.signed_uniform(0.01, 1);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < rank; ++k) W(i, j) += G(i, k) * G(j, k);
  return W;
}

void expect_conditions(MatrixView<double> W, Input<double> b, Input<double> lower, Input<double> upper,
                       Input<double> x) {
  for (int i = 0; i < W.rows; ++i) {
    double w = b[i], size = std::abs(b[i]);
    for (int j = 0; j < W.rows; ++j) w += W(i, j) * x[j], size += std::abs(W(i, j) * x[j]);
    const double small = 1e-9 * size;
    EXPECT_GE(x[i], lower[i]);
    EXPECT_LE(x[i], upper[i]);
    if (x[i] > lower[i]) {
      EXPECT_LE(w, small);
    }
    if (x[i] < upper[i]) {
      EXPECT_GE(w, -small);
    }
  }
}

TEST(BoxProgram, MeetsTheConditionsOfEveryRow) {
  Random random(7);
  BoxProgram program(12);
  for (int number = 0; number < 20000; ++number) {
    const int n = random.integer(1, 12);
    Matrix<double> W = random_gram(random, n, n + 1);
    std::vector<double> b = random.list(n, 0.01, 2), lower(n), upper(n), x(n);
    for (int i = 0; i < n; ++i) {
      lower[i] = -random.uniform(0.01, 1), upper[i] = random.uniform(0.01, 1);
      if (random.integer(0, 5) == 0) lower[i] = 0, upper[i] = HUGE_VAL;  // a stop
      if (random.integer(0, 9) == 0) lower[i] = -HUGE_VAL, upper[i] = HUGE_VAL;
    }
    ASSERT_TRUE(program.solve(W.view(), b, lower, upper, x)) << number;
    expect_conditions(W.view(), b, lower, upper, x);
  }
}

TEST(BoxProgram, RowsThatDependOnOthersShareWhatTheyCarry) {
  // Two rows that are the same: as one of the doubled strength.
  Matrix<double> W(2, 2);
  W.data = {2, 2, 2, 2};
  std::vector<double> x(2);
  BoxProgram program(2);
  ASSERT_TRUE(program.solve(W.view(), {-3.0, -3.0}, {-1.0, -1.0}, {1.0, 1.0}, x));
  EXPECT_NEAR(x[0] + x[1], 1.5, 1e-9);
  ASSERT_TRUE(program.solve(W.view(), {-5.0, -5.0}, {-1.0, -1.0}, {1.0, 1.0}, x));
  EXPECT_EQ(x[0], 1);
  EXPECT_EQ(x[1], 1);
}

}  // namespace torsor::test::box_program_test
