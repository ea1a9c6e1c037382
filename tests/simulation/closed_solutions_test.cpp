#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/simulation/simulate.hpp"

// Motions whose solution is known in closed form.
namespace torsor {
namespace {

/// The description in a YAML text.
Model<double> robot(const std::string& text) { return build_model<double>(read_robot(text, "robot.yaml")); }

/// A mass m on a spring, with the friction that is asked for.
Model<double> oscillator(const std::string& friction, double m = 2, double k = 50) {
  return robot("name: slider\ngravity: [0, 0, 0]\nlinks:\n  - name: cart\n    joint: prismatic\n    axis: [1, 0, 0]\n    mass: " +
               std::to_string(m) + "\n    spring: {stiffness: " + std::to_string(k) + "}\n" +
               (friction.empty() ? "" : "    friction: " + friction + "\n"));
}

SimulationOptions precise(double tolerance = 1e-13) {
  SimulationOptions options;
  options.tolerance = tolerance;
  return options;
}

TEST(ClosedSolutions, APendulumOfLargeAngleFollowsTheEllipticIntegral) {
  const double l = 0.8, g = 9.81, release = 2.5;
  const Model<double> pendulum = robot(
      "name: pendulum\ngravity: [0, 0, -9.81]\nlinks:\n  - name: bob\n    joint: revolute\n    axis: [0, 1, 0]\n    mass: 1.7\n    com: [0, 0, -0.8]\n");
  // A quarter of the period: sqrt(l / g) K(sin(release / 2)).
  const double k = std::sin(release / 2), quarter = std::sqrt(l / g) * std::comp_ellint_1(k);
  Simulator simulator(pendulum, precise());
  ASSERT_TRUE(simulator.start(0, {release}, {0}).reached());
  ASSERT_TRUE(simulator.run(quarter).reached());
  EXPECT_NEAR(simulator.q()[0], 0, 1e-10);
  ASSERT_TRUE(simulator.run(8 * quarter).reached());
  EXPECT_NEAR(simulator.q()[0], release, 1e-10);
  EXPECT_NEAR(simulator.qd()[0], 0, 1e-10);
}

TEST(ClosedSolutions, AMassOnASpringWithADamper) {
  const double m = 2, k = 50, b = 3, delta = b / (2 * m), w = std::sqrt(k / m - delta * delta), x0 = 0.3, v0 = -0.7;
  const Model<double> cart = oscillator("{viscous: 3}", m, k);
  for (const Integrator method : {Integrator::dormand_prince, Integrator::rosenbrock, Integrator::runge_kutta_4}) {
    SimulationOptions options = precise(1e-12);
    options.method = method;
    options.step = method == Integrator::runge_kutta_4 ? 2e-4 : 0;
    Simulator simulator(cart, options);
    ASSERT_TRUE(simulator.start(0, {x0}, {v0}).reached());
    const double t = 2.5;
    ASSERT_TRUE(simulator.run(t).reached());
    const double x = std::exp(-delta * t) * (x0 * std::cos(w * t) + (v0 + delta * x0) / w * std::sin(w * t));
    EXPECT_NEAR(simulator.q()[0], x, 1e-10) << static_cast<int>(method) << " in " << simulator.steps();
  }
}

TEST(ClosedSolutions, CoulombFrictionStopsAMassOnASpringWhereAndWhenItShould) {
  // Half a swing after the other about +- F / k, until the spring cannot overcome friction any more.
  const double m = 2, k = 50, F = 4, w = std::sqrt(k / m), x0 = 0.95, half = std::acos(-1.0) / w;
  double turning = x0, stopped = 0;
  while (std::abs(turning) > F / k) turning = -turning + (turning > 0 ? 2 : -2) * F / k, stopped += half;
  for (const Integrator method :
       {Integrator::dormand_prince, Integrator::rosenbrock, Integrator::runge_kutta_4}) {
    SimulationOptions options = precise(1e-12);
    options.method = method;
    options.step = method == Integrator::runge_kutta_4 ? 1e-3 : 0;
    std::vector<SimulationEvent> events;
    options.on_event = [&](const SimulationEvent& event) { events.push_back(event); };
    Simulator simulator(oscillator("{coulomb: 4}", m, k), options);
    ASSERT_TRUE(simulator.start(0, {x0}, {0}).reached());
    ASSERT_TRUE(simulator.run(stopped + 3).reached());
    EXPECT_EQ(simulator.qd()[0], 0);
    EXPECT_NEAR(simulator.q()[0], turning, 1e-8);
    ASSERT_FALSE(events.empty());
    const auto stuck = std::find_if(events.begin(), events.end(), [](const SimulationEvent& event) {
      return event.kind == SimulationEvent::Kind::sticks;
    });
    ASSERT_NE(stuck, events.end());
    EXPECT_NEAR(stuck->time, stopped, 1e-8) << simulator.steps();
    EXPECT_EQ(events.back().kind, SimulationEvent::Kind::rests);
  }
}

}  // namespace
}  // namespace torsor
