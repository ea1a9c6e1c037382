#include "torsor/trajectory/cartesian_path.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "torsor/trajectory/limited_motion.hpp"
#include "torsor/trajectory/spline_motion.hpp"

namespace torsor::test::cartesian_path_test {

constexpr double pi = std::numbers::pi;

Matrix3<double> turned(double roll, double pitch, double yaw) {
  const auto at = [](double angle) { return SinCos<double>{std::sin(angle), std::cos(angle)}; };
  return rotation_z(at(yaw)) * rotation_y(at(pitch)) * rotation_x(at(roll));
}
void expect_near(const Vector3<double>& a, const Vector3<double>& b, double tolerance = 1e-14) {
  EXPECT_NEAR(length(a - b), 0, tolerance) << a.x << ' ' << a.y << ' ' << a.z;
}
void expect_near(const Matrix3<double>& A, const Matrix3<double>& B, double tolerance = 1e-14) {
  for (int k = 0; k < 3; ++k) expect_near(axis(A, k), axis(B, k), tolerance);
}

TEST(CartesianPath, ALineGoesFromPoseToPose) {
  const Transform<double> from{turned(0.1, 0.2, 0.3), {1, 2, 3}}, to{turned(-1, 0.5, 2), {1, 5, 7}};
  const CartesianPath path = CartesianPath::line(from, to);
  EXPECT_DOUBLE_EQ(path.length(), 5);
  for (const auto& [u, pose] : {std::pair{0.0, from}, std::pair{1.0, to}}) {
    expect_near(path.pose(u).p, pose.p);
    expect_near(path.pose(u).R, pose.R);
  }
  expect_near(path.pose(0.5).p, {1, 3.5, 5});
  // Half of the turn, twice: the axis is the same all the way.
  const Matrix3<double> half = path.pose(0.5).R * transpose(from.R);
  expect_near(half * half * from.R, to.R);
}

TEST(CartesianPath, TurnsTheShorterWayAlsoByNearlyHalfATurn) {
  for (const double angle : {0.0, 1e-9, 1.0, pi - 1e-7, pi, 1.5 * pi}) {
    const Transform<double> from{turned(0.4, -0.3, 1), {}}, to{turned(0, 0, angle) * from.R, {}};
    const CartesianPath path = CartesianPath::line(from, to);
    EXPECT_NEAR(path.angle(), std::min(angle, 2 * pi - angle), 1e-13);
    expect_near(path.pose(1).R, to.R, 1e-13);
  }
}

TEST(CartesianPath, AnArcPassesItsThreePoints) {
  const Transform<double> from{turned(0, 0, 0), {1, 0, 0.5}}, to{turned(0.5, 0, 0), {0, -1, 0.5}};
  const auto arc = CartesianPath::arc(from, {0, 1, 0.5}, to);
  const auto& path = std::get<CartesianPath>(arc);  // three quarters of the unit circle
  EXPECT_NEAR(path.radius(), 1, 1e-15);
  EXPECT_NEAR(path.length(), 1.5 * pi, 1e-14);
  expect_near(path.pose(0).p, from.p);
  expect_near(path.pose(1. / 3).p, {0, 1, 0.5});
  expect_near(path.pose(2. / 3).p, {-1, 0, 0.5});
  expect_near(path.pose(1).p, to.p);
  expect_near(path.pose(1).R, to.R);
}

TEST(CartesianPath, PointsOnALineMakeNoArc) {
  const auto arc = CartesianPath::arc({turned(0, 0, 0), {0, 0, 0}}, {1, 1, 0}, {turned(0, 0, 0), {2, 2, 0}});
  ASSERT_TRUE(std::holds_alternative<MotionProblem>(arc));
  EXPECT_EQ(std::get<MotionProblem>(arc).message,
            "expected three points that do not lie on a line, found 0,0,0, then 1,1,0 and 2,2,0");
}

TEST(CartesianPath, VelocityAndAccelerationAreTheDerivativesOfThePose) {
  const Transform<double> from{turned(0.1, 0.2, 0.3), {1, 0.2, 0.5}}, to{turned(1, -0.5, 2), {0, -1, 0.7}};
  const CartesianPath paths[] = {CartesianPath::line(from, to),
                                 std::get<CartesianPath>(CartesianPath::arc(from, {0.3, 1, 0.4}, to))};
  const auto progress = std::get<PiecewiseMotion>(spline_motion(SplineDegree::quintic, {0, 2}, {0, 1}, 1));
  constexpr double h = 1e-5;
  for (const CartesianPath& path : paths)
    for (const double t : {0.3, 0.9, 1.7}) {
      const CartesianState here = cartesian_state(path, progress, t), before = cartesian_state(path, progress, t - h),
                           behind = cartesian_state(path, progress, t + h);
      expect_near(here.velocity.linear, 1 / (2 * h) * (behind.pose.p - before.pose.p), 1e-7);
      expect_near(here.acceleration.linear, 1 / (2 * h) * (behind.velocity.linear - before.velocity.linear), 1e-7);
      expect_near(here.acceleration.angular, 1 / (2 * h) * (behind.velocity.angular - before.velocity.angular), 1e-7);
      const Matrix3<double> W = (1 / (2 * h) * (behind.pose.R - before.pose.R)) * transpose(here.pose.R);
      expect_near(here.velocity.angular, {W.zy, W.xz, W.yx}, 1e-7);
    }
}

/// The largest lengths of velocity, acceleration and jerk of the origin, by differences of its positions in each piece.
PathRates largest_rates(const CartesianPath& path, const PiecewiseMotion& progress) {
  PathRates most;
  const auto pieces = progress.pieces(0);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const double begin = pieces[k].begin, end = k + 1 < pieces.size() ? pieces[k + 1].begin : progress.duration();
    if (end - begin < 0.05) continue;  // differences would be rounding
    const double h = (end - begin) / 400;
    const auto at = [&](int i) {
      double u = 0, u_dot = 0, u_ddot = 0;
      progress.evaluate(std::min(begin + i * h, progress.duration()), {&u, 1}, {&u_dot, 1}, {&u_ddot, 1});
      return path.pose(u).p;
    };
    for (int i = 0; i + 3 <= 400; ++i) {
      const Vector3<double> a = at(i), b = at(i + 1), c = at(i + 2), d = at(i + 3);
      most.velocity = std::max(most.velocity, length(1 / h * (b - a)));
      most.acceleration = std::max(most.acceleration, length(1 / (h * h) * (c - 2.0 * b + a)));
      most.jerk = std::max(most.jerk, length(1 / (h * h * h) * (d - 3.0 * c + 3.0 * b - a)));
    }
  }
  return most;
}

PiecewiseMotion within(const CartesianPath& path, const AxisLimits& tip, int degree) {
  const AxisLimits limits[] = {limits_along(path, tip)};
  if (degree == 0) return std::get<PiecewiseMotion>(limited_motion({0, 1}, limits));
  return std::get<PiecewiseMotion>(
      spline_within_limits(static_cast<SplineDegree>(degree), std::vector<double>{0, 1}, {0, 1}, limits));
}

TEST(CartesianPath, LimitsOfTheTipHoldAlongTheWayAndAcrossItTogether) {
  const Transform<double> from{turned(0, 0, 0), {1, 0, 0}}, to{turned(0, 0, 1), {0, -1, 0}};
  const CartesianPath paths[] = {std::get<CartesianPath>(CartesianPath::arc(from, {0, 1, 0}, to)),
                                 std::get<CartesianPath>(CartesianPath::arc(from, {0.6, -0.4, 0.2}, to)),
                                 CartesianPath::line(from, to)};
  constexpr double none = HUGE_VAL;
  for (const CartesianPath& path : paths)
    for (const AxisLimits& tip : {AxisLimits{2, 1, none}, AxisLimits{0.3, 1, none}, AxisLimits{2, 1, 5},
                                  AxisLimits{2, 1, 0.5}, AxisLimits{0.5, 4, 20}})
      for (const int degree : {0, 3, 5, 7}) {  // 0: a trapezoid, or limited in jerk
        const PiecewiseMotion progress = within(path, tip, degree);
        const PathRates most = largest_rates(path, progress);
        EXPECT_LE(most.velocity, tip.velocity * (1 + 1e-6)) << degree << ' ' << path.radius();
        EXPECT_LE(most.acceleration, tip.acceleration * (1 + 1e-5)) << degree << ' ' << path.radius();
        EXPECT_LE(most.jerk, tip.jerk * (1 + 1e-3)) << degree << ' ' << path.radius();
        PathRates told;
        for (int k = 0; k <= 5000; ++k) {
          const PathRates here = path_rates(path, progress, progress.duration() * k / 5000);
          told.velocity = std::max(told.velocity, here.velocity);
          told.acceleration = std::max(told.acceleration, here.acceleration);
          told.jerk = std::max(told.jerk, here.jerk);
        }
        EXPECT_NEAR(told.velocity, most.velocity, 0.02 * most.velocity);
        EXPECT_NEAR(told.acceleration, most.acceleration, 0.02 * most.acceleration);
        if (degree > 3) {
          EXPECT_NEAR(told.jerk, most.jerk, 0.05 * most.jerk);
        }
      }
}

TEST(CartesianPath, ALimitIsReached) {
  const Transform<double> from{turned(0, 0, 0), {1, 0, 0}}, to{turned(0, 0, 0), {0, -1, 0}};
  const CartesianPath arc = std::get<CartesianPath>(CartesianPath::arc(from, {0, 1, 0}, to));
  EXPECT_NEAR(largest_rates(arc, within(arc, {0.3, 1, HUGE_VAL}, 0)).velocity, 0.3, 1e-5);
  EXPECT_NEAR(largest_rates(arc, within(arc, {0.3, 1, HUGE_VAL}, 0)).acceleration, 1, 1e-3);
  EXPECT_NEAR(largest_rates(arc, within(arc, {2, 1, HUGE_VAL}, 0)).acceleration, 1, 1e-2);
}

}  // namespace torsor::test::cartesian_path_test
