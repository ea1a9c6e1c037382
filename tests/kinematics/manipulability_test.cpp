#include "torsor/kinematics/manipulability.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::manipulability_test {

Model<double> two_rods() { return build_model<double>(load_robot("two-rods")); }

TEST(Manipulability, of_two_links_in_a_plane_is_the_product_of_their_lengths_and_the_sine_of_the_elbow) {
  const Model<double> model = two_rods();  // both 1 m long
  for (const double q2 : {-2.5, -0.4, 0.0, 0.3, 1.5, 3.0}) {
    const Matrix<double> J = jacobian(model, std::vector<double>{0.7, q2}, model.tip);
    EXPECT_NEAR(velocity_ellipsoid(J, {0, 1}).manipulability(), std::abs(std::sin(q2)), 1e-14) << q2;
    EXPECT_NEAR(velocity_ellipsoid(J, {0, 1, 2}).manipulability(), std::abs(std::sin(q2)), 1e-14) << q2;
  }
}

/// An arm whose elbow has cos q2 = -1/sqrt(2) and whose lower link is 1/sqrt(2) of the upper one is isotropic.
/// [Salisbury, Craig 1982]
TEST(Manipulability, an_isotropic_arm_has_round_ellipsoids) {
  const double l = std::numbers::sqrt2, lower = 1, q2 = 0.75 * std::numbers::pi;
  Matrix<double> J(6, 2);
  J(0, 0) = -lower * std::sin(q2), J(0, 1) = -lower * std::sin(q2);
  J(1, 0) = l + lower * std::cos(q2), J(1, 1) = lower * std::cos(q2);
  const Ellipsoid found = velocity_ellipsoid(J, {0, 1});
  EXPECT_NEAR(found.condition_number(), 1, 1e-14);
  EXPECT_NEAR(found.isotropy(), 1, 1e-14);
  EXPECT_NEAR(found.force(0), 1 / found.sigma[0], 1e-14);
}

TEST(Manipulability, a_stretched_arm_cannot_move_along_itself) {
  const Model<double> model = two_rods();
  const Ellipsoid found = velocity_ellipsoid(jacobian(model, std::vector<double>{0.6, 0.0}, model.tip), {0, 1});
  EXPECT_NEAR(found.sigma[0], std::sqrt(5), 1e-14);  // 2 m and 1 m from the joints
  EXPECT_LT(found.sigma[1], 1e-15);
  EXPECT_NEAR(found.axes(0, 0) * std::cos(0.6) + found.axes(1, 0) * std::sin(0.6), 0, 1e-14);
  EXPECT_LT(found.isotropy(), 1e-14);
}

TEST(Manipulability, axes_and_semi_axes_are_those_of_the_jacobian) {
  const Model<double> model = build_model<double>(load_robot("panda"));
  const std::vector<double> q{0.1, -0.4, 0.3, -1.9, 0.2, 1.7, 0.5};
  const Matrix<double> J = jacobian(model, q, model.tip);
  for (const int first : {0, 3}) {
    const Ellipsoid found = velocity_ellipsoid(J, {first, first + 1, first + 2});
    for (int k = 0; k < 3; ++k) {
      double square = 0;  // |J^T u| is sigma, for each of the directions u
      for (int j = 0; j < J.columns; ++j) {
        double sum = 0;
        for (int a = 0; a < 3; ++a) sum += found.axes(a, k) * J(first + a, j);
        square += sum * sum;
      }
      EXPECT_NEAR(std::sqrt(square), found.sigma[static_cast<std::size_t>(k)], 1e-13);
    }
  }
}

}  // namespace torsor::test::manipulability_test
