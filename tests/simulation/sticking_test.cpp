#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/random_robot.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/simulation/simulate.hpp"

// Friction that holds: it is decided, not smeared.
namespace torsor::test::sticking_test {

Model<double> with_friction(const Model<double>& model, const Friction<double>& friction) {
  return changed(model, [&](ModelParts<double>& parts) {
    for (Friction<double>& each : parts.friction) each = friction;
  });
}

TEST(Sticking, ADoublePendulumComesToExactRestAndStaysThere) {
  const Model<double> rods =
      with_friction(build_model<double>(read_builtin_robot("two-rods")), {.viscous = 0.1, .coulomb = 0.8});
  std::vector<SimulationEvent> events;
  SimulationOptions options;
  options.on_event = [&](const SimulationEvent& event) { events.push_back(event); };
  Simulator simulator(rods, options);
  ASSERT_TRUE(simulator.start(0, {0.3, -1.0}, {0, 0}).reached());
  ASSERT_TRUE(simulator.run(60).reached());
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.back().kind, SimulationEvent::Kind::rests);
  EXPECT_LT(events.back().time, 30);
  const std::vector<double> q(simulator.q().begin(), simulator.q().end());
  EXPECT_EQ(simulator.qd()[0], 0);
  EXPECT_EQ(simulator.qd()[1], 0);
  ASSERT_TRUE(simulator.run(120).reached());
  EXPECT_EQ(simulator.q()[0], q[0]);
  EXPECT_EQ(simulator.q()[1], q[1]);
  EXPECT_EQ(simulator.qd()[0], 0);
  EXPECT_EQ(simulator.held()[0] + simulator.held()[1], 2);
}

TEST(Sticking, AMassThatASpringPullsSticksAndSlipsWithItsPeriod) {
  // Sliding is a swing about the kinetic force from -D/k back to D/k, so that the spring has 2 D to build up again:
  // T = 2 D / (k v) + 2 / w (pi - atan(w D / (k v))), D = Fs - Fk.
  const double m = 1.5, k = 40, speed = 0.2, Fs = 6, Fk = 4.5, D = Fs - Fk, w = std::sqrt(k / m);
  const double period = 2 * D / (k * speed) + 2 / w * (std::acos(-1.0) - std::atan(w * D / (k * speed)));
  const Model<double> cart = with_friction(
      build_model<double>(read_robot("name: cart\ngravity: [0, 0, 0]\nlinks:\n  - name: cart\n    joint: prismatic\n"
                                     "    axis: [1, 0, 0]\n    mass: 1.5\n",
                                     "cart.yaml")),
      {.coulomb = Fk, .stribeck = D, .stribeck_velocity = 1e-10});
  Surroundings surroundings;
  surroundings.torque = [&](double t, Input<double> q, Input<double>, Output<double> tau) {
    tau[0] = k * (speed * t - q[0]);
  };
  std::vector<double> slips;
  SimulationOptions options;
  options.tolerance = 1e-10;
  options.on_event = [&](const SimulationEvent& event) {
    if (event.kind == SimulationEvent::Kind::slides) slips.push_back(event.time);
  };
  Simulator simulator(cart, options, surroundings);
  ASSERT_TRUE(simulator.start(0, {0}, {0}).reached());
  const SimulationEnd end = simulator.run(10 * period);
  ASSERT_TRUE(end.reached()) << to_string(end, {"cart"});
  ASSERT_GE(slips.size(), 5u);
  EXPECT_NEAR(slips[0], Fs / (k * speed), 1e-6);
  for (std::size_t i = 1; i < slips.size(); ++i) EXPECT_NEAR(slips[i] - slips[i - 1], period, 1e-6) << i;
}

/// At rest, under torques near break-away: what holds, holds; what moves, moves against all of its friction.
TEST(Sticking, OfUpToNineJointsEachOneMeetsItsConditions) {
  Random random(41);
  int held = 0, moving = 0, mixed = 0;
#ifdef NDEBUG
  const int cases = 10000;
#else
  const int cases = 500;  // a sanitizer takes its time
#endif
  for (int number = 0; number < cases; ++number) {
    const int joints = random.integer(1, 9);
    const Model<double> model =
        changed(build_model<double>(random_robot(random, joints)), [&](ModelParts<double>& parts) {
          for (Friction<double>& friction : parts.friction)
            friction = {.coulomb = random.uniform(1, 3),
                        .coulomb_difference = random.signed_uniform(0.1, 0.9),
                        .offset = random.signed_uniform(0.1, 1)};
          parts.couplings.clear();
        });
    const std::vector<double> still(model.nv, 0.0), q = random.list(model.nq, 0.1, 3);
    const std::vector<double> weight = inverse_dynamics(without_friction(model), q, still, still);
    std::vector<double> tau(model.nv);
    for (int v = 0; v < model.nv; ++v)
      tau[v] = weight[v] + model.friction[v].torque(0.0, random.flip() ? 1.0 : -1.0) * random.uniform(0.7, 1.3);
    Surroundings surroundings;
    surroundings.torque = [&](double, Input<double>, Input<double>, Output<double> given) {
      std::copy(tau.begin(), tau.end(), given.begin());
    };
    Simulator simulator(model, {}, surroundings);
    ASSERT_TRUE(simulator.start(0, q, still).reached());
    const std::vector<double> qdd(simulator.qdd().begin(), simulator.qdd().end());
    const std::vector<double> friction(simulator.friction().begin(), simulator.friction().end());
    const std::vector<double> needed = inverse_dynamics<double>(without_friction(model), q, still, qdd);
    int sticking = 0;
    for (int v = 0; v < model.nv; ++v) {
      const double forward = model.friction[v].torque(0.0, 1.0), backward = model.friction[v].torque(0.0, -1.0);
      const double small = 1e-9 * (std::abs(tau[v]) + std::abs(needed[v]) + 1);
      EXPECT_NEAR(needed[v] + friction[v], tau[v], small);
      EXPECT_LE(friction[v], forward + small);
      EXPECT_GE(friction[v], backward - small);
      if (qdd[v] > 0) {
        EXPECT_NEAR(friction[v], forward, small);
      }
      if (qdd[v] < 0) {
        EXPECT_NEAR(friction[v], backward, small);
      }
      if (qdd[v] == 0) ++sticking;
    }
    held += sticking, moving += model.nv - sticking, mixed += sticking > 0 && sticking < model.nv;
  }
  EXPECT_GT(held, cases / 2);
  EXPECT_GT(moving, cases / 2);
  EXPECT_GT(mixed, cases / 4);
}

/// At both ends of every long step the torque is nothing.
TEST(Sticking, APulseBetweenTheEndsOfAStepIsFelt) {
  const Model<double> block = build_model<double>(read_robot(
      "name: block\nlinks:\n  - {name: block, joint: prismatic, mass: 2, friction: {coulomb: 1.5}}\n", "block.yaml"));
  SimulationOptions options;
  std::vector<SimulationEvent> events;
  options.on_event = [&](const SimulationEvent& event) { events.push_back(event); };
  Surroundings surroundings;
  const auto pulse = [](double t) { return 30 * std::exp(-std::pow((t - 2.005) / 0.002, 2)); };
  surroundings.torque = [&](double t, Input<double>, Input<double>, Output<double> tau) { tau[0] = pulse(t); };
  Simulator simulator(with_gravity(block, {}), options, surroundings);
  ASSERT_TRUE(simulator.start(0, {0}, {0}).reached());
  ASSERT_TRUE(simulator.run(2.5).reached());
  ASSERT_GE(events.size(), 2u);
  EXPECT_EQ(events[0].kind, SimulationEvent::Kind::slides);
  EXPECT_NEAR(pulse(events[0].time), 1.5, 1e-6);
  EXPECT_GT(simulator.q()[0], 1e-4);
  EXPECT_EQ(simulator.qd()[0], 0);
}

TEST(Sticking, FrictionOnACombinationOfJointsHoldsThatCombination) {
  // Two carts on one line that rub against each other: x = q1 - q2 is held, and both move as one.
  const Model<double> carts = build_model<double>(
      read_robot("name: carts\ngravity: [0, 0, 0]\nlinks:\n"
                 "  - {name: a, parent: base, joint: {name: ja, type: prismatic}, axis: [1, 0, 0], mass: 2}\n"
                 "  - {name: b, parent: base, joint: {name: jb, type: prismatic}, axis: [1, 0, 0], mass: 3}\n"
                 "couplings:\n  - {joints: {ja: 1, jb: -1}, coulomb: 4}\n",
                 "carts.yaml"));
  Surroundings surroundings;
  surroundings.torque = [](double t, Input<double>, Input<double>, Output<double> tau) { tau[0] = t < 1 ? 5 : 20; };
  surroundings.breaks = {1};
  Simulator simulator(carts, {}, surroundings);
  ASSERT_TRUE(simulator.start(0, {0, 0}, {0, 0}).reached());
  ASSERT_TRUE(simulator.run(1).reached());
  EXPECT_NEAR(simulator.qd()[0], 1, 1e-9);  // 5 N on 5 kg
  EXPECT_NEAR(simulator.qd()[1], 1, 1e-9);
  ASSERT_TRUE(simulator.run(2).reached());
  EXPECT_NEAR(simulator.qd()[0], 1 + (20 - 4) / 2.0, 1e-7);  // 20 N take them apart: 4 N are passed on
  EXPECT_NEAR(simulator.qd()[1], 1 + 4 / 3.0, 1e-7);
}

}  // namespace torsor::test::sticking_test
