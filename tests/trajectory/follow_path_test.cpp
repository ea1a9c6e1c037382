#include "torsor/trajectory/follow_path.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/trajectory/spline_motion.hpp"

namespace torsor::test::follow_path_test {

using Vector = std::vector<double>;

Model<double> builtin(const char* name) { return build_model<double>(read_builtin_robot(name)); }
Transform<double> pose_at(const Model<double>& model, const Vector& q) {
  return frame_pose<double>(model, forward_kinematics(model, q), model.tip);
}

/// Newton's steps of least size: enough where the solution is near.
SolvePose newton(const Model<double>& model, int rows) {
  return [&model, rows](const Transform<double>& pose, Output<double> q) {
    for (int k = 0; k < 30; ++k) {
      const Transform<double> here = pose_at(model, Vector(q.begin(), q.end()));
      const Vector3<double> p = pose.p - here.p;
      const Matrix3<double> E = pose.R * transpose(here.R);
      Eigen::VectorXd error(6);
      error << p.x, p.y, p.z, (E.zy - E.yz) / 2, (E.xz - E.zx) / 2, (E.yx - E.xy) / 2;
      if (error.head(rows).norm() < 1e-13) return true;
      const Matrix<double> J = jacobian(model, Vector(q.begin(), q.end()), model.tip);
      Eigen::MatrixXd A(rows, model.nv);
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < model.nv; ++j) A(i, j) = J(i, j);
      const Eigen::VectorXd step = A.completeOrthogonalDecomposition().solve(error.head(rows));
      for (int j = 0; j < model.nv; ++j) q[static_cast<std::size_t>(j)] += step(j);
    }
    return false;
  };
}

PiecewiseMotion two_seconds() {
  return std::get<PiecewiseMotion>(spline_motion(SplineDegree::septic, {0, 2}, {0, 1}, 1));
}

/// Rows are on the path, and velocities and accelerations are the derivatives of the positions.
void expect_consistent(const Model<double>& model, const CartesianPath& path, const FollowedPath& found,
                       const FollowPathOptions& options, double tolerance) {
  ASSERT_EQ(found.end, FollowedPath::End::reached);
  const PiecewiseMotion progress = two_seconds();
  const double h = 1 / options.rate;
  const Trajectory& rows = found.rows;
  ASSERT_EQ(rows.time.back(), 2);
  for (std::size_t k = 2; k + 2 < rows.time.size(); ++k) {
    const CartesianState state = cartesian_state(path, progress, rows.time[k]);
    EXPECT_NEAR(length(pose_at(model, rows.q[k]).p - state.pose.p), 0, 1e-11);
    for (std::size_t j = 0; j < rows.q[k].size(); ++j) {
      const auto slope = [&](const std::vector<Vector>& x) {  // fourth order
        return (8 * (x[k + 1][j] - x[k - 1][j]) - (x[k + 2][j] - x[k - 2][j])) / (12 * h);
      };
      EXPECT_NEAR(rows.qd[k][j], slope(rows.q), tolerance) << "joint " << j << " at " << rows.time[k];
      EXPECT_NEAR(rows.qdd[k][j], slope(rows.qd), tolerance) << "joint " << j << " at " << rows.time[k];
    }
  }
}

TEST(FollowPath, SixJointsFollowALineAndAnArc) {
  const Model<double> model = builtin("puma560");
  const Vector q{0.2, 0.6, 2.6, 0.3, 0.8, -0.4};
  const Transform<double> from = pose_at(model, q);
  Transform<double> to = from;
  to.p = from.p + Vector3<double>{0.1, 0.25, -0.15};
  const SinCos<double> turn{std::sin(0.7), std::cos(0.7)};
  to.R = rotation_x(turn) * from.R;
  FollowPathOptions options;
  options.rate = 500;
  for (const CartesianPath& path :
       {CartesianPath::line(from, to),
        std::get<CartesianPath>(CartesianPath::arc(from, from.p + Vector3<double>{0.1, 0.05, 0.1}, to))}) {
    const FollowedPath found = follow_path(model, model.tip, path, two_seconds(), q, newton(model, 6), options);
    expect_consistent(model, path, found, options, 1e-6);
    EXPECT_GT(found.smallest_singular_value, 0.05);
    EXPECT_EQ(found.damped_time, 0);
  }
}

TEST(FollowPath, JointsToSpareMoveAsLittleAsTheyCan) {
  const Model<double> model = builtin("panda");
  const Vector q{0.1, 0.4, -0.2, -1.9, 0.3, 2.2, 0.5};
  const Transform<double> from = pose_at(model, q);
  Transform<double> to = from;
  to.p = from.p + Vector3<double>{-0.1, 0.2, 0.1};
  const CartesianPath path = CartesianPath::line(from, to);
  FollowPathOptions options;
  options.rate = 500;
  expect_consistent(model, path, follow_path(model, model.tip, path, two_seconds(), q, newton(model, 6), options),
                    options, 1e-5);
}

TEST(FollowPath, APlanarArmFollowsThePositionAlone) {
  const Model<double> model = builtin("two-rods");
  const Vector q{0.3, 1};
  const Transform<double> from = pose_at(model, q), to{from.R, pose_at(model, {1, 0.6}).p};
  const CartesianPath path = CartesianPath::line(from, to);
  FollowPathOptions options;
  options.rate = 500, options.rows = {0, 1, 2};
  const FollowedPath found = follow_path(model, model.tip, path, two_seconds(), q, newton(model, 3), options);
  expect_consistent(model, path, found, options, 1e-6);
}

TEST(FollowPath, NearASingularityVelocitiesAreDampedAndThisIsTold) {
  const Model<double> model = builtin("two-rods");
  const Vector q{-0.8, 1.6};  // the elbow is stretched to its end at the end of the way
  const Transform<double> from = pose_at(model, q);
  const double reach = 1.99999;
  const Transform<double> to{from.R, {reach, 0, from.p.z}};
  FollowPathOptions options;
  options.rows = {0, 1, 2};
  const FollowedPath found =
      follow_path(model, model.tip, CartesianPath::line(from, to), two_seconds(), q, newton(model, 3), options);
  ASSERT_EQ(found.end, FollowedPath::End::reached);
  EXPECT_LT(found.smallest_singular_value, 0.02);
  EXPECT_EQ(found.time_of_it, 2);
  EXPECT_GT(found.damped_time, 0);
  for (const Vector& row : found.rows.qd)
    for (const double value : row) EXPECT_LT(std::abs(value), 10);
}

TEST(FollowPath, NearASingularityVelocitiesAreTheDerivativesOfThePositions) {
  const Model<double> model = builtin("ur5e");
  const Vector q{0, -1.2, 1.5, -1, 0.02, 0};  // the wrist is nearly straight
  const Transform<double> from = pose_at(model, q);
  const CartesianPath path = CartesianPath::line(from, {from.R, {-0.5, -0.3, 0.4}});
  FollowPathOptions options;
  options.rate = 1000;
  const FollowedPath found = follow_path(model, model.tip, path, two_seconds(), q, newton(model, 6), options);
  ASSERT_EQ(found.end, FollowedPath::End::reached);
  ASSERT_GT(found.damped_time, 0);
  const Trajectory& rows = found.rows;
  for (std::size_t k = 1; k + 1 < rows.time.size(); ++k)
    for (std::size_t j = 0; j < 6; ++j) {
      const double slope = (rows.q[k + 1][j] - rows.q[k - 1][j]) * options.rate / 2;
      EXPECT_NEAR(rows.qd[k][j], slope, 0.01 * std::max(1.0, std::abs(slope))) << rows.time[k] << ' ' << j;
    }
}

TEST(FollowPath, EndsWhereAPoseCannotBeReachedOrIsReachedOtherwise) {
  const Model<double> model = builtin("two-rods");
  const Vector q{-0.8, 1.6};
  const Transform<double> from = pose_at(model, q);
  const CartesianPath path = CartesianPath::line(from, {from.R, from.p + Vector3<double>{3, 0, 0}});
  FollowPathOptions options;
  options.rows = {0, 1, 2};
  const FollowedPath far = follow_path(model, model.tip, path, two_seconds(), q, newton(model, 3), options);
  EXPECT_EQ(far.end, FollowedPath::End::no_solution);
  EXPECT_EQ(far.rows.time.size(), static_cast<std::size_t>(std::lround(far.end_time * 100)));
  const auto other_branch = [&](const Transform<double>& pose, Output<double> at) {
    if (pose.p.x < from.p.x + 0.1) return newton(model, 3)(pose, at);
    at[0] += at[1], at[1] = -at[1];
    return newton(model, 3)(pose, at);
  };
  EXPECT_EQ(follow_path(model, model.tip, path, two_seconds(), q, other_branch, options).end, FollowedPath::End::jump);
}

}  // namespace torsor::test::follow_path_test
