#include <gtest/gtest.h>

#include <cmath>

#include "torsor/model/build_model.hpp"
#include "torsor/model/deflections.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/simulation/simulate.hpp"

// Contacts that bend before they slide.
namespace torsor {
namespace {

Model<double> cart(const Friction<double>& friction) {
  const Model<double> plain = build_model<double>(read_robot(
      "name: cart\ngravity: [0, 0, 0]\nlinks:\n  - {name: cart, joint: prismatic, axis: [1, 0, 0], mass: 2}\n",
      "cart.yaml"));
  return changed(plain, [&](ModelParts<double>& parts) { parts.friction[0] = friction; });
}

Surroundings push(double force) {
  Surroundings surroundings;
  surroundings.torque = [force](double, Input<double>, Input<double>, Output<double> tau) { tau[0] = force; };
  return surroundings;
}

SimulationOptions by(Integrator method) {
  SimulationOptions options;
  options.method = method;
  options.tolerance = 1e-9;
  return options;
}

TEST(SimulatedPresliding, BelowBreakAwayItIsASpring) {
  // Contact of 1e4 N/m that carries 10 N: 0.1 N bend it by 1e-5 m, but for what already slides, a hundredth.
  const Model<double> model = cart({.coulomb = 10, .presliding_stiffness = 1e4, .presliding_damping = 60});
  for (const Integrator method : {Integrator::dormand_prince, Integrator::rosenbrock}) {
    Simulator simulator(model, by(method), push(0.1));
    ASSERT_TRUE(simulator.start(0, {0}, {0}).reached());
    ASSERT_TRUE(simulator.run(2).reached());
    EXPECT_NEAR(simulator.q()[0], 1e-5, 3e-7);
    EXPECT_NEAR(simulator.qd()[0], 0, 1e-7);
  }
}

TEST(SimulatedPresliding, BeyondItSlidesAsTheLawSays) {
  const Model<double> model = cart({.viscous = 5,
                                    .coulomb = 10,
                                    .stribeck = 2,
                                    .stribeck_velocity = 0.01,
                                    .presliding_stiffness = 1e4,
                                    .presliding_damping = 60});
  for (const Integrator method : {Integrator::dormand_prince, Integrator::rosenbrock}) {
    SimulationOptions options = by(method);
    options.work = true;
    Simulator simulator(model, options, push(15));
    ASSERT_TRUE(simulator.start(0, {0}, {0}).reached());
    const double before = simulator.energy();
    ASSERT_TRUE(simulator.run(8).reached());
    const double v = simulator.qd()[0];
    EXPECT_NEAR(model.friction[0].torque(v), 15, 1e-6);
    EXPECT_NEAR(simulator.friction()[0], 15, 1e-5);
    // What is bent stores a little: s0 z^2 / 2 of all that friction took.
    EXPECT_NEAR(simulator.energy() - before, simulator.work().sum(), 1e-5);
  }
}

TEST(SimulatedPresliding, BothMethodsGoTheSameWay) {
  const Model<double> model = cart({.viscous = 1, .coulomb = 4, .presliding_stiffness = 5e3, .presliding_damping = 20});
  std::vector<double> ends;
  for (const Integrator method : {Integrator::dormand_prince, Integrator::rosenbrock}) {
    Surroundings surroundings;
    surroundings.torque = [](double t, Input<double>, Input<double>, Output<double> tau) {
      tau[0] = 8 * std::sin(3 * t);
    };
    Simulator simulator(model, by(method), surroundings);
    ASSERT_TRUE(simulator.start(0, {0}, {0}).reached());
    ASSERT_TRUE(simulator.run(3).reached());
    ends.push_back(simulator.q()[0]);
  }
  EXPECT_NEAR(ends[0], ends[1], 1e-6);
}

/// A coupling on x = -2 q is friction of the joint, felt through that ratio.
TEST(SimulatedPresliding, OfACouplingIsThatOfTheJointBehindARatio) {
  const Friction<double> friction{.viscous = 1, .coulomb = 4, .presliding_stiffness = 5e3, .presliding_damping = 20};
  const Model<double> coupled = changed(cart({}), [&](ModelParts<double>& parts) {
    Coupling<double>& coupling = parts.couplings.emplace_back();
    coupling.terms = {{0, 0, -2.0}};
    coupling.friction = friction;
  });
  Surroundings surroundings;
  surroundings.torque = [](double t, Input<double>, Input<double>, Output<double> tau) {
    tau[0] = 16 * std::sin(3 * t);
  };
  for (const Integrator method : {Integrator::dormand_prince, Integrator::rosenbrock}) {
    std::vector<std::vector<double>> ends;
    for (const Model<double>& model : {coupled, cart(felt_through(-2.0, friction))}) {
      SimulationOptions options = by(method);
      options.work = true;
      Simulator simulator(model, options, surroundings);
      ASSERT_TRUE(simulator.start(0, {0}, {0}).reached());
      ASSERT_TRUE(simulator.run(3).reached());
      ends.push_back({simulator.q()[0], simulator.qd()[0], simulator.friction()[0], simulator.work().friction});
    }
    EXPECT_GT(std::abs(ends[0][0]), 0.01);
    for (std::size_t k = 0; k < ends[0].size(); ++k) EXPECT_NEAR(ends[0][k], ends[1][k], 1e-5) << k;
  }
}

TEST(SimulatedPresliding, ARunGoesOnWithContactsAsTheyAreBent) {
  const Model<double> model = cart({.viscous = 1, .coulomb = 4, .presliding_stiffness = 5e3, .presliding_damping = 20});
  EXPECT_EQ(deflection_names(model), std::vector<std::string>{"z1"});
  Surroundings surroundings;
  surroundings.torque = [](double t, Input<double>, Input<double>, Output<double> tau) {
    tau[0] = 8 * std::sin(3 * t);
  };
  SimulationSchedule schedule;
  schedule.duration = 1.5;
  const SimulationOptions options = by(Integrator::rosenbrock);
  const Simulation whole = simulate(model, {0}, {0}, schedule, options, surroundings);
  schedule.duration = 0.7;
  const SimulationSample half = simulate(model, {0}, {0}, schedule, options, surroundings).samples.back();
  EXPECT_GT(std::abs(half.z.at(0)), 1e-4) << "it is bent there";
  schedule.start = 0.7, schedule.duration = 0.8;
  const auto end_with = [&](const std::vector<double>& z) {
    schedule.z = z;
    return simulate(model, half.q, half.qd, schedule, options, surroundings).samples.back();
  };
  EXPECT_EQ(end_with(half.z).t, 1.5);
  EXPECT_NEAR(end_with(half.z).q[0], whole.samples.back().q[0], 1e-7);
  EXPECT_GT(std::abs(end_with({}).q[0] - whole.samples.back().q[0]), 1e-5) << "it matters";
}

}  // namespace
}  // namespace torsor
