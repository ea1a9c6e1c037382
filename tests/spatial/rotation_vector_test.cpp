#include "torsor/spatial/rotation_vector.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

#include "torsor/scalar/dual.hpp"
#include "torsor/scalar/expr.hpp"

namespace torsor::test::rotation_vector_test {

template <class S>
std::array<S, 4> quaternion(const Vector3<double>& axis, double angle) {
  const double s = std::sin(angle / 2);
  return {S(std::cos(angle / 2)), S(s * axis.x), S(s * axis.y), S(s * axis.z)};
}
void expect_near(const Vector3<double>& found, const Vector3<double>& expected, double tolerance) {
  EXPECT_NEAR(found.x, expected.x, tolerance);
  EXPECT_NEAR(found.y, expected.y, tolerance);
  EXPECT_NEAR(found.z, expected.z, tolerance);
}

const Vector3<double> axis{0.6, 0, -0.8};

TEST(RotationVector, IsAxisTimesAngleByTheShorterWay) {
  for (const double angle : {0.0, 1e-300, 1e-20, 3e-15, 1e-8, 1e-3, 0.5, 1.5, 3.0, 3.14159}) {
    const std::array<double, 4> q = quaternion<double>(axis, angle);
    expect_near(rotation_vector(q), angle * axis, 4e-16 * angle);
    expect_near(rotation_vector<double>({-q[0], -q[1], -q[2], -q[3]}), angle * axis, 4e-16 * angle);
  }
  for (const double angle : {3.15, 4.0, 6.2})
    expect_near(rotation_vector(quaternion<double>(axis, angle)), (angle - 2 * M_PI) * axis, 2e-15);
}

TEST(RotationVector, BetweenQuaternionsIsThatOfTheirMatrices) {
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 100; ++k) {
    const auto draw = [&] {
      return Eigen::Quaterniond(normal(engine), normal(engine), normal(engine), normal(engine)).normalized();
    };
    const Eigen::Quaterniond a = draw(), b = draw();
    const double from[4] = {a.w(), a.x(), a.y(), a.z()}, to[4] = {b.w(), b.x(), b.y(), b.z()};
    const Eigen::AngleAxisd turn(Eigen::Matrix3d(a.toRotationMatrix().transpose() * b.toRotationMatrix()));
    const Eigen::Vector3d expected = turn.angle() * turn.axis();
    expect_near(rotation_vector(quaternion_between(from, to)), {expected.x(), expected.y(), expected.z()}, 1e-12);
  }
}

/// Where it does not turn, a quaternion grows by half of the rotation.
TEST(RotationVector, HasItsRateAlsoWhereItIsZero) {
  const Vector3<Dual> at_rest = rotation_vector<Dual>({Dual(1.0), Dual(0.0, 0.1), Dual(0.0, -0.2), Dual(0.0, 0.3)});
  EXPECT_EQ(at_rest.x.value(), 0);
  EXPECT_DOUBLE_EQ(at_rest.x.derivative(), 0.2);
  EXPECT_DOUBLE_EQ(at_rest.y.derivative(), -0.4);
  EXPECT_DOUBLE_EQ(at_rest.z.derivative(), 0.6);
  for (const double angle : {1e-14, 1e-7, 0.1, 2.0}) {  // about an axis that stays
    std::array<Dual, 4> q = quaternion<Dual>(axis, angle);
    q[0] = Dual(q[0].value(), -0.5 * std::sin(angle / 2));
    const double c = 0.5 * std::cos(angle / 2);
    q[1] = Dual(q[1].value(), c * axis.x), q[3] = Dual(q[3].value(), c * axis.z);
    EXPECT_NEAR(rotation_vector(q).x.derivative(), axis.x, 1e-9) << angle;
    EXPECT_NEAR(rotation_vector(q).z.derivative(), axis.z, 1e-9) << angle;
  }
}

TEST(RotationVector, WrittenDownHasTheSameValuesAndSlopes) {
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const char* const names[] = {"w", "x", "y", "z"};
  std::array<Expr, 4> q;
  for (std::size_t k = 0; k < 4; ++k) q[k] = Expr::symbol(names[k]);
  const Expr turn = rotation_vector(q).x;
  const Expr slope = derivatives(std::span(&turn, 1), q[1])[0];
  for (const std::array<double, 4>& at : {std::array{1.0, 0.0, 0.0, 0.0}, std::array{0.5, 0.5, -0.1, 0.7}}) {
    const std::vector<double> found =
        graph.evaluate(std::array{turn, slope}, {{"w", at[0]}, {"x", at[1]}, {"y", at[2]}, {"z", at[3]}});
    const Vector3<Dual> expected = rotation_vector<Dual>({Dual(at[0]), Dual(at[1], 1.0), Dual(at[2]), Dual(at[3])});
    EXPECT_NEAR(found[0], expected.x.value(), 1e-15);
    EXPECT_NEAR(found[1], expected.x.derivative(), 1e-14);
  }
}

}  // namespace torsor::test::rotation_vector_test
