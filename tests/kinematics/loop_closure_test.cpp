#include "torsor/kinematics/loop_closure.hpp"

#include <gtest/gtest.h>

#include "support/dual_state.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/spatial/eigen.hpp"

namespace torsor::test::loop_closure_test {

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], tolerance) << k;
}

/// Bars a (crank), b (coupler), c (rocker) on a ground of length d, in the plane of x and y.
Model<double> four_bar(double a, double b, double c, double d) {
  Description robot = read_robot(R"(name: four-bar
parameters: {a: 1, b: 1, c: 1, d: 1}
links:
  - {name: crank, joint: revolute}
  - {name: coupler, joint: revolute, origin: {xyz: [a, 0, 0]}}
  - {name: rocker, parent: base, joint: revolute, origin: {xyz: [d, 0, 0]}}
loops:
  - {name: pin, links: [coupler, rocker], points: [[b, 0, 0], [c, 0, 0]]}
)",
                                 "four-bar.yaml");
  const double values[] = {a, b, c, d};
  for (std::size_t k = 0; k < 4; ++k) robot.parameters[k].value = values[k];
  return build_model<double>(robot);
}

/// A four-bar by its loop equation a e^(i t2) + b e^(i t3) - c e^(i t4) - d = 0, with velocities and accelerations
/// [Norton, Design of Machinery, 4.5, 6.7 and 7.3]; the open branch.
struct FourBar {
  double a, b, c, d;
  double t3 = 0, t4 = 0, w3 = 0, w4 = 0, a3 = 0, a4 = 0;

  void solve(double t2, double w2, double a2) {
    const double K1 = d / a, K2 = d / c, K3 = (a * a - b * b + c * c + d * d) / (2 * a * c);
    const double A = std::cos(t2) - K1 - K2 * std::cos(t2) + K3, B = -2 * std::sin(t2);
    const double C = K1 - (K2 + 1) * std::cos(t2) + K3;
    t4 = 2 * std::atan2(-B - std::sqrt(B * B - 4 * A * C), 2 * A);
    t3 = std::atan2(c * std::sin(t4) - a * std::sin(t2), d + c * std::cos(t4) - a * std::cos(t2));
    w3 = a * w2 / b * std::sin(t4 - t2) / std::sin(t3 - t4);
    w4 = a * w2 / c * std::sin(t2 - t3) / std::sin(t4 - t3);
    const double P = c * std::sin(t4), Q = b * std::sin(t3), S = c * std::cos(t4), T = b * std::cos(t3);
    const double U =
        a * a2 * std::sin(t2) + a * w2 * w2 * std::cos(t2) + b * w3 * w3 * std::cos(t3) - c * w4 * w4 * std::cos(t4);
    const double V =
        a * a2 * std::cos(t2) - a * w2 * w2 * std::sin(t2) - b * w3 * w3 * std::sin(t3) + c * w4 * w4 * std::sin(t4);
    a3 = (U * S - P * V) / (P * T - Q * S);
    a4 = (U * T - Q * V) / (P * T - Q * S);
  }
};

double turned(double angle) { return std::remainder(angle, 2 * 3.141592653589793); }

TEST(LoopClosure, OfAFourBarIsThatOfItsLoopEquation) {
  FourBar bar{1.0, 2.5, 2.0, 3.0};
  const Model<double> model = four_bar(bar.a, bar.b, bar.c, bar.d);
  std::vector<double> q{0.4, 0.3, 1.6};
  for (double t2 = 0.4; t2 < 6.6; t2 += 0.31) {
    bar.solve(t2, 1.3, -0.7);
    q[0] = t2;
    const LoopOutcome outcome = close_loops(model, q, {.held = {0}});
    EXPECT_TRUE(outcome.held) << t2;
    EXPECT_LE(outcome.gap, 1e-12);
    EXPECT_EQ(q[0], t2);
    EXPECT_NEAR(turned(q[2] - bar.t4), 0, 1e-11) << t2;
    EXPECT_NEAR(turned(t2 + q[1] - bar.t3), 0, 1e-11) << t2;

    std::vector<double> qd{1.3, 0, 0};
    EXPECT_TRUE(hold_loops(model, q, qd, {.held = {0}}).held);
    expect_near(qd, {1.3, bar.w3 - 1.3, bar.w4}, 1e-11);

    const LoopClosure<double> rows = loop_closure(model, q, qd);
    const std::vector<double> qdd{-0.7, bar.a3 + 0.7, bar.a4};
    for (int i = 0; i < 3; ++i) {
      double sum = rows.bias[i];
      for (int j = 0; j < 3; ++j) sum += rows.J(i, j) * qdd[j];
      EXPECT_NEAR(sum, 0, 1e-10) << t2 << " row " << i;
    }
  }
}

TEST(LoopClosure, OfAParallelogramKeepsOppositeAnglesEqual) {
  const Model<double> model = four_bar(0.7, 1.1, 0.7, 1.1);
  for (double angle = 0.3; angle < 2.9; angle += 0.2) {
    std::vector<double> q{angle, -angle + 0.1, angle - 0.05};
    ASSERT_TRUE(close_loops(model, q, {.held = {0}}).held);
    expect_near(q, {angle, -angle, angle}, 1e-11);
    std::vector<double> qd{0.9, 0, 0};
    ASSERT_TRUE(hold_loops(model, q, qd, {.held = {0}}).held);
    expect_near(qd, {0.9, -0.9, 0.9}, 1e-11);
  }
}

TEST(LoopClosure, OfBarsThatDoNotReachIsSaidToBeOpen) {
  const Model<double> model = four_bar(1, 1, 1, 4);
  std::vector<double> q{0.2, -0.1, 3.0};
  const LoopOutcome outcome = close_loops(model, q);
  EXPECT_FALSE(outcome.held);
  EXPECT_NEAR(outcome.gap, 1, 1e-6);  // stretched out, one metre is missing
}

/// A crank about z, a coupler on a ball, a rocker about x: the ends of the coupler are its length apart.
TEST(LoopClosure, OfASpatialLoopWithABallIsThatOfTheDistance) {
  const double r = 0.15, l = 1.15, s = 0.5;
  const Model<double> model = build_model<double>(read_robot(R"(name: spatial
links:
  - {name: crank, joint: revolute}
  - {name: coupler, joint: ball, origin: {xyz: [0.15, 0, 0]}}
  - {name: rocker, parent: base, joint: revolute, origin: {xyz: [0.8, 0.3, -0.6]}, axis: [1, 0, 0]}
loops:
  - {links: [coupler, rocker], points: [[1.15, 0, 0], [0, 0.5, 0]]}
)",
                                                             "spatial.yaml"));
  std::vector<double> q = zero_position(model);
  q[5] = 1.0;
  for (double angle = 0; angle < 6.2; angle += 0.4) {
    q[0] = angle;
    const double before = q[5];
    ASSERT_TRUE(close_loops(model, q, {.held = {0}}).held) << angle;
    // |(0.8, 0.3 + s cos f, -0.6 + s sin f) - r (cos, sin, 0)|^2 = l^2
    const double x = 0.8 - r * std::cos(angle), y = 0.3 - r * std::sin(angle), z = -0.6;
    const double C = (l * l - x * x - y * y - z * z - s * s) / (2 * s), size = std::hypot(y, z);
    const double middle = std::atan2(z, y), half = std::acos(C / size);
    const double f = std::abs(turned(middle + half - before)) < std::abs(turned(middle - half - before))
                         ? middle + half
                         : middle - half;
    EXPECT_NEAR(turned(q[5] - f), 0, 1e-10) << angle;
    EXPECT_NEAR(q[1] * q[1] + q[2] * q[2] + q[3] * q[3] + q[4] * q[4], 1, 1e-14);
  }
}

/// A robot of any kind with points of any links held together, wherever they are.
Description with_loops(Random& random, Description robot) {
  const auto point = [&] { return triple(random.vector(0.4)); };
  std::vector<std::string> names{robot.base_name};
  for (const described::Link& link : robot.links) names.push_back(link.name);
  for (int k = 0; k < 3; ++k) {
    const int last = static_cast<int>(names.size()) - 1;
    described::Loop loop{"", {names[random.integer(0, last)], names[random.integer(0, last)]}, {point(), point()}, {}};
    robot.loops.push_back(loop);
    if (!check(robot).empty()) robot.loops.pop_back();  // of one body
  }
  return robot;
}

TEST(LoopClosure, JacobianIsTheDerivativeOfTheGap) {
  int loops = 0;
  for (int seed = 0; seed < 90; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(with_loops(random, any_robot(random, seed)));
    const RandomState state(random, model);
    const LoopClosure<double> rows = loop_closure(model, state.q, state.qd);
    for (int j = 0; j < model.nv; ++j) {
      constexpr double h = 1e-5;
      std::vector<double> unit(model.nv, 0.0), gap[2];
      unit[j] = 1;
      const std::vector<double> rate = position_rate(model, state.q, unit);
      for (int side = 0; side < 2; ++side) {
        std::vector<double> q = state.q;
        for (int k = 0; k < model.nq; ++k) q[k] += (side == 0 ? h : -h) * rate[k];
        normalize_position<double>(model, q);
        gap[side] = loop_closure(model, q, state.qd).gap;
      }
      for (int i = 0; i < rows.J.rows; ++i)
        EXPECT_NEAR(rows.J(i, j), (gap[0][i] - gap[1][i]) / (2 * h), 1e-7) << seed << " " << i << " " << j;
    }
    loops += static_cast<int>(model.loops.size());
  }
  EXPECT_GT(loops, 150);
}

TEST(LoopClosure, BiasIsWhatTheSecondDerivativeOfTheGapHasWithoutAccelerations) {
  for (int seed = 0; seed < 90; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Description robot = with_loops(random, any_robot(random, seed));
    const Model<double> model = build_model<double>(robot);
    const RandomState state(random, model);
    const LoopClosure<double> rows = loop_closure(model, state.q, state.qd);
    const DualState dual(robot, state.q, state.qd, state.qdd);
    const LoopClosure<Dual> rates = loop_closure(dual.model, dual.q, dual.qd);
    for (int i = 0; i < rows.J.rows; ++i) {
      double first = 0, second = rows.bias[i], J_dot_qd = 0;
      Dual velocity(0.0);
      for (int j = 0; j < model.nv; ++j) {
        first += rows.J(i, j) * state.qd[j];
        second += rows.J(i, j) * state.qdd[j];
        J_dot_qd += rates.J(i, j).derivative() * state.qd[j];
        velocity += rates.J(i, j) * dual.qd[j];
      }
      EXPECT_NEAR(rates.gap[i].derivative(), first, 1e-11) << seed;
      EXPECT_NEAR(rows.bias[i], J_dot_qd, 1e-10) << seed;
      EXPECT_NEAR(velocity.derivative(), second, 1e-10) << seed;
    }
  }
}

TEST(LoopClosure, OfALoopOnALinkThatMovesLeavesWhatCarriesItAlone) {
  const Model<double> model = build_model<double>(read_robot(R"(name: turret
links:
  - {name: hull, joint: free}
  - {name: turret, joint: revolute}
  - {name: crank, joint: revolute, origin: {rpy: [90deg, 0, 0]}}
  - {name: coupler, joint: revolute, origin: {xyz: [0.7, 0, 0]}}
  - {name: rocker, parent: turret, joint: revolute, origin: {xyz: [1.1, 0, 0], rpy: [90deg, 0, 0]}}
loops:
  - {links: [coupler, rocker], points: [[1.1, 0, 0], [0.7, 0, 0]]}
)",
                                                             "turret.yaml"));
  EXPECT_EQ(meeting_body(model, model.loops[0]), 2);
  std::vector<double> q{0.4, -1, 2, 0.5, 0.5, -0.5, 0.5, 0.8, 1.2, -1.0, 1.1};
  const std::vector<double> start = q;
  ASSERT_TRUE(close_loops(model, q).held);
  for (int k = 0; k < 8; ++k) EXPECT_EQ(q[k], start[k]) << k;
  EXPECT_NEAR(q[8], -q[9], 1e-11);
  EXPECT_NEAR(q[8], q[10], 1e-11);
  const LoopClosure<double> rows = loop_closure(model, q, std::vector<double>(model.nv, 1.0));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 7; ++j) EXPECT_EQ(rows.J(i, j), 0) << i << " " << j;
}

TEST(LoopClosure, ChangesVelocitiesLeastInTheGivenMetric) {
  const Model<double> model = four_bar(1.0, 2.5, 2.0, 3.0);
  std::vector<double> q{0.9, 0.1, 1.8};
  ASSERT_TRUE(close_loops(model, q).held);
  Matrix<double> B(3, 3);
  const double entries[] = {3, 1, 0, 1, 2, 0.4, 0, 0.4, 5};
  std::copy(std::begin(entries), std::end(entries), B.data.begin());
  const std::vector<double> before{1.0, -2.0, 0.5};
  std::vector<double> qd = before;
  ASSERT_TRUE(hold_loops(model, q, qd, {.metric = B}).held);
  // The smallest change is orthogonal, in B, to every motion that the loop allows: there is one of them.
  std::vector<double> allowed{1.0, 0, 0};
  ASSERT_TRUE(hold_loops(model, q, allowed, {.held = {0}}).held);
  double product = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) product += (qd[i] - before[i]) * B(i, j) * allowed[j];
  EXPECT_NEAR(product, 0, 1e-12);
}

TEST(LoopClosure, GivesTheForceThatLeavesNothingToJointsWithoutAMotor) {
  const Model<double> model =
      build_model<double>(read_robot_file(TORSOR_SOURCE_DIR "/examples/parallelogram-arm.yaml"));
  const double theta = 1, phi = 0;
  const std::vector<double> q{theta, phi - theta, phi, theta - phi}, still(4, 0.0);
  const LoopClosure<double> rows = loop_closure(model, q, still);
  EXPECT_LE(widest_gap(rows.gap), 1e-16);
  const std::vector<double> tree = inverse_dynamics(model, q, still, still);
  const std::vector<int> passive{1, 3};
  const Eigen::MatrixXd J = eigen(rows.J);
  const Eigen::VectorXd lambda = linear_algebra::minimum_norm(J(Eigen::all, passive).transpose(), eigen(tree)(passive));
  const Eigen::VectorXd motors = eigen(tree) - J.transpose() * lambda;
  EXPECT_NEAR(motors[0], 9.81 * std::cos(theta) * (6 * 0.25 + 4 * 0.5 + 0.8 * 0.25), 1e-12);
  EXPECT_NEAR(motors[1], 0, 1e-13);
  EXPECT_NEAR(motors[2], 9.81 * std::cos(phi) * (4 * 0.15 - 1 * 0.075 - 0.8 * 0.15), 1e-12);
  EXPECT_NEAR(motors[3], 0, 1e-13);
}

TEST(LoopClosure, ClosesBarsThatLieInLineWhereNoSmallMotionDoes) {
  const Model<double> model = four_bar(0.3, 0.5, 0.4, 0.5);  // 0.8 and 0.9 from the origin, both along x
  std::vector<double> q{0, 0, 0};
  ASSERT_TRUE(close_loops(model, q).held);
  EXPECT_NEAR(0.3 * std::cos(q[0]) + 0.5 * std::cos(q[0] + q[1]), 0.5 + 0.4 * std::cos(q[2]), 1e-11);
  EXPECT_NEAR(0.3 * std::sin(q[0]) + 0.5 * std::sin(q[0] + q[1]), 0.4 * std::sin(q[2]), 1e-11);
}

TEST(LoopClosure, StaysWithinLimits) {
  const Model<double> model = four_bar(1.0, 2.5, 2.0, 3.0);
  std::vector<double> free{0.9, 0.1, 2.2}, within = free;  // the rocker swings between 1.63 and 2.68
  ASSERT_TRUE(close_loops(model, free).held);
  std::vector<JointLimits> limits(3);
  limits[2].position_low = free[2] + 0.05;
  ASSERT_TRUE(close_loops(model, within, {.limits = limits}).held);
  EXPECT_EQ(within[2], limits[2].position_low);
  EXPECT_NE(within[0], free[0]);
  limits[0] = {.position_low = 0.9, .position_high = 0.9};
  EXPECT_FALSE(close_loops(model, within, {.limits = limits}).held) << "two joints that stay leave none to close it";
}

TEST(LoopClosure, OfPositionsThatAreNoNumbersIsNotHeld) {
  const Model<double> model = four_bar(1.0, 2.5, 2.0, 3.0);
  std::vector<double> q{0.9, NAN, 1.8}, qd{1.0, NAN, 0.0};
  EXPECT_FALSE(close_loops(model, q).held);
  EXPECT_FALSE(hold_loops(model, std::vector<double>{0.9, 0.1, 1.8}, qd).held);
}

TEST(LoopClosure, OfARobotWithoutLoopsIsNothing) {
  Random random(1);
  const Model<double> model = build_model<double>(any_robot(random, 0));
  std::vector<double> q = zero_position(model);
  const std::vector<double> start = q;
  const LoopOutcome outcome = close_loops(model, q);
  EXPECT_TRUE(outcome.held);
  EXPECT_EQ(outcome.gap, 0);
  EXPECT_EQ(q, start);
  EXPECT_EQ(loop_closure(model, q, std::vector<double>(model.nv, 1.0)).J.rows, 0);
}

}  // namespace torsor::test::loop_closure_test
