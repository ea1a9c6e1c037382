#include <gtest/gtest.h>

#include <cmath>

#include "support/loaded_robot.hpp"
#include "torsor/core/error.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/simulation/simulate.hpp"

// Friction that grows with the load of a joint: sliding and at rest.
namespace torsor::test::simulated_load_friction_test {

/// 3 kg that slide up and down, with a rotor of k^2 I = 1.5 kg.
Model<double> lift(const std::string& friction) {
  return build_model<double>(
      read_robot("name: lift\nlinks:\n  - name: cage\n    joint: prismatic\n    mass: 3\n"
                 "    rotor: {inertia: 1.5, ratio: 1}\n    friction: {" +
                     friction + "}\n",
                 "lift.yaml"));
}
constexpr double mass = 3, rotor = 1.5, g = 9.81, weight = mass * g;

Surroundings pulled_by(double force) {
  Surroundings surroundings;
  surroundings.torque = [force](double, Input<double>, Input<double>, Output<double> tau) { tau[0] = force; };
  return surroundings;
}

TEST(SimulatedLoadFriction, HoldsUpToAPartOfTheWeight) {
  const double load = 0.2, coulomb = 1.5, most = coulomb + load * weight;
  const Model<double> model = lift("coulomb: 1.5, load: 0.2");
  for (const double share : {-1.01, -0.99, 0.0, 0.99, 1.01}) {
    const Surroundings surroundings = pulled_by(weight + share * most);
    Simulator simulator(model, {}, surroundings);
    ASSERT_TRUE(simulator.start(0, {0.0}, {0.0}).reached());
    ASSERT_TRUE(simulator.run(0.5).reached());
    if (std::abs(share) < 1) {
      EXPECT_EQ(simulator.q()[0], 0) << share;
      EXPECT_EQ(simulator.held()[0], 1);
      EXPECT_NEAR(simulator.friction()[0], share * most, 1e-9);
    } else {
      EXPECT_GT(simulator.q()[0] * share, 0) << share;
    }
  }
}

TEST(SimulatedLoadFriction, SlidesWithTheAccelerationOfTheClosedForm) {
  // up: force = coulomb + 1.2 m (qdd + g) + 1.5 qdd; down, while the weight still pulls: the same with 0.8
  const Model<double> model = lift("coulomb: 1.5, load: 0.2");
  const double up = (60 - 1.5 - 1.2 * weight) / (1.2 * mass + rotor);
  const double down = (10 + 1.5 - 0.8 * weight) / (0.8 * mass + rotor);
  for (const auto& [force, qdd] : {std::pair{60.0, up}, {10.0, down}}) {
    const Surroundings surroundings = pulled_by(force);
    Simulator simulator(model, {}, surroundings);
    ASSERT_TRUE(simulator.start(0, {0.0}, {0.0}).reached());
    ASSERT_TRUE(simulator.run(0.7).reached());
    EXPECT_NEAR(simulator.qdd()[0], qdd, 1e-10);
    EXPECT_NEAR(simulator.q()[0], qdd * 0.49 / 2, 1e-9);
  }
}

TEST(SimulatedLoadFriction, StopsThrownUpAndHoldsWhatItCanOrFallsAgain) {
  // thrown up without force: 1.2 m (qdd + g) + 1.5 qdd = 0 while x > 0
  const Surroundings surroundings = pulled_by(0);
  Simulator simulator(lift("load: 0.2"), {}, surroundings);
  ASSERT_TRUE(simulator.start(0, {0.0}, {2.0}).reached());
  const double slower = 1.2 * weight / (1.2 * mass + rotor), top = 2 * 2 / (2 * slower), at = 2 / slower;
  ASSERT_TRUE(simulator.run(at).reached());
  EXPECT_NEAR(simulator.q()[0], top, 1e-9);
  ASSERT_TRUE(simulator.run(at + 0.3).reached());
  EXPECT_NEAR(simulator.q()[0], top - 0.8 * weight / (0.8 * mass + rotor) * 0.09 / 2, 1e-8);
}

TEST(SimulatedLoadFriction, IsThatOfInverseDynamicsAndItsWorkAddsUp) {
  Random random(5);
  double taken = 0;
  for (int number = 0; number < 24; ++number) {
    const Model<double> model =
        with_load_friction(random, build_model<double>(random_tidy_robot(random, random.integer(1, 5))), 0.3);
    const std::vector<double> amplitude = random.list(model.nv, 0.5, 20);
    Surroundings surroundings;
    surroundings.torque = [&](double t, Input<double>, Input<double> qd, Output<double> tau) {
      for (int v = 0; v < model.nv; ++v) tau[v] = amplitude[v] * std::sin(3 * t + v) - 0.2 * qd[v];
    };
    SimulationOptions options;
    options.tolerance = 1e-10;
    options.work = true;
    Simulator simulator(model, options, surroundings);
    const RandomState start(random, model, false);
    const SimulationEnd begun = simulator.start(0, start.q, start.qd);
    if (begun.kind == SimulationEnd::Kind::singular) continue;
    ASSERT_TRUE(begun.reached()) << number;
    const double before = simulator.energy();
    const SimulationEnd end = simulator.run(0.5);
    ASSERT_TRUE(end.reached()) << number << ": " << to_string(end, velocity_names(model));
    const SimulationWork& work = simulator.work();
    const double size = std::abs(before) + std::abs(work.motors) + std::abs(work.friction);
    EXPECT_NEAR(simulator.energy() - before, work.sum(), 1e-7 * size) << number;
    EXPECT_LE(work.friction, 1e-9 * size) << number;
    taken -= work.friction;
    std::vector<double> tau = inverse_dynamics<double>(model, simulator.q(), simulator.qd(), simulator.qdd());
    for (int v = 0; v < model.nv; ++v) {
      if (simulator.qd()[v] != 0 && model.couplings.empty()) {
        EXPECT_NEAR(tau[v], simulator.tau()[v], 1e-8 * (norm(tau) + norm(amplitude))) << number;
      }
    }
  }
  EXPECT_GT(taken, 1);
}

TEST(SimulatedLoadFriction, BendsBeforeItSlidesAndThenIsTheSame) {
  const Model<double> sharp = lift("coulomb: 1.5, load: 0.2"),
                      bending = lift("coulomb: 1.5, load: 0.2, presliding: {stiffness: 2e4, damping: 60}");
  const double most = 1.5 + 0.2 * weight;
  for (const Integrator method : {Integrator::dormand_prince, Integrator::rosenbrock}) {
    SimulationOptions options;
    options.method = method;
    options.work = true;
    const Surroundings holding = pulled_by(weight + 0.4 * most), sliding = pulled_by(60);
    Simulator held(bending, options, holding);
    ASSERT_TRUE(held.start(0, {0.0}, {0.0}).reached());
    const double before = held.energy();
    ASSERT_TRUE(held.run(0.5).reached());
    EXPECT_LT(std::abs(held.q()[0]), 2 * most / 2e4);
    EXPECT_NEAR(held.energy() - before, held.work().sum(), 1e-6);
    Simulator slides(bending, options, sliding), other(sharp, {}, sliding);
    ASSERT_TRUE(slides.start(0, {0.0}, {0.0}).reached());
    ASSERT_TRUE(other.start(0, {0.0}, {0.0}).reached());
    ASSERT_TRUE(slides.run(0.5).reached());
    ASSERT_TRUE(other.run(0.5).reached());
    EXPECT_NEAR(slides.qdd()[0], other.qdd()[0], 1e-6);
    EXPECT_NEAR(slides.q()[0], other.q()[0], 0.02 * other.q()[0]);
  }
}

TEST(SimulatedLoadFriction, IsTheSameByAnImplicitMethod) {
  Random random(7);
  const Model<double> model = with_load_friction(random, build_model<double>(load_robot("puma560")), 0.2);
  const std::vector<double> q(6, 0.4), qd{0.5, -0.3, 0.4, -1, 0.6, 1};
  std::vector<double> ends;
  for (const Integrator method : {Integrator::dormand_prince_8, Integrator::rosenbrock}) {
    SimulationOptions options;
    options.method = method;
    options.tolerance = 1e-9;
    Simulator simulator(model, options);
    ASSERT_TRUE(simulator.start(0, q, qd).reached());
    ASSERT_TRUE(simulator.run(0.3).reached());
    ends.insert(ends.end(), simulator.q().begin(), simulator.q().end());
  }
  for (int v = 0; v < 6; ++v) EXPECT_NEAR(ends[v], ends[v + 6], 1e-6);
}

TEST(SimulatedLoadFriction, IsRefusedByTheMidpointRule) {
  SimulationOptions options;
  options.method = Integrator::midpoint;
  EXPECT_THROW(Simulator(lift("load: 0.2"), options), UsageError);
}

}  // namespace torsor::test::simulated_load_friction_test
