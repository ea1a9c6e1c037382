#include <gtest/gtest.h>

#include <cmath>

#include "support/counted_allocations.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/limits.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/simulation/signal_surroundings.hpp"
#include "torsor/simulation/simulator.hpp"
#include "torsor/trajectory/limited_motion.hpp"

namespace torsor::test::simulation_allocation_test {

TEST(Simulator, AllocatesNothingInAStep) {
  for (const char* name : {"puma560", "panda"}) {
    const Description robot = read_builtin_robot(name);
    const Model<double> model = changed(build_model<double>(robot), [](ModelParts<double>& parts) {
      for (std::size_t v = 0; v < parts.friction.size(); ++v)
        parts.friction[v] = {.viscous = 0.2, .coulomb = 0.5, .presliding_stiffness = v == 1 ? 50 : 0.0};
    });
    const Model<double> loaded = changed(model, [](ModelParts<double>& parts) { parts.friction[0].load = 0.1; });
    for (const Integrator method : {Integrator::dormand_prince, Integrator::runge_kutta_4, Integrator::rosenbrock,
                                    Integrator::midpoint, Integrator::semi_implicit_euler}) {
      SimulationOptions options;
      options.method = method;
      options.limits = joint_limits(robot);
      options.stops.restitution = 0.3;
      options.work = true;
      long events = 0;
      options.on_event = [&](const SimulationEvent&) { ++events; };
      Surroundings surroundings;
      surroundings.torque = [&](double t, Input<double>, Input<double>, Output<double> tau) {
        tau[0] = 3 * std::sin(5 * t);
      };
      surroundings.breaks = {0.1, 0.2};
      const bool with_load = method == Integrator::dormand_prince || method == Integrator::rosenbrock;
      Simulator simulator(with_load ? loaded : model, options, surroundings);
      std::vector<double> q(model.nq, 0.0), qd(model.nv, 0.0);
      for (int i = 0; i < model.nq; ++i) {
        q[i] = (options.limits[i].position_low + options.limits[i].position_high) / 2 + 0.1;
        if (!std::isfinite(q[i])) q[i] = 0.3;
      }
      ASSERT_TRUE(simulator.start(0, q, qd).reached());
      const long before = allocations;
      const SimulationEnd end = simulator.run(2);
      simulator.at((simulator.previous_time() + simulator.time()) / 2, q, qd);
      EXPECT_EQ(allocations - before, 0) << name << ' ' << static_cast<int>(method);
      EXPECT_TRUE(end.reached()) << to_string(end, {});
      EXPECT_GT(events, 0) << name << ' ' << static_cast<int>(method);
    }
  }
}

TEST(Signal, AllocatesNothingWhenItIsEvaluated) {
  const Model<double> model = build_model<double>(read_builtin_robot("two-rods"));
  const auto formulas = [&](const std::string& text) {
    return std::get<Signal>(read_formulas(model, split_formulas(text)));
  };
  WorldSignals signals;
  signals.torque = formulas("max(0,sin(t))*q1^1.5-abs(qd2),step(t-0.5)");
  signals.gravity = std::get<TimeSeries>(
      TimeSeries::from_rows({0, 1, 2}, {0, 0, -9, 1, 0, -9, 0, 0, -9}, 3, TimeSeries::Between::cubic));
  signals.base_pose = formulas("t^2,0,0,0,0.1*sin(t),0");
  signals.wrenches.push_back({model.tip, true, formulas("t,q1,qd1,0,0,1")});
  const Surroundings surroundings = surroundings_of(model, signals, 0, 2);
  const std::vector<double> q{0.1, 0.2}, qd{0.3, 0.4};
  std::vector<double> tau(2);
  const long before = allocations;
  for (double t = 0; t < 2; t += 0.1) {
    Conditions<double> conditions = default_conditions(model);
    surroundings.torque(t, q, qd, tau);
    surroundings.world(t, q, qd, conditions);
  }
  EXPECT_EQ(allocations - before, 0);
}

TEST(PiecewiseMotion, AllocatesNothingWhereItIsEvaluated) {
  const std::vector<AxisLimits> limits{{1, 2, 10}, {2, 3, 20}};
  const auto motion = std::get<PiecewiseMotion>(limited_motion({0, 0, 1, 2, -1, 0}, limits));
  std::vector<double> q(2), qd(2), qdd(2);
  const long before = allocations;
  for (int k = 0; k <= 100; ++k) motion.evaluate(motion.duration() * k / 100, q, qd, qdd);
  const double most = motion.range(0, 1).highest.value + motion.derivative(1, 0.3, 3);
  const double shortest = quickest_profile({0, 0.5}, {1, -0.5}, limits[0]).duration();
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(most + shortest, 0);
}

}  // namespace torsor::test::simulation_allocation_test
