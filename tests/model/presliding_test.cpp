#include "torsor/model/presliding.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "torsor/scalar/dual.hpp"

// Closed forms of friction with a state. Where one is integrated, it is by Runge and Kutta's steps, which know nothing
// of the exact ones.
namespace torsor::test::presliding_test {

constexpr double F = 3, s0 = 2000;

Friction<double> dahl() { return {.coulomb = F, .presliding_stiffness = s0}; }
/// Everything that a contact can have, with directions that differ.
Friction<double> lugre() {
  return {.viscous = 0.4,
          .coulomb = F,
          .viscous_difference = 0.1,
          .coulomb_difference = -0.5,
          .offset = 0.2,
          .stribeck = 1.5,
          .stribeck_velocity = 0.05,
          .presliding_stiffness = s0,
          .presliding_damping = 8};
}

/// z after a time in which the joint moves as `velocity` says.
template <class Velocity>
double integrated(const Friction<double>& friction, double z, double seconds, int steps, const Velocity& velocity) {
  const double h = seconds / steps;
  const auto rate = [&](double t, double deflection) { return presliding(friction, velocity(t), deflection).rate; };
  for (int i = 0; i < steps; ++i) {
    const double t = i * h, k1 = rate(t, z), k2 = rate(t + h / 2, z + h / 2 * k1), k3 = rate(t + h / 2, z + h / 2 * k2);
    z += h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(t + h, z + h * k3));
  }
  return z;
}

TEST(Presliding, InSteadySlidingIsTheLawOfFriction) {
  const Friction<double> friction = lugre();
  for (const double qd : {-2.0, -0.05, -1e-6, 1e-6, 0.01, 0.05, 0.3, 5.0}) {
    const double z = sliding_deflection(friction, qd, qd < 0 ? -1.0 : 1.0);
    const auto [torque, rate] = presliding(friction, qd, z);
    EXPECT_NEAR(torque, friction.torque(qd), 1e-12) << qd;
    EXPECT_NEAR(rate, 0, 1e-12 * std::abs(qd)) << qd;
  }
}

TEST(Presliding, ReachesSteadySlidingFromAnyDeflection) {
  const Friction<double> friction = lugre();
  for (const double qd : {-0.2, 0.02, 0.7})
    for (const double start : {-0.002, 0.0, 0.001}) {
      const double seconds = 0.06 / std::abs(qd);  // a path of more than 25 deflections
      const double z = integrated(friction, start, seconds, 2000, [&](double) { return qd; });
      EXPECT_NEAR(presliding(friction, qd, z).torque, friction.torque(qd), 1e-9) << qd << ' ' << start;
    }
}

TEST(Presliding, ASmallDisplacementMeetsASpring) {
  const double x = 1e-3 * F / s0;  // a thousandth of the way on which it begins to slide
  for (const double way : {1.0, -1.0}) {
    const double z = integrated(dahl(), 0, 1, 100, [&](double) { return way * x; });
    EXPECT_NEAR(presliding(dahl(), 0.0, z).torque, s0 * way * x, 1e-3 * s0 * x);
  }
}

TEST(Presliding, AtRestKeepsItsDeflectionAndHasNoDivisionByZero) {
  const auto [torque, rate] = presliding(lugre(), 0.0, 4e-4);
  EXPECT_EQ(rate, 0);
  EXPECT_DOUBLE_EQ(torque, s0 * 4e-4 + lugre().offset);
  const Friction<Dual> bent{.coulomb = Dual(F), .presliding_stiffness = Dual(s0), .presliding_damping = Dual(8)};
  EXPECT_EQ(presliding(bent, Dual(0), Dual(4e-4, 1)).torque.derivative(), s0);
}

TEST(Presliding, OfDahlIsAnExponentialOfTheWayAlone) {
  for (const double x : {1e-5, 1e-3, 3e-3, 0.02}) {
    const double expected = F / s0 * (1 - std::exp(-s0 * x / F));
    EXPECT_NEAR(integrated(dahl(), 0, 1, 4000, [&](double) { return x; }), expected, 1e-12);
    EXPECT_NEAR(integrated(dahl(), 0, 1, 4000, [&](double t) { return 2 * t * x; }), expected, 1e-10);
    EXPECT_NEAR(deflection_after(dahl(), 0, x, 0.3, 0.7), expected, 1e-16);
    EXPECT_NEAR(deflection_after(dahl(), 0, -x, -0.3, 0), -expected, 1e-16);
  }
}

TEST(Presliding, WithoutDampingTakesEnergyWhicheverWayItMoves) {
  Friction<double> friction = lugre();
  friction.offset = friction.presliding_damping = 0;
  for (const double qd : {-1.0, -0.03, -1e-4, 0.0, 1e-4, 0.03, 1.0})
    for (const double z : {-2e-3, -5e-4, 0.0, 1e-4, 2e-3}) {
      const auto [torque, rate] = presliding(friction, qd, z);
      EXPECT_GE(torque * qd - s0 * z * rate, -1e-15) << qd << ' ' << z;
    }
}

/// A closed loop of motion: what the contact stores comes back, so that all work is lost.
TEST(Presliding, LosesOnALoopTheAreaOfDahlsHysteresis) {
  const double a = 0.004, way = 2 * a, u = s0 * way / F;
  // From z0 = -z1 upwards z = F/s0 + (z0 - F/s0) exp(-s0 x / F): steady where z1 = F/s0 tanh(u / 2).
  const double end = F / s0 * std::tanh(u / 2);
  const double expected = 2 * (F * way - F / s0 * (F + s0 * end) * (1 - std::exp(-u)));
  double work = 0, z = -end;
  constexpr int steps = 20000;
  for (int k = 0; k < 2 * steps; ++k) {
    const double dx = (k < steps ? way : -way) / steps;
    const double middle = deflection_after(dahl(), z, dx / 2, dx, dx);
    work += s0 * middle * dx;
    z = deflection_after(dahl(), z, dx, dx, dx);
  }
  EXPECT_NEAR(z, -end, 1e-12);
  EXPECT_NEAR(work, expected, 1e-6 * expected);
}

/// While it speeds up through the velocities at which Stribeck's effect fades.
TEST(Presliding, ItsStepsAreOfSecondOrderWithStribecksEffect) {
  const Friction<double> friction = lugre();
  const auto velocity = [](double t) { return 0.5 * t; };
  const double expected = integrated(friction, -5e-4, 0.2, 200000, velocity);
  std::vector<double> error;
  for (const int steps : {50, 100, 200}) {
    const double h = 0.2 / steps;
    double z = -5e-4;
    for (int i = 0; i < steps; ++i) {
      const double t = i * h;
      z = deflection_after(friction, z, 0.25 * ((t + h) * (t + h) - t * t), velocity(t), velocity(t + h));
    }
    error.push_back(std::abs(z - expected));
  }
  EXPECT_LT(error[0], 1e-3 * F / s0);
  EXPECT_LT(error[1], error[0] / 3);
  EXPECT_LT(error[2], error[1] / 3);
}

}  // namespace torsor::test::presliding_test
