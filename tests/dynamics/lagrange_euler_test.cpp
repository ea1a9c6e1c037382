#include "torsor/dynamics/lagrange_euler.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/robot_files/load_robot.hpp"

// The closed forms of the notes are in notes_test.cpp, the comparison with Newton-Euler in identities/.
namespace torsor::test::lagrange_euler_test {

double largest_difference(const Matrix4<double>& A, const Matrix4<double>& B) {
  double largest = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) largest = std::max(largest, std::abs(A(i, j) - B(i, j)));
  return largest;
}

/// Central difference of the matrix `entry` of two configurations.
Matrix4<double> slope(const Matrix4<double>& ahead, const Matrix4<double>& behind, double step) {
  return (0.5 / step) * (ahead + (-1.0) * behind);
}

TEST(LagrangeEuler, FirstAndSecondDerivativesAreThoseOfTheLinkFrames) {
  constexpr double step = 1e-5;
  for (int seed = 0; seed < 30; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 6));
    const std::vector<double> q = random.list(model.nq, 0.1, 3);
    const LagrangeEuler<double> L = lagrange_euler(model, q, model.gravity);
    for (int j = 1; j < model.body_count(); ++j) {
      std::vector<double> ahead(q), behind(q);
      ahead[model.bodies[j].q] += step, behind[model.bodies[j].q] -= step;
      const LagrangeEuler<double> plus = lagrange_euler(model, ahead, model.gravity);
      const LagrangeEuler<double> minus = lagrange_euler(model, behind, model.gravity);
      for (int i = 1; i < model.body_count(); ++i) {
        EXPECT_LT(largest_difference(L.U(i, j), slope(plus.A[i], minus.A[i], step)), 1e-8);
        for (int k = i; k > 0; k = model.bodies[k].parent) {
          bool carries = false;  // U_ijk is zero unless both joints carry link i
          for (int a = i; a > 0; a = model.bodies[a].parent) carries |= a == j;
          if (!carries) continue;
          EXPECT_LT(largest_difference(L.U(i, j, k), slope(plus.U(i, k), minus.U(i, k), step)), 1e-8);
        }
      }
    }
  }
}

TEST(LagrangeEuler, FramesAreThoseOfTheRobotsTable) {  // [notes 000] the A matrix of standard DH, typed by hand
  const Model<double> model = build_model<double>(read_builtin_robot("puma560"));
  const std::vector<double> q{0.3, -0.4, 0.5, 0.6, -0.7, 0.8};
  const LagrangeEuler<double> L = lagrange_euler(model, q, model.gravity);
  const double a[] = {0, 0.4318, 0.0203, 0, 0, 0}, d[] = {0, 0, 0.15005, 0.4318, 0, 0};
  const double sin_alpha[] = {1, 0, -1, 1, -1, 0}, cos_alpha[] = {0, 1, 0, 0, 0, 1};
  Matrix4<double> expected = homogeneous(Transform<double>{});
  for (int i = 0; i < 6; ++i) {
    const double s = std::sin(q[i]), c = std::cos(q[i]), sa = sin_alpha[i], ca = cos_alpha[i];
    const Matrix4<double> A =
        matrix4({c, -ca * s, sa * s, s, ca * c, -sa * c, 0.0, sa, ca}, {a[i] * c, a[i] * s, d[i]}, 1.0);
    expected = expected * A;
    EXPECT_LT(largest_difference(L.A[i + 1], expected), 1e-14) << "link " << i + 1;
  }
}

TEST(LagrangeEuler, PseudoInertiaIsTheIntegralOverTheLink) {  // [notes 002] of a uniform rod that ends at its frame
  const Model<double> model = build_model<double>(read_builtin_robot("two-rods", {{"l", "0.8"}, {"m1", "3"}}));
  const LagrangeEuler<double> L = lagrange_euler(model, {0.0, 0.0}, model.gravity);
  Matrix4<double> expected;
  constexpr int slices = 100000;
  for (int k = 0; k < slices; ++k) {
    const double x = -0.8 * (k + 0.5) / slices, dm = 3.0 / slices;
    expected(0, 0) += x * x * dm, expected(0, 3) += x * dm, expected(3, 0) += x * dm, expected(3, 3) += dm;
  }
  EXPECT_LT(largest_difference(L.J[1], expected), 1e-9);
}

TEST(LagrangeEuler, CoefficientsAreSymmetricInTheVelocities) {
  for (int seed = 0; seed < 50; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 7));
    const LagrangeEuler<double> L = lagrange_euler(model, random.list(model.nq, 0.1, 3), model.gravity);
    for (int i = 0; i < model.nv; ++i)
      for (int k = 0; k < model.nv; ++k) {
        EXPECT_NEAR(L.D(i, k), L.D(k, i), 1e-12 * (1 + std::abs(L.D(i, k))));
        for (int m = 0; m < k; ++m) EXPECT_NEAR(L.h(i, k, m), L.h(i, m, k), 1e-12 * (1 + std::abs(L.h(i, k, m))));
      }
  }
}

TEST(LagrangeEuler, ActuatorInertiaStandsApartFromD) {  // 004 (4.24): D_ii + I_a
  const Description robot = read_builtin_robot("puma560");
  const Model<double> model = build_model<double>(robot), bare = without_rotors(model);
  const std::vector<double> q{0.3, -0.4, 0.5, 0.6, -0.7, 0.8};
  const LagrangeEuler<double> L = lagrange_euler(model, q, model.gravity), B = lagrange_euler(bare, q, model.gravity);
  EXPECT_LT(norm(difference(L.D.data, B.D.data)), 1e-15);
  EXPECT_NEAR(L.actuator(0, 0), 62.6111 * 62.6111 * 200e-6, 1e-12);
  EXPECT_EQ(L.actuator(0, 1), 0);
}

}  // namespace torsor::test::lagrange_euler_test
