#include <gtest/gtest.h>

#include <cmath>

#include "support/random_robot.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/simulation/simulate.hpp"

namespace torsor {
namespace {

/// A ball above the floor: z falls to 0.
Model<double> ball() {
  return build_model<double>(read_robot(
      "name: ball\ngravity: [0, 0, -9.81]\nlinks:\n  - {name: ball, joint: prismatic, axis: [0, 0, 1], mass: 2}\n",
      "ball.yaml"));
}

TEST(Stops, ABallBouncesAsHighAsRestitutionLetsIt) {
  const double g = 9.81, e = 0.8, height = 1.3;
  SimulationOptions options;
  options.tolerance = 1e-11;
  options.limits = {{.position_low = 0}};
  options.stops.restitution = e;
  options.stops.slowest_bounce = 1e-6;
  std::vector<double> hits;
  options.on_event = [&](const SimulationEvent& event) {
    if (event.kind == SimulationEvent::Kind::hits) hits.push_back(event.time);
  };
  for (const Integrator method : {Integrator::dormand_prince, Integrator::runge_kutta_4, Integrator::rosenbrock}) {
    hits.clear();
    options.method = method;
    Simulator simulator(ball(), options);
    ASSERT_TRUE(simulator.start(0, {height}, {0}).reached());
    // Falls for t0, then flights of 2 e^n t0; after t0 (1 + e) / (1 - e) it lies still.
    const double t0 = std::sqrt(2 * height / g), end = t0 * (1 + e) / (1 - e);
    ASSERT_TRUE(simulator.run(end + 1).reached());
    ASSERT_GE(hits.size(), 20u);
    double expected = t0, flight = 2 * e * t0;
    for (std::size_t k = 0; k < 20; ++k) {
      EXPECT_NEAR(hits[k], expected, 1e-9) << k;
      expected += flight, flight *= e;
    }
    EXPECT_EQ(simulator.q()[0], 0);
    EXPECT_EQ(simulator.qd()[0], 0);
    EXPECT_LT(hits.back(), end + 1e-6);
  }
}

TEST(Stops, AJointLeavesItsStopWhenItIsPulledAway) {
  SimulationOptions options;
  options.limits = {{.position_low = 0}};
  std::vector<SimulationEvent> events;
  options.on_event = [&](const SimulationEvent& event) { events.push_back(event); };
  Surroundings surroundings;  // carries the weight of 2 kg after 1 s
  surroundings.torque = [](double t, Input<double>, Input<double>, Output<double> tau) { tau[0] = 2 * 9.81 * t; };
  Simulator simulator(ball(), options, surroundings);
  ASSERT_TRUE(simulator.start(0, {0}, {0}).reached());
  ASSERT_TRUE(simulator.run(2).reached());
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, SimulationEvent::Kind::leaves);
  EXPECT_NEAR(events[0].time, 1, 1e-9);
  EXPECT_NEAR(simulator.q()[0], 9.81 / 6, 1e-7);  // its acceleration grows as g (t - 1)
}

TEST(Stops, AHitIsFeltByTheOtherJoints) {
  const Model<double> rods = build_model<double>(read_builtin_robot("two-rods"));
  SimulationOptions options;
  options.tolerance = 1e-11;
  options.work = true;
  options.limits = {{}, {.position_low = -0.5, .position_high = 0.5}};
  Simulator simulator(rods, options);
  ASSERT_TRUE(simulator.start(0, {0, 0}, {0, 1}).reached());
  const double before = simulator.energy();
  ASSERT_TRUE(simulator.run(3).reached());
  EXPECT_LT(std::abs(simulator.q()[1]), 0.5 + 1e-12);
  EXPECT_LT(simulator.work().stops, -1e-3);
  EXPECT_NEAR(simulator.energy() - before, simulator.work().sum(), 1e-8);
}

TEST(Stops, OneThatYieldsIsASpring) {
  // Hits a spring at v: deepest at v / w, out again after half a period with the same speed.
  SimulationOptions options;
  options.tolerance = 1e-11;
  options.limits = {{.position_low = 0}};
  options.stops.stiffness = 200;
  const Model<double> weightless = with_gravity(ball(), {});
  for (const Integrator method : {Integrator::dormand_prince, Integrator::rosenbrock}) {
    options.method = method;
    Simulator simulator(weightless, options);
    ASSERT_TRUE(simulator.start(0, {0.5}, {-1}).reached());
    const double w = std::sqrt(200 / 2.0), half = std::acos(-1.0) / w;
    ASSERT_TRUE(simulator.run(0.5 + half / 2).reached());
    EXPECT_NEAR(simulator.q()[0], -1 / w, 1e-8);
    ASSERT_TRUE(simulator.run(0.5 + half + 0.2).reached());
    EXPECT_NEAR(simulator.q()[0], 0.2, 1e-8);
  }
}

TEST(Stops, OneThatYieldsIsHitAndLeftAtItsInstants) {
  // With k x + c x' on the way in, x = v/wd exp(-d t) sin(wd t); it is out of force where k x + c x' = 0.
  const double m = 2, k = 200, c = 12, v = 1.5, d = c / (2 * m), wd = std::sqrt(k / m - d * d);
  const double contact = (std::atan(-c * wd / (k - c * d)) + std::acos(-1.0)) / wd;
  SimulationOptions options;
  options.tolerance = 1e-11;
  options.limits = {{.position_low = 0}};
  options.stops.stiffness = k, options.stops.damping = c;
  options.work = true;
  std::vector<SimulationEvent> events;
  options.on_event = [&](const SimulationEvent& event) { events.push_back(event); };
  for (const Integrator method : {Integrator::dormand_prince, Integrator::dormand_prince_8, Integrator::rosenbrock}) {
    events.clear();
    options.method = method;
    Simulator simulator(with_gravity(ball(), {}), options);
    ASSERT_TRUE(simulator.start(0, {0.3}, {-v}).reached());
    const double before = simulator.energy();
    ASSERT_TRUE(simulator.run(1).reached());
    ASSERT_EQ(events.size(), 2u);
    EXPECT_EQ(events[0].kind, SimulationEvent::Kind::hits);
    EXPECT_NEAR(events[0].time, 0.3 / v, 1e-10);
    EXPECT_NEAR(events[0].value, -v, 1e-10);
    EXPECT_EQ(events[1].kind, SimulationEvent::Kind::leaves);
    EXPECT_NEAR(events[1].time, 0.3 / v + contact, 1e-9);
    EXPECT_LT(simulator.work().stops, -0.5);
    EXPECT_NEAR(simulator.energy() - before, simulator.work().sum(), 1e-8);
  }
}

TEST(Stops, AStartWithAVelocityIntoThemIsAHit) {
  SimulationOptions options;
  options.limits = {{.position_low = 0}};
  options.work = true;
  std::vector<SimulationEvent> events;
  options.on_event = [&](const SimulationEvent& event) { events.push_back(event); };
  Simulator simulator(ball(), options);
  ASSERT_TRUE(simulator.start(0, {0}, {-2}).reached());
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, SimulationEvent::Kind::hits);
  EXPECT_EQ(events[0].value, -2);
  EXPECT_EQ(simulator.qd()[0], 0);
  EXPECT_EQ(simulator.work().stops, 0);  // the run begins after it
}

TEST(Stops, FrictionOfAJointThatLiesOnOneDoesNotSlide) {
  const Model<double> block = build_model<double>(
      read_robot("name: block\ngravity: [0, 0, -9.81]\nlinks:\n"
                 "  - {name: block, joint: prismatic, axis: [0, 0, 1], mass: 2, friction: {coulomb: 3}}\n",
                 "block.yaml"));
  SimulationOptions options;
  options.limits = {{.position_low = 0}};
  std::vector<SimulationEvent> events;
  options.on_event = [&](const SimulationEvent& event) { events.push_back(event); };
  Surroundings surroundings;  // pushes it down, and up after a second; not strongly enough to lift it
  surroundings.torque = [](double t, Input<double>, Input<double>, Output<double> tau) {
    tau[0] = 21 * std::sin(6 * t);
  };
  Simulator simulator(block, options, surroundings);
  ASSERT_TRUE(simulator.start(0, {0}, {0}).reached());
  ASSERT_TRUE(simulator.run(3).reached());
  EXPECT_EQ(simulator.q()[0], 0);
  for (const SimulationEvent& event : events) EXPECT_NE(event.kind, SimulationEvent::Kind::slides) << event.time;
}

TEST(Stops, JointsThatHitAtOneInstantAreAllToldAndLeave) {
  std::string robot = "name: four\ninertia_about: com\nlinks:\n";
  for (const char* name : {"a", "b", "c", "d"})
    robot += std::string("  - {name: ") + name +
             ", parent: base, joint: revolute, axis: [0, 1, 0], mass: 2, com: [0.5, 0, 0], inertia: {yy: 0.05}}\n";
  const Model<double> four = build_model<double>(read_robot(robot, "four.yaml"));
  SimulationOptions options;
  options.limits.assign(4, {.position_low = -0.5, .position_high = 0.5});
  options.stops.restitution = 0.5;
  std::vector<int> hits(4, 0), leaves(4, 0);
  options.on_event = [&](const SimulationEvent& event) {
    if (event.kind == SimulationEvent::Kind::hits) ++hits[event.velocity];
    if (event.kind == SimulationEvent::Kind::leaves) ++leaves[event.velocity];
  };
  Simulator simulator(four, options);
  ASSERT_TRUE(simulator.start(0, {0, 0, 0, 0}, {0, 0, 0, 0}).reached());
  ASSERT_TRUE(simulator.run(0.7).reached());
  for (int v = 0; v < 4; ++v) {
    EXPECT_EQ(hits[v], hits[0]) << v;
    EXPECT_EQ(leaves[v], hits[v]) << v;
  }
  EXPECT_GE(hits[0], 1);
}

TEST(Stops, RobotsThatFallOntoAllOfThemComeToTheEnd) {
  test::Random random(21);
  int hits = 0;
  for (int number = 0; number < 60; ++number) {
    const Model<double> model = build_model<double>(test::random_robot(random, random.integer(2, 6)));
    SimulationOptions options;
    options.tolerance = 1e-9;
    options.work = true;
    if (number % 4 == 3) options.stops.restitution = 0.5;
    for (int v = 0; v < model.nv; ++v)
      options.limits.push_back({.position_low = number % 2 == 0 ? 0 : -random.uniform(0.05, 0.5),
                                .position_high = random.uniform(0.05, 0.5)});
    options.on_event = [&](const SimulationEvent& event) { hits += event.kind == SimulationEvent::Kind::hits ? 1 : 0; };
    Simulator simulator(model, options);
    ASSERT_TRUE(simulator.start(0, zero_position(model), std::vector<double>(model.nv, 0.0)).reached()) << number;
    const double before = simulator.energy();
    const SimulationEnd end = simulator.run(1);
    ASSERT_TRUE(end.reached()) << number << ": " << to_string(end, velocity_names(model));
    const SimulationWork& work = simulator.work();
    EXPECT_NEAR(simulator.energy() - before, work.sum(),
                1e-6 * (1 + std::abs(before) + std::abs(work.stops) + std::abs(work.friction)))
        << number;
    for (int v = 0; v < model.nv; ++v) {
      EXPECT_GE(simulator.q()[v], options.limits[v].position_low - 1e-9) << number;
      EXPECT_LE(simulator.q()[v], options.limits[v].position_high + 1e-9) << number;
    }
  }
  EXPECT_GT(hits, 100);
}

TEST(Stops, OfAJointOnAFreeBaseAreItsOwn) {
  const Description robot = read_robot(
      "name: flyer\ninertia_about: com\ngravity: [0, 0, 0]\nlinks:\n"
      "  - {name: body, parent: base, joint: free, mass: 5, inertia: {xx: 0.3, yy: 0.5, zz: 0.7}}\n"
      "  - {name: arm, parent: body, joint: revolute, mass: 2, com: [0.2, 0, 0], inertia: {xx: 0.3, yy: 0.2, zz: 0.25},"
      " limits: {position: [-0.4, 0.4]}}\n",
      "flyer.yaml");
  SimulationOptions options;
  options.limits = joint_limits(robot);
  const Model<double> flyer = build_model<double>(robot);
  Simulator simulator(flyer, options);
  std::vector<double> qd(7, 0.0);
  qd[6] = 1;
  ASSERT_TRUE(simulator.start(0, zero_position(flyer), qd).reached());
  ASSERT_TRUE(simulator.run(2).reached());
  EXPECT_EQ(simulator.q()[7], 0.4);
  std::vector<double> beyond = zero_position(flyer);
  beyond[7] = -0.5;
  const SimulationEnd end = simulator.start(0, beyond, qd);
  EXPECT_EQ(end.kind, SimulationEnd::Kind::outside_limits);
  EXPECT_EQ(end.velocity, 6);
}

TEST(Stops, AStartBeyondThemIsToldWithTheJoint) {
  SimulationOptions options;
  options.limits = {{}, {.position_low = -0.5, .position_high = 0.5}};
  Simulator simulator(build_model<double>(read_builtin_robot("two-rods")), options);
  const SimulationEnd end = simulator.start(0, {0, 0.7}, {0, 0});
  EXPECT_EQ(end.kind, SimulationEnd::Kind::outside_limits);
  EXPECT_EQ(end.velocity, 1);
}

}  // namespace
}  // namespace torsor
