#include "torsor/dynamics/operational_space.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "support/random_robot.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::operational_space_test {

using Singular = OperationalSpace::Singular;

Model<double> builtin(const char* name) { return build_model<double>(read_builtin_robot(name)); }

/// F = Lambda xdd + mu + p leaves friction and springs out.
Model<double> without_friction_and_springs(const Model<double>& model) {
  return changed(without_friction(model), [](ModelParts<double>& parts) {
    for (Coupling<double>& coupling : parts.couplings) coupling.stiffness = coupling.sine = coupling.cosine = 0;
  });
}

/// J qdd + Jdot qd, linear first.
std::vector<double> tip_acceleration(const Model<double>& model, const std::vector<double>& q,
                                     const std::vector<double>& qd, const std::vector<double>& qdd, int frame) {
  const LinkMotion<double> motion = link_motion(model, q, qd, qdd);
  const Frame<double>& at = model.frames[frame];
  const Vector3<double> a = point_motion(motion, at.body, at.pose.p).acceleration, w = motion.omega_dot[at.body];
  return {a.x, a.y, a.z, w.x, w.y, w.z};
}

std::vector<double> force(const OperationalSpace& space, std::span<const int> rows, const std::vector<double>& xdd) {
  std::vector<double> F(rows.size());
  for (std::size_t a = 0; a < F.size(); ++a) {
    F[a] = space.bias[a] + space.gravity[a];
    for (std::size_t b = 0; b < F.size(); ++b) F[a] += space.inertia(int(a), int(b)) * xdd[rows[b]];
  }
  return F;
}

TEST(OperationalSpace, InertiaOfThePumaMatchesTheRoboticsToolbox) {
  // Robotics Toolbox for Python a9ed8d4, tests/test_DHRobot.py test_inertia_x: rows vx vy vz wx wy wz, base axes
  const double expected[6][6] = {
      {17.2954, -2.7542, -9.6233, 0, 0.2795, 0}, {-2.7542, 12.1909, 1.2459, -0.3254, -0.0703, -0.9652},
      {-9.6233, 1.2459, 13.3348, 0, 0.2767, 0},  {0, -0.3254, 0, 0.1941, 0, 0.1941},
      {0.2795, -0.0703, 0.2767, 0, 0.1713, 0},   {0, -0.9652, 0, 0.1941, 0, 0.5791}};
  const Model<double> model = builtin("puma560");
  const double quarter = 0.7853981633974483;
  const OperationalSpace space =
      operational_space(model, {0, quarter, 4 * quarter, 0, quarter, 0}, std::vector<double>(6, 0.0), model.tip);
  EXPECT_EQ(space.singular, Singular::nowhere);
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < 6; ++b) EXPECT_NEAR(space.inertia(a, b), expected[a][b], 1e-4) << a << "," << b;
}

// The first link lies in the horizontal, the second hangs down from it: sideways a force at the end moves the second
// mass alone, 1 kg; upwards it moves both, 3 kg, and carries their weight.
TEST(OperationalSpace, OfTwoPointMassesIsWhatAPushMeets) {
  const Model<double> model = builtin("two-point-masses-vertical");
  const double right_angle = 1.5707963267948966;
  const std::vector<int> plane{0, 1};
  const OperationalSpace space = operational_space(model, {-right_angle, right_angle}, {0, 0}, model.tip, plane);
  ASSERT_EQ(space.singular, Singular::nowhere);
  EXPECT_NEAR(space.inertia(0, 0), 1, 1e-12);
  EXPECT_NEAR(space.inertia(1, 1), 3, 1e-12);
  EXPECT_NEAR(space.inertia(0, 1), 0, 1e-12);
  EXPECT_NEAR(space.gravity[0], 0, 1e-12);
  EXPECT_NEAR(space.gravity[1], 3 * 9.81, 1e-12);
  EXPECT_EQ(norm(space.bias), 0);
}

TEST(OperationalSpace, ForceAtTheTipGivesTheAccelerationOfTheTip) {
  Random random(7);
  int regular = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Model<double> model =
        without_friction_and_springs(build_model<double>(random_robot(random, random.integer(1, 9))));
    const std::vector<double> q = random.list(model.nq, 0.1, 3), qd = random.list(model.nv, 0.1, 3);
    std::vector<int> rows;
    for (int row = 0; row < 6 && int(rows.size()) < model.nv; ++row)
      if (random.flip()) rows.push_back(row);
    if (rows.empty()) continue;
    const OperationalSpace space = operational_space(model, q, qd, model.tip, rows);
    if (space.singular != Singular::nowhere || space.reciprocal_condition < 1e-5) continue;
    ++regular;
    const Matrix<double> J = jacobian(model, q, model.tip);
    const std::vector<double> F = random.list(int(rows.size()), 0.5, 20);
    std::vector<double> tau(model.nv, 0.0);
    for (std::size_t a = 0; a < rows.size(); ++a)
      for (int j = 0; j < model.nv; ++j) tau[j] += J(rows[a], j) * F[a];
    const std::vector<double> qdd = forward_dynamics(model, q, qd, tau);
    const std::vector<double> xdd = tip_acceleration(model, q, qd, qdd, model.tip);
    EXPECT_LE(norm(difference(force(space, rows, xdd), F)), 1e-7 * (norm(F) + norm(space.bias)));
  }
  EXPECT_GT(regular, 50);
}

TEST(OperationalSpace, OfSixJointsIsTheTorqueSeenFromTheTip) {
  const Model<double> model = without_friction_and_springs(builtin("puma560"));
  Random random(8);
  for (int trial = 0; trial < 50; ++trial) {
    const std::vector<double> q = random.list(6, 0.2, 2.5), qd = random.list(6, 0.1, 3), qdd = random.list(6, 0.1, 5);
    const OperationalSpace space = operational_space(model, q, qd, model.tip);
    if (space.reciprocal_condition < 1e-4) continue;
    const Matrix<double> J = jacobian(model, q, model.tip);
    const std::vector<double> tau = inverse_dynamics(model, q, qd, qdd);
    const Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::ColMajor>> transposed(J.data.data());
    const Eigen::Matrix<double, 6, 1> F =
        transposed.fullPivLu().solve(Eigen::Map<const Eigen::Matrix<double, 6, 1>>(tau.data()));
    const std::vector<double> seen = force(space, all_rows, tip_acceleration(model, q, qd, qdd, model.tip));
    for (int a = 0; a < 6; ++a) EXPECT_NEAR(seen[a], F[a], 1e-8 * (1 + F.norm()));
  }
}

TEST(OperationalSpace, InertiaIsTheInverseOfTheMobilityAndBothAreSymmetric) {
  const Model<double> model = builtin("panda");
  Random random(9);
  const std::vector<double> q = random.list(7, 0.2, 2), qd = random.list(7, 0.1, 2);
  const OperationalSpace space = operational_space(model, q, qd, model.tip);
  ASSERT_EQ(space.singular, Singular::nowhere);
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < 6; ++b) {
      double product = 0;
      for (int k = 0; k < 6; ++k) product += space.inertia(a, k) * space.mobility(k, b);
      EXPECT_NEAR(product, a == b ? 1 : 0, 1e-9);
      EXPECT_EQ(space.mobility(a, b), space.mobility(b, a));
      EXPECT_NEAR(space.inertia(a, b), space.inertia(b, a), 1e-12 * space.inertia(a, a));
    }
}

TEST(OperationalSpace, RowsMayComeInAnyOrder) {
  const Model<double> model = builtin("puma560");
  const std::vector<double> q{0.1, 0.7, 2.8, 0.3, 0.9, 0.2}, qd{1, -1, 0.5, 2, -0.3, 0.4};
  const std::vector<int> order{5, 2, 0, 1, 4, 3};
  const OperationalSpace all = operational_space(model, q, qd, model.tip);
  const OperationalSpace mixed = operational_space(model, q, qd, model.tip, order);
  for (int a = 0; a < 6; ++a) {
    EXPECT_NEAR(mixed.bias[a], all.bias[order[a]], 1e-9);
    EXPECT_NEAR(mixed.gravity[a], all.gravity[order[a]], 1e-9);
    for (int b = 0; b < 6; ++b) EXPECT_NEAR(mixed.inertia(a, b), all.inertia(order[a], order[b]), 1e-9);
  }
}

TEST(OperationalSpace, KnowsHowNearItIsToASingularity) {
  const Model<double> model = builtin("two-rods");
  const std::vector<int> plane{0, 1};
  const auto condition = [&](double q2) {
    return operational_space(model, {0.3, q2}, {0, 0}, model.tip, plane).reciprocal_condition;
  };
  EXPECT_GT(condition(1.5), condition(0.1));
  EXPECT_NEAR(condition(0.002) / condition(0.001), 4, 0.1) << "it falls with the square of the distance";
  const OperationalSpace stretched = operational_space(model, {0.3, 0}, {1, 1}, model.tip, plane);
  EXPECT_EQ(stretched.singular, Singular::jacobian);
  EXPECT_TRUE(std::isnan(stretched.inertia(0, 0)) && std::isnan(stretched.bias[0]) && std::isnan(stretched.gravity[1]));
  EXPECT_TRUE(std::isfinite(stretched.mobility(0, 0)));
  EXPECT_EQ(operational_space(model, {0.3, 1}, {0, 0}, model.tip).singular, Singular::jacobian)
      << "six rows, two joints";
}

TEST(OperationalSpace, NamesTheJointWhereTheInertiaMatrixIsSingular) {
  const Model<double> model =
      changed(builtin("two-rods"), [](ModelParts<double>& parts) { parts.bodies[2].inertia = {}; });
  const OperationalSpace space = operational_space(model, {0.3, 1}, {0, 0}, model.tip, std::vector<int>{0});
  EXPECT_EQ(space.singular, Singular::inertia_matrix);
  EXPECT_EQ(space.lost_joint, 1);
}

}  // namespace torsor::test::operational_space_test
