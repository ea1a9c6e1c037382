#include "synthetic/synthetic_log_support.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/presliding.hpp"

// Closed forms of presliding friction, ripple and resonance, on one joint that moves as a plain sine.
namespace torsor::test::synthetic_friction_test {

constexpr double amplitude = 0.5, frequency = 2, rate = 2000;

/// q = a sin(w t) with no mass, so that the torque is friction and ripple alone.
struct Swing {
  Model<double> model = [] {
    const Model<double> one = without_rotors(without_friction(build_model<double>(load_robot("one-link"))));
    return changed(one, [](ModelParts<double>& parts) {
      for (Body<double>& body : parts.bodies) body.inertia = {};
    });
  }();
  Excitation excitation{
      FourierSeries{frequency, {0.0}, Eigen::MatrixXd::Constant(1, 1, amplitude), Eigen::MatrixXd::Zero(1, 1)},
      {{2 * 3.14159265358979323846 / frequency, 1}},
      0.1};
  LogEffects effects;

  Swing() { effects.rate = rate; }
  void set_coulomb(double coulomb, double difference = 0) {
    model = changed(model, [&](ModelParts<double>& parts) {
      parts.friction[0].coulomb = coulomb;
      parts.friction[0].coulomb_difference = difference;
    });
  }
  void set_friction(const Friction<double>& friction) {
    model = changed(model, [&](ModelParts<double>& parts) { parts.friction[0] = friction; });
  }
  Eigen::VectorXd torque(long rows) const { return SyntheticLog(model, excitation, effects, rows).read(0, rows).tau; }
};

TEST(Presliding, IsDahlsHysteresis) {
  Swing swing;
  ASSERT_EQ(swing.model.nv, 1);
  swing.set_coulomb(3);
  swing.effects.presliding = 0.05;
  const Eigen::VectorXd tau = swing.torque(12000);
  // Steady state: from the reversal at -a upwards z = 1 + (z0 - 1) exp(-(q + a) / d), and at +a it is -z0 by symmetry,
  // so that z0 = -tanh(a / d).
  const double d = 0.05, z0 = -std::tanh(amplitude / d);
  for (long i = 0; i < 12000; ++i) {
    const double t = static_cast<double>(i) / rate, q = amplitude * std::sin(frequency * t);
    const double way = std::cos(frequency * t) >= 0 ? 1 : -1;
    const double z = way * (1 + (z0 - 1) * std::exp(-(way * q + amplitude) / d));
    EXPECT_NEAR(tau[i], 3 * z, 2e-4) << t;
  }
}

TEST(Presliding, OfAJointUnderLoadSlidesWithTheFrictionOfInverseDynamics) {
  Swing swing;
  swing.model = changed(build_model<double>(load_robot("one-link")), [](ModelParts<double>& parts) {
    parts.friction[0] = {.coulomb = 3, .presliding_stiffness = 3e3, .load = 0.2};
  });
  const Model<double> sharp =
      changed(swing.model, [](ModelParts<double>& parts) { parts.friction[0].presliding_stiffness = 0; });
  const Eigen::VectorXd tau = swing.torque(12000);
  int slid = 0;
  for (long i = 0; i < 12000; ++i) {
    const double t = static_cast<double>(i) / rate, w = frequency, a = amplitude;
    if (1 - std::abs(std::sin(w * t)) < 0.1) continue;  // 5 % of the swing after a turn: 25 deflections
    ++slid;
    const double q = a * std::sin(w * t), qd = a * w * std::cos(w * t);
    EXPECT_NEAR(tau[i], (inverse_dynamics<double>(sharp, {q}, {qd}, {-w * w * q})[0]), 0.02) << t;
  }
  EXPECT_GT(slid, 5000);
}

TEST(Presliding, ThatHardlyEverSlidesIsPeriodicToo) {
  Swing swing;
  swing.set_coulomb(3);
  swing.effects.presliding = 8;  // the joint swings by 1
  swing.effects.rate = 3200 / 3.14159265358979323846;
  const Eigen::VectorXd tau = swing.torque(9600);
  const double z0 = -std::tanh(amplitude / 8);  // as above
  for (long i = 0; i < 3200; ++i) EXPECT_NEAR(tau[i], tau[i + 6400], 1e-9) << i;
  EXPECT_NEAR(tau[2400], 3 * z0, 1e-6);  // where it turns back at -a
  EXPECT_NEAR(tau[800], -3 * z0, 1e-6);
}

TEST(Presliding, OfTheRobotIsInItsLogWithoutBeingAskedFor) {
  Swing asked, has;
  asked.set_coulomb(3);
  asked.effects.presliding = 0.05;
  has.set_friction({.coulomb = 3, .presliding_stiffness = 3 / 0.05});
  EXPECT_LT((has.torque(6000) - asked.torque(6000)).cwiseAbs().maxCoeff(), 1e-12);
  has.effects.presliding = 0.5;  // for joints that have none
  EXPECT_LT((has.torque(6000) - asked.torque(6000)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Presliding, IsNotForFrictionThatHasAWidth) {
  Swing swing;
  swing.set_friction({.coulomb = 3, .width = 0.1});
  const Eigen::VectorXd smooth = swing.torque(3000);
  swing.effects.presliding = 0.05;
  expect_same(swing.torque(3000), smooth);
}

TEST(Presliding, FollowsItsLawWithDampingStribecksEffectAndDirectionsThatDiffer) {
  Swing swing;
  const Friction<double> friction{.viscous = 0.5,
                                  .coulomb = 3,
                                  .coulomb_difference = 0.4,
                                  .offset = -0.2,
                                  .stribeck = 1,
                                  .stribeck_velocity = 0.05,
                                  .presliding_stiffness = 300,
                                  .presliding_damping = 1.5};
  swing.set_friction(friction);
  const Eigen::VectorXd tau = swing.torque(6283);
  const auto qd = [](double t) { return amplitude * frequency * std::cos(frequency * t); };
  const auto zd = [&](double t, double z) { return presliding(friction, qd(t), z).rate; };
  constexpr int parts = 20;  // of the time between two samples
  const double h = 1 / (parts * rate);
  double z = 0;
  for (long i = -6283L * parts; i < 6283L * parts; ++i) {  // a period and more, to forget that it began at 0
    const double t = static_cast<double>(i) * h;
    if (i >= 0 && i % parts == 0) {
      ASSERT_NEAR(tau[i / parts], presliding(friction, qd(t), z).torque, 5e-4) << t;
    }
    const double k1 = zd(t, z), k2 = zd(t + h / 2, z + h / 2 * k1), k3 = zd(t + h / 2, z + h / 2 * k2);
    z += h / 6 * (k1 + 2 * k2 + 2 * k3 + zd(t + h, z + h * k3));  // [Runge, Kutta]
  }
}

TEST(Presliding, OverNoDistanceAtAllIsCoulombFriction) {
  Swing swing;
  swing.set_coulomb(3);
  const Eigen::VectorXd sharp = swing.torque(6000);
  swing.effects.presliding = 1e-5;
  const Eigen::VectorXd steep = swing.torque(6000);
  long different = 0;
  for (long i = 0; i < 6000; ++i) different += static_cast<long>(std::abs(sharp[i] - steep[i]) > 1e-6);
  EXPECT_LT(different, 200);  // near the four reversals only
}

TEST(Presliding, KeepsWhatTellsTheDirectionsApart) {
  Swing swing;
  swing.set_coulomb(3, 1);
  swing.effects.presliding = 0.001;
  const Eigen::VectorXd tau = swing.torque(6284);
  EXPECT_NEAR(tau.maxCoeff(), 4, 1e-6);
  EXPECT_NEAR(tau.minCoeff(), -2, 1e-6);
}

TEST(Stribeck, AddsItsShareNearRestAndNothingAtSpeed) {
  Swing swing;
  swing.set_coulomb(3);
  swing.effects.presliding = 1e-4;
  swing.effects.stribeck = 0.2;
  swing.effects.stribeck_velocity = 0.1;
  const Eigen::VectorXd tau = swing.torque(6284);
  EXPECT_NEAR(tau[0], 3, 1e-6);  // qd = 1
  const double t = 0.25 * 3.14159265358979323846 - 0.05, qd = amplitude * frequency * std::cos(frequency * t);
  EXPECT_NEAR(tau[std::lround(t * rate)], 3 * (1 + 0.2 * std::exp(-qd * qd / 0.01)), 3e-3);
}

TEST(Ripple, RepeatsWithTheAngleOfTheMotorAndHasTheStatedSize) {
  Swing swing;
  swing.effects.ripple = {{1.5}, false};
  swing.effects.gear_ratio = {100};
  const Eigen::VectorXd tau = swing.torque(40000);
  EXPECT_NEAR(std::sqrt(mean_square(tau)), 1.5, 0.1);
  // The same position on the way there and on the way back: t and pi/w - t.
  const auto steps = static_cast<long>(rate);
  swing.effects.rate = steps * 2 / 3.14159265358979323846;  // an even number of samples in half a period
  const Eigen::VectorXd even = swing.torque(2 * steps);
  for (long i = 0; i < steps; ++i) EXPECT_NEAR(even[i], even[steps - i], 1e-6);
}

TEST(Resonance, AnswersToASlowRippleAsARigidJoint) {
  Swing swing;
  swing.effects.ripple = {{1}, false};
  swing.effects.gear_ratio = {1};
  const Eigen::VectorXd rigid = swing.torque(6000);
  swing.effects.resonance = 80;
  swing.effects.resonance_damping = 0.5;
  EXPECT_LT((swing.torque(6000) - rigid).cwiseAbs().maxCoeff(), 0.02);
}

/// A joint that turns evenly would need a ramp; a small swing about 0 with one harmonic shakes as R k a sin(w t)
/// times a factor, to first order: the answer of a linear oscillator is known in closed form.
TEST(Resonance, SwingsAsAnOscillatorThatIsShakenAtOneFrequency) {
  Swing swing;
  swing.excitation.scale(0, 1e-3);  // k q stays so small that the sine is straight
  swing.effects.ripple = {{1}, false};
  swing.effects.ripple_harmonics = 1;
  swing.effects.gear_ratio = {10};
  const auto half_range = [](const Eigen::VectorXd& x) { return (x.maxCoeff() - x.minCoeff()) / 2; };
  const double rigid = half_range(swing.torque(8000));
  swing.effects.resonance = 0.4;  // Hz, near w = 2 rad/s
  swing.effects.resonance_damping = 0.5;
  const double w0 = 2 * 3.14159265358979323846 * 0.4, r = frequency / w0;
  const double gain = 1 / std::sqrt(std::pow(1 - r * r, 2) + std::pow(2 * 0.5 * r, 2));
  const Eigen::VectorXd tau = swing.torque(8000);
  EXPECT_NEAR(half_range(tau) / rigid, gain, 0.005 * gain);
}

TEST(TypicalFriction, IsAShareOfTheTorqueAndLeavesWhatIsThere) {
  const Rig rig(false);
  const Model<double> given = changed(rig.model, [](ModelParts<double>& parts) { parts.friction[0].coulomb = 0.25; });
  const Model<double> model = with_typical_friction(given, rig.excitation);
  const std::vector<double> rms = torque_rms(given, rig.excitation);
  EXPECT_EQ(model.friction[0].coulomb, 0.25);
  for (int j = 1; j < 7; ++j) {
    EXPECT_NEAR(model.friction[j].coulomb, 0.1 * rms[j] + 0.01 * rms[1], 1e-12);  // the shoulder carries most
    EXPECT_GT(model.friction[j].viscous, 0);
  }
}

TEST(GearRatios, AreTheRobotsOwnOrUsualOnes) {
  EXPECT_EQ(gear_ratios(load_robot("panda")), std::vector<double>(7, 100));
  const std::vector<double> puma = gear_ratios(load_robot("puma560"));
  EXPECT_NEAR(std::abs(puma[0]), 62.6, 0.1);  // Armstrong, Khatib, Burdick 1986: 62.61
}

}  // namespace torsor::test::synthetic_friction_test
