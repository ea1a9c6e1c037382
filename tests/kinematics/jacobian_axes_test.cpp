#include "torsor/kinematics/jacobian_axes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/kinematics/jacobian.hpp"
#include "torsor/kinematics/singular_values.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::jacobian_axes_test {

const std::vector<double> q{0.1, 0.2, 0.3, 0.4, 0.5, 0.6};

TEST(JacobianAxes, GiveTheVelocityThatTheFrameItselfSees) {
  const Model<double> puma = build_model<double>(read_builtin_robot("puma560"));
  const std::vector<double> qd{1, -2, 3, -4, 5, -6};
  const Matrix3<double> R = frame_pose<double>(puma, forward_kinematics(puma, q), puma.tip).R;
  const Matrix<double> J = jacobian(puma, q, puma.tip), own = in_axes_of(R, J);
  for (const int k : {0, 3}) {
    Vector3<double> base, seen;
    for (int j = 0; j < 6; ++j) {
      base = base + qd[j] * Vector3<double>{J(k, j), J(k + 1, j), J(k + 2, j)};
      seen = seen + qd[j] * Vector3<double>{own(k, j), own(k + 1, j), own(k + 2, j)};
    }
    const Vector3<double> difference = R * seen - base;
    EXPECT_LT(dot(difference, difference), 1e-24);
  }
}

TEST(Manipulability, DoesNotDependOnTheAxesAndIsADeterminant) {
  const Model<double> puma = build_model<double>(read_builtin_robot("puma560"));
  const Matrix3<double> R = frame_pose<double>(puma, forward_kinematics(puma, q), puma.tip).R;
  const Matrix<double> J = jacobian(puma, q, puma.tip);
  const double size = manipulability(singular_values(J));
  EXPECT_NEAR(manipulability(singular_values(in_axes_of(R, J))), size, 1e-14);
  const Model<double> rods = build_model<double>(read_builtin_robot("two-rods"));  // |sin q2| for its vx and vy alone
  const Matrix<double> all = jacobian(rods, {0.3, 0.7}, rods.tip);
  Matrix<double> plane(2, 2);
  for (const int i : {0, 1})
    for (const int j : {0, 1}) plane(i, j) = all(i, j);
  EXPECT_NEAR(manipulability(singular_values(plane)), std::sin(0.7), 1e-14);
}

}  // namespace torsor::test::jacobian_axes_test
