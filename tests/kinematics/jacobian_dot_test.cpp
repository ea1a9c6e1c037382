#include <gtest/gtest.h>

#include "support/dual_state.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::jacobian_dot_test {

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], tolerance) << k;
}

TEST(JacobianDot, OfTwoRodsIsAsOnPaper) {  // lengths 1; the tip's x = c1 + c12, y = s1 + s12
  const Model<double> model = build_model<double>(read_builtin_robot("two-rods"));
  const double q1 = 0.3, q2 = 0.9, d1 = 0.7, d12 = 0.7 - 0.4;
  const Matrix<double> found = jacobian_dot(model, {q1, q2}, {d1, d12 - d1}, model.tip);
  const double x2 = -std::sin(q1 + q2) * d12, y2 = std::cos(q1 + q2) * d12;  // velocities of the parts
  const double x1 = -std::sin(q1) * d1 + x2, y1 = std::cos(q1) * d1 + y2;
  expect_near(found.data, {-y1, -y2, x1, x2, 0, 0, 0, 0, 0, 0, 0, 0}, 1e-15);
}

TEST(JacobianDot, IsTheDerivativeOfTheJacobianOfEveryFrame) {
  for (int seed = 0; seed < 90; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Description robot = any_robot(random, seed);
    const Model<double> model = build_model<double>(robot);
    const RandomState state(random, model);
    const DualState dual(robot, state.q, state.qd, state.qdd);
    const std::vector<Transform<Dual>> poses = forward_kinematics(dual.model, dual.q);
    for (int frame = 0; frame < static_cast<int>(model.frames.size()); ++frame) {
      Matrix<Dual> J(6, model.nv);
      jacobian<Dual>(dual.model, poses, frame, J.view());
      expect_near(jacobian_dot(model, state.q, state.qd, frame).data, rate(J.data), 1e-10);
    }
  }
}

TEST(JacobianDot, TimesVelocityIsWhatTheRecursionGives) {
  for (int seed = 0; seed < 90; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(any_robot(random, seed));
    const RandomState state(random, model);
    const Matrix<double> J_dot = jacobian_dot(model, state.q, state.qd, model.tip);
    const auto [angular, linear] = jacobian_dot_velocity(model, state.q, state.qd, model.tip);
    std::vector<double> product(6, 0.0);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < model.nv; ++j) product[i] += J_dot(i, j) * state.qd[j];
    expect_near(product, {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z}, 1e-10);
  }
}

TEST(Jacobian, OfABranchIsThatOfTheWholeTree) {
  for (int seed = 0; seed < 90; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(any_robot(random, seed));
    const RandomState state(random, model);
    const std::vector<Transform<double>> poses = forward_kinematics(model, state.q);
    JacobianWorkspace<double> workspace(model);
    Matrix<double> whole(6, model.nv), branch(6, model.nv);
    for (int frame = 0; frame < static_cast<int>(model.frames.size()); ++frame) {
      jacobian<double>(model, poses, frame, whole.view());
      jacobian<double>(model, state.q, frame, workspace, branch.view());
      expect_near(branch.data, whole.data, 1e-13);
    }
  }
}

}  // namespace torsor::test::jacobian_dot_test
