#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "torsor/core/error.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/simulation/signal_surroundings.hpp"
#include "torsor/simulation/simulate.hpp"

// A run that cannot go on says when and where, and keeps what it had.
namespace torsor {
namespace {

Model<double> rods() { return build_model<double>(read_builtin_robot("two-rods")); }

Simulation run(const Model<double>& model, const Surroundings& surroundings, SimulationOptions options = {}) {
  SimulationSchedule schedule;
  schedule.duration = 2, schedule.rate = 100;
  return simulate(model, std::vector<double>(model.nq, 0.1), std::vector<double>(model.nv, 0.0), schedule, options,
                  surroundings);
}

TEST(SimulationFaults, ATorqueThatIsNoNumber) {
  for (const Integrator method : {Integrator::dormand_prince, Integrator::runge_kutta_4, Integrator::rosenbrock,
                                  Integrator::midpoint, Integrator::semi_implicit_euler}) {
    Surroundings surroundings;
    surroundings.torque = [](double t, Input<double>, Input<double>, Output<double> tau) {
      tau[1] = t > 1 ? std::numeric_limits<double>::quiet_NaN() : 0;
    };
    SimulationOptions options;
    options.method = method;
    const Simulation simulation = run(rods(), surroundings, options);
    EXPECT_EQ(simulation.end.kind, SimulationEnd::Kind::not_finite) << static_cast<int>(method);
    EXPECT_NEAR(simulation.end.time, 1, 2e-3);
    EXPECT_EQ(simulation.end.velocity, 1);
    EXPECT_GE(simulation.samples.size(), 99u);
    EXPECT_NE(to_string(simulation.end, {"joint1", "joint2"}).find("joint2"), std::string::npos);
  }
}

TEST(SimulationFaults, AStepThatShrinksToNothing) {
  Surroundings surroundings;  // 1 / (1 - t): infinite in the end, and no step is short enough before
  surroundings.torque = [](double t, Input<double>, Input<double>, Output<double> tau) {
    tau[0] = 10 / std::pow(1 - t, 3);
  };
  const Simulation simulation = run(rods(), surroundings);
  EXPECT_NE(simulation.end.kind, SimulationEnd::Kind::reached);
  EXPECT_NEAR(simulation.end.time, 1, 1e-2);
  EXPECT_GE(simulation.samples.size(), 99u);
}

TEST(SimulationFaults, ALinkWithoutInertia) {
  const Model<double> model = build_model<double>(
      read_robot("name: light\nlinks:\n  - {name: a, joint: revolute, axis: [0, 1, 0]}\n", "light.yaml"));
  const Simulation simulation = run(model, {});
  EXPECT_EQ(simulation.end.kind, SimulationEnd::Kind::singular);
  EXPECT_EQ(simulation.end.velocity, 0);
}

TEST(SimulationFaults, TheLinkWithoutInertiaIsNamedAndNotThoseBeforeIt) {
  const Model<double> chain =
      build_model<double>(read_robot("name: chain\nlinks:\n  - {joint: revolute, mass: 1, com: [0.5, 0, 0]}\n"
                                     "  - {joint: revolute, origin: {xyz: [1, 0, 0]}, mass: 1, com: [0.5, 0, 0]}\n"
                                     "  - {joint: revolute, origin: {xyz: [1, 0, 0]}}\n",
                                     "chain.yaml"));
  const Simulation simulation = run(chain, {});
  EXPECT_EQ(simulation.end.kind, SimulationEnd::Kind::singular);
  EXPECT_EQ(simulation.end.velocity, 2);
}

TEST(SimulationFaults, ATorqueThatSwitchesBackAndForthEnds) {
  Surroundings surroundings;
  surroundings.torque = [](double, Input<double> q, Input<double> qd, Output<double> tau) {
    tau[0] = 1000 * sign(-q[0]) - 50 * qd[0];
  };
  const Simulation simulation = run(rods(), surroundings);
  EXPECT_EQ(simulation.end.kind, SimulationEnd::Kind::step_too_small);
  EXPECT_LT(simulation.steps, 200000);
}

TEST(SimulationFaults, AJumpAtTheEndActsAfterIt) {
  const auto read = read_formulas(rods(), {"1e6*step(t-2)", "0"});
  WorldSignals signals;
  signals.torque = std::get<Signal>(read);
  for (const Integrator method : {Integrator::runge_kutta_4, Integrator::dormand_prince}) {
    SimulationOptions options;
    options.method = method;
    const Simulation jumps = run(rods(), surroundings_of(rods(), signals, 0, 2), options),
                     none = run(rods(), {}, options);
    EXPECT_NEAR(jumps.samples.back().qd[0], none.samples.back().qd[0], 1e-6);
    EXPECT_EQ(jumps.samples.back().tau[0], 0);
  }
}

TEST(SimulationFaults, OptionsThatMakeNoSense) {
  SimulationOptions options;
  options.tolerance = -1;
  EXPECT_THROW(Simulator(rods(), options), UsageError);
  options = {};
  options.stops.restitution = 2;
  EXPECT_THROW(Simulator(rods(), options), UsageError);
  const Model<double> free = build_model<double>(read_robot(
      "name: free\ninertia_about: com\nlinks:\n  - {name: a, joint: free, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}\n",
      "free.yaml"));
  options = {};
  options.method = Integrator::midpoint;
  EXPECT_THROW(Simulator(free, options), UsageError);
}

TEST(SimulationFaults, TheSamplesAreEvenAndTheLastIsAtTheEnd) {
  SimulationSchedule schedule;
  schedule.duration = 0.123, schedule.rate = 50;
  const Simulation simulation = simulate(rods(), {0.1, 0.2}, {0, 0}, schedule);
  ASSERT_EQ(simulation.samples.size(), 8u);
  for (int k = 0; k < 7; ++k) EXPECT_DOUBLE_EQ(simulation.samples[k].t, k / 50.0);
  EXPECT_EQ(simulation.samples[7].t, 0.123);
}

}  // namespace
}  // namespace torsor
