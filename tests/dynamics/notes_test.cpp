#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/dynamics/coriolis.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/dynamics/newton_euler_base_frame.hpp"
#include "torsor/robot_files/load_robot.hpp"

// The closed forms that the lecture notes print, typed by hand, at random states and parameters.
namespace torsor::test::notes_test {

using std::cos, std::sin;

std::string text(double value) { return Expression(value).text(); }

/// A built-in robot with its parameters set to the given values.
Model<double> robot(const char* name, const std::vector<std::pair<std::string, double>>& values) {
  Overrides overrides;
  for (const auto& [parameter, value] : values) overrides.emplace_back(parameter, text(value));
  return build_model<double>(read_builtin_robot(name, overrides));
}

/// tau = D qdd + h + c by hand, against both recursions, the separate terms and Lagrange-Euler.
struct Equations {
  double D11, D12, D22, h1, h2, c1, c2;
};
void expect_equations(const Model<double>& model, const std::vector<double>& q, const std::vector<double>& qd,
                      const std::vector<double>& qdd, const Equations& e) {
  const Matrix<double> B = inertia_matrix(model, q);
  const std::vector<double> h = coriolis_torque(model, q, qd), c = gravity_torque(model, q);
  EXPECT_NEAR(B(0, 0), e.D11, 1e-12);
  EXPECT_NEAR(B(0, 1), e.D12, 1e-12);
  EXPECT_NEAR(B(1, 0), e.D12, 1e-12);
  EXPECT_NEAR(B(1, 1), e.D22, 1e-12);
  EXPECT_NEAR(h[0], e.h1, 1e-11);
  EXPECT_NEAR(h[1], e.h2, 1e-11);
  EXPECT_NEAR(c[0], e.c1, 1e-11);
  EXPECT_NEAR(c[1], e.c2, 1e-11);
  const double tau1 = e.D11 * qdd[0] + e.D12 * qdd[1] + e.h1 + e.c1;
  const double tau2 = e.D12 * qdd[0] + e.D22 * qdd[1] + e.h2 + e.c2;
  const std::vector<double> tau = inverse_dynamics(model, q, qd, qdd);
  std::vector<double> base(2);
  NewtonEulerBaseFrameWorkspace<double> workspace(model);
  newton_euler_base_frame<double>(model, q, qd, qdd, default_conditions(model), workspace, base);
  EXPECT_NEAR(tau[0], tau1, 1e-10);
  EXPECT_NEAR(tau[1], tau2, 1e-10);
  EXPECT_NEAR(base[0], tau1, 1e-10);
  EXPECT_NEAR(base[1], tau2, 1e-10);
  const LagrangeEuler<double> L = lagrange_euler(model, q, model.gravity);
  EXPECT_NEAR(L.D(0, 0), e.D11, 1e-12);
  EXPECT_NEAR(L.D(0, 1), e.D12, 1e-12);
  EXPECT_NEAR(L.D(1, 0), e.D12, 1e-12);
  EXPECT_NEAR(L.D(1, 1), e.D22, 1e-12);
  EXPECT_NEAR(L.c[0], e.c1, 1e-11);
  EXPECT_NEAR(L.c[1], e.c2, 1e-11);
  for (int i = 0; i < 2; ++i) {
    double h_i = 0;
    for (int k = 0; k < 2; ++k)
      for (int m = 0; m < 2; ++m) h_i += L.h(i, k, m) * qd[k] * qd[m];
    EXPECT_NEAR(h_i, i == 0 ? e.h1 : e.h2, 1e-11);
  }
}

TEST(Notes, OneLinkObeysItsEquation) {  // 004: I tdd + m g Lc cos t = tau
  Random random(1);
  for (int k = 0; k < 50; ++k) {
    const double m = random.uniform(0.5, 3), lc = random.uniform(0.2, 1), I = m * lc * lc + random.uniform(0.1, 1);
    const Model<double> model = robot("one-link", {{"m", m}, {"lc", lc}, {"I", I}});
    const double t = random.signed_uniform(0.1, 3), tdd = random.signed_uniform(0.1, 3);
    EXPECT_NEAR(inverse_dynamics(model, {t}, {1.3}, {tdd})[0], I * tdd + m * 9.81 * lc * cos(t), 1e-11);
  }
}

TEST(Notes, TwoRodsObeyTheEquationsOf002) {
  Random random(2);
  for (int k = 0; k < 100; ++k) {
    const double l = random.uniform(0.3, 2), m1 = random.uniform(0.3, 3), m2 = random.uniform(0.3, 3), g = 9.81;
    const Model<double> model = robot("two-rods", {{"l", l}, {"m1", m1}, {"m2", m2}});
    const std::vector<double> q = random.list(2, 0.1, 3), qd = random.list(2, 0.1, 3), qdd = random.list(2, 0.1, 3);
    const double s2 = sin(q[1]), c2 = cos(q[1]), ll = l * l;
    expect_equations(
        model, q, qd, qdd,
        {m1 * ll / 3 + 4 * m2 * ll / 3 + m2 * ll * c2, m2 * ll / 3 + m2 * ll * c2 / 2, m2 * ll / 3,
         -m2 * ll * s2 * qd[1] * qd[1] / 2 - m2 * ll * s2 * qd[0] * qd[1], m2 * ll * s2 * qd[0] * qd[0] / 2,
         m1 * g * l * cos(q[0]) / 2 + m2 * g * l * cos(q[0] + q[1]) / 2 + m2 * g * l * cos(q[0]),
         m2 * g * l * cos(q[0] + q[1]) / 2});
  }
}

TEST(Notes, TwoPointMassesObeyTheEquationsOf003) {
  Random random(3);
  for (int k = 0; k < 100; ++k) {
    const double l1 = random.uniform(0.3, 2), l2 = random.uniform(0.3, 2), g = 9.81;
    const double m1 = random.uniform(0.3, 3), m2 = random.uniform(0.3, 3);
    const Model<double> model = robot("two-point-masses", {{"l1", l1}, {"l2", l2}, {"m1", m1}, {"m2", m2}});
    const std::vector<double> q = random.list(2, 0.1, 3), qd = random.list(2, 0.1, 3), qdd = random.list(2, 0.1, 3);
    const double s2 = sin(q[1]), c2 = cos(q[1]), c12 = cos(q[0] + q[1]);
    expect_equations(
        model, q, qd, qdd,
        {m2 * l2 * l2 + 2 * m2 * l1 * l2 * c2 + (m1 + m2) * l1 * l1, m2 * l2 * l2 + m2 * l1 * l2 * c2, m2 * l2 * l2,
         -m2 * l1 * l2 * s2 * qd[1] * qd[1] - 2 * m2 * l1 * l2 * s2 * qd[0] * qd[1], m2 * l1 * l2 * s2 * qd[0] * qd[0],
         m2 * l2 * g * c12 + (m1 + m2) * l1 * g * cos(q[0]), m2 * l2 * g * c12});
  }
}

TEST(Notes, TwoPointMassesFromTheVerticalObeyTheEquationsOf004) {
  Random random(4);
  for (int k = 0; k < 100; ++k) {
    const double d1 = random.uniform(0.3, 2), d2 = random.uniform(0.3, 2), g = 9.81;
    const double m1 = random.uniform(0.3, 3), m2 = random.uniform(0.3, 3);
    const Model<double> model = robot("two-point-masses-vertical", {{"d1", d1}, {"d2", d2}, {"m1", m1}, {"m2", m2}});
    const std::vector<double> q = random.list(2, 0.1, 3), qd = random.list(2, 0.1, 3), qdd = random.list(2, 0.1, 3);
    const double s2 = sin(q[1]), c2 = cos(q[1]), s12 = sin(q[0] + q[1]);
    const double D122 = -m2 * d1 * d2 * s2, D112 = D122, D211 = m2 * d1 * d2 * s2;
    expect_equations(model, q, qd, qdd,
                     {(m1 + m2) * d1 * d1 + m2 * d2 * d2 + 2 * m2 * d1 * d2 * c2, m2 * (d2 * d2 + d1 * d2 * c2),
                      m2 * d2 * d2, D122 * qd[1] * qd[1] + 2 * D112 * qd[0] * qd[1], D211 * qd[0] * qd[0],
                      (m1 + m2) * g * d1 * sin(q[0]) + m2 * g * d2 * s12, m2 * g * d2 * s12});
    const LagrangeEuler<double> L = lagrange_euler(model, q, model.gravity);  // the coefficients one by one
    EXPECT_NEAR(L.h(0, 1, 1), D122, 1e-12);
    EXPECT_NEAR(L.h(0, 0, 1), D112, 1e-12);
    EXPECT_NEAR(L.h(0, 1, 0), D112, 1e-12);
    EXPECT_NEAR(L.h(1, 0, 0), D211, 1e-12);
    for (const double zero : {L.h(0, 0, 0), L.h(1, 1, 1), L.h(1, 0, 1), L.h(1, 1, 0)}) EXPECT_NEAR(zero, 0, 1e-12);
  }
}

TEST(Notes, MassSpringDamperObeysTheEquationsOf004) {
  Random random(5);
  for (int k = 0; k < 50; ++k) {
    const double M0 = random.uniform(0.3, 3), M1 = random.uniform(0.3, 3), K = random.uniform(1, 9),
                 C = random.uniform(1, 3);
    const Model<double> model = robot("mass-spring-damper", {{"M0", M0}, {"M1", M1}, {"k", K}, {"c", C}});
    const std::vector<double> q = random.list(2, 0.1, 3), qd = random.list(2, 0.1, 3), qdd = random.list(2, 0.1, 3);
    // q = (x0, x1 - x0): the two lines added, and the line of x1
    const double F = M1 * (qdd[0] + qdd[1]) + C * qd[1] + K * q[1] - M1 * 9.81;
    const double minus_F = M0 * qdd[0] - C * qd[1] - K * q[1] - M0 * 9.81;
    const std::vector<double> tau = inverse_dynamics(model, q, qd, qdd);
    EXPECT_NEAR(tau[0], F + minus_F, 1e-11);
    EXPECT_NEAR(tau[1], F, 1e-11);
    EXPECT_NEAR(spring_torque(model, q)[1], K * q[1], 1e-12);
    EXPECT_NEAR(friction_torque(model, qd)[1], C * qd[1], 1e-12);
  }
}

TEST(Notes, EffectiveAndCoupledInertiaOfTable41) {  // 004: d1 = d2 = 1, m1 = 2
  const double rows[][5] = {{1, 0, 6, 2, 1},          {1, 90, 4, 1, 1},      {1, 180, 2, 0, 1},
                            {1, 270, 4, 1, 1},        {4, 0, 18, 8, 4},      {4, 90, 10, 4, 4},
                            {4, 180, 2, 0, 4},        {4, 270, 10, 4, 4},    {100, 0, 402, 200, 100},
                            {100, 90, 202, 100, 100}, {100, 180, 2, 0, 100}, {100, 270, 202, 100, 100}};
  for (const auto& [m2, degrees, D11, D12, D22] : rows) {
    const Model<double> model = robot("two-point-masses-vertical", {{"m2", m2}});
    const Matrix<double> B = inertia_matrix(model, {0.3, degrees * 3.141592653589793 / 180});
    EXPECT_NEAR(B(0, 0), D11, 1e-12 * 402);
    EXPECT_NEAR(B(0, 1), D12, 1e-12 * 402);
    EXPECT_NEAR(B(1, 1), D22, 1e-12 * 402);
  }
}

/// The two-link arm of the Robotics Toolbox: standard DH, base turned 90 degrees about x, point masses at mid-link.
Description two_link() {
  Description arm;
  arm.name = "two-link";
  arm.base.rpy = {1.5707963267948966, 0.0, 0.0};
  for (const char* name : {"link1", "link2"}) {
    described::Link link;
    link.name = name;
    link.joint_name = std::string("joint") + name[4];
    link.parent = arm.links.empty() ? "base" : arm.links.back().name;
    link.dh = described::DhRow{0.0, 0.0, 1.0, 0.0, 0.0};
    link.mass.mass = 1.0;
    link.mass.com = {-0.5, 0.0, 0.0};
    arm.links.push_back(link);
  }
  return arm;
}

TEST(TwoLink,
     MatchesTheRoboticsToolbox) {  // [RTB-M] unit_test/SerialLinkTest.m rne_test; [RTB-P] two-link-dynamics.ipynb
  const Model<double> model = build_model<double>(two_link());
  const std::vector<double> zero(2, 0.0);
  constexpr double right = 1.5707963267948966;
  const auto expect = [](const std::vector<double>& tau, double tau1, double tau2) {
    EXPECT_NEAR(tau[0], tau1, 1e-9);
    EXPECT_NEAR(tau[1], tau2, 1e-9);
  };
  expect(gravity_torque(model, {0, 0}), 19.62, 4.905);
  expect(gravity_torque(model, {0, right}), 14.715, 0);
  expect(gravity_torque(model, {right, 0}), 0, 0);
  expect(gravity_torque(model, {0, 0}, {0, 0, 9.81}), -19.62, -4.905);
  const auto with_force = [&](const Vector3<double>& force) {
    const Wrench<double> wrench = wrench_in_frame_axes(model, model.tip, Force<double>{{}, force});
    return inverse_dynamics(model, zero, zero, zero, {{}, {}, {&wrench, 1}});
  };
  expect(with_force({1, 0, 0}), 0, 0);
  expect(with_force({0, 1, 0}), 2, 1);
  expect(with_force({0, 0, 1}), 0, 0);
  expect(inverse_dynamics(model, {0, right}, {1, 1}, zero, {}), -1.5, 0.5);
}

TEST(Friction,
     MatchesTheRoboticsToolbox) {  // [RTB-P] test_friction: B = 3, G = 2, Tc = [2, -1]; tau_f = -G (B G qd + Tc)
  Description arm = two_link();
  for (described::Link& link : arm.links) {
    link.rotor = described::Rotor{0.0, 2.0, {}};
    link.friction = described::Friction{{3.0, 3.0}, {2.0, 1.0}, 0.0, Side::motor};
  }
  const Model<double> model = build_model<double>(arm);
  EXPECT_DOUBLE_EQ(friction_torque(model, {1, 2})[0], 16);
  EXPECT_DOUBLE_EQ(friction_torque(model, {1, 2})[1], 28);
  EXPECT_DOUBLE_EQ(friction_torque(model, {3, 4})[0], 40);
  EXPECT_DOUBLE_EQ(friction_torque(model, {3, 4})[1], 52);
  EXPECT_DOUBLE_EQ(friction_torque(model, {-1, 0})[0], -14);
  EXPECT_DOUBLE_EQ(friction_torque(model, {-1, 0})[1], 0);
}

}  // namespace torsor::test::notes_test
