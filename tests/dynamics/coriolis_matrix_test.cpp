#include "torsor/dynamics/coriolis_matrix.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/slotine_li.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::coriolis_matrix_test {

/// dB/dq_k by central differences of sixth order.
Matrix<double> slope(const Model<double>& model, const std::vector<double>& q, int k) {
  constexpr double step = 3e-3, weights[] = {45, -9, 1};
  Matrix<double> result(model.nv, model.nv);
  for (int s = 1; s <= 3; ++s) {
    std::vector<double> ahead(q), behind(q);
    ahead[k] += s * step, behind[k] -= s * step;
    const Matrix<double> plus = inertia_matrix(model, ahead), minus = inertia_matrix(model, behind);
    for (std::size_t e = 0; e < result.data.size(); ++e)
      result.data[e] += weights[s - 1] * (plus.data[e] - minus.data[e]) / (60 * step);
  }
  return result;
}

TEST(CoriolisMatrix, IsThatOfTheChristoffelSymbolsOfB) {
  double worst = 0, skew = 0;
  for (int seed = 0; seed < 10000; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 9));
    const std::vector<double> q = random.list(model.nq, 0.1, 3), qd = random.list(model.nv, 0.1, 3);
    const Matrix<double> C = coriolis_matrix(model, q, qd), B = inertia_matrix(model, q);
    std::vector<Matrix<double>> dB;
    for (int k = 0; k < model.nv; ++k) dB.push_back(slope(model, q, k));
    Matrix<double> expected(model.nv, model.nv), Bdot(model.nv, model.nv);
    for (int i = 0; i < model.nv; ++i)
      for (int j = 0; j < model.nv; ++j)
        for (int k = 0; k < model.nv; ++k) {
          expected(i, j) += 0.5 * (dB[k](i, j) + dB[j](i, k) - dB[i](j, k)) * qd[k];
          Bdot(i, j) += dB[k](i, j) * qd[k];
        }
    const double size = norm(B.data) * norm(qd);
    worst = std::max(worst, norm(difference(C.data, expected.data)) / size);
    for (int i = 0; i < model.nv; ++i)
      for (int j = 0; j < model.nv; ++j) skew = std::max(skew, std::abs(Bdot(i, j) - C(i, j) - C(j, i)) / size);
  }
  std::printf("largest disagreement: symbols %.1e, skewness %.1e\n", worst, skew);
  EXPECT_LT(worst, 1e-10);  // the accuracy of the differences
  EXPECT_LT(skew, 1e-10);
}

TEST(CoriolisMatrix, MatchesTheRoboticsToolboxEntryByEntry) {  // icra2021.ipynb (printed output), PUMA 560
  constexpr double quarter = 0.7853981633974483, pi = 3.141592653589793;
  const Model<double> model = build_model<double>(read_builtin_robot("puma560"));
  const Matrix<double> C = coriolis_matrix(model, {0, quarter, pi, 0, quarter, 0}, std::vector<double>(6, 0.1));
  const double expected[6][6] = {
      {-0.0266969622, -0.129059829, 0.0169557253, -3.34419803e-05, -0.00027892962, 6e-06},
      {0.0627416462, 0.03857143, 0.0771469941, -0.000155223544, -1.24020873e-05, -5.85786438e-07},
      {-0.0360731378, -0.0386676328, -9.2068697e-05, -9.30443443e-05, -0.000276206091, -5.85786438e-07},
      {4.00101338e-05, 5.71808764e-05, -4.9983236e-06, 1.0108e-05, 2.42501356e-05, -4.24264069e-06},
      {-1.75563492e-05, 9.62027261e-05, 0.000184137394, -2.42501356e-05, -1.35525272e-21, -5.85786438e-07},
      {6e-06, 3.41421356e-06, 3.41421356e-06, 1.41421356e-06, 5.85786438e-07, 0}};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) EXPECT_NEAR(C(i, j), expected[i][j], 1e-9) << i << "," << j;
}

TEST(CoriolisMatrix, OfTwoRodsIsThatOfTheNotes) {  // 002: h112 = h122 = -m2 l^2 sin(t2)/2 = -h211
  const Model<double> model = build_model<double>(read_builtin_robot("two-rods"));
  const double h = 0.5 * std::sin(0.7);
  const Matrix<double> C = coriolis_matrix(model, {0.3, 0.7}, {2.0, -3.0});
  EXPECT_NEAR(C(0, 0), -h * -3, 1e-14);
  EXPECT_NEAR(C(0, 1), -h * (2 - 3), 1e-14);
  EXPECT_NEAR(C(1, 0), h * 2, 1e-14);
  EXPECT_NEAR(C(1, 1), 0, 1e-14);
}

TEST(CoriolisProduct, OfAnyVectorIsSymmetricInBothVelocities) {  // C(q, x) y = C(q, y) x
  for (int seed = 0; seed < 200; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 9));
    const std::vector<double> q = random.list(model.nq, 0.1, 3), x = random.list(model.nv, 0.1, 3),
                              y = random.list(model.nv, 0.1, 3);
    const Matrix<double> C = coriolis_matrix(model, q, y);
    std::vector<double> expected(model.nv, 0.0);
    for (int i = 0; i < model.nv; ++i)
      for (int j = 0; j < model.nv; ++j) expected[i] += C(i, j) * x[j];
    const double size = norm(inertia_matrix(model, q).data) * norm(x) * norm(y);
    EXPECT_LT(norm(difference(coriolis_product(model, q, x, y), expected)), 1e-13 * size);
  }
}

}  // namespace torsor::test::coriolis_matrix_test
