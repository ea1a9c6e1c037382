#include <gtest/gtest.h>

#include <cmath>

#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/simulation/simulator.hpp"

#if __has_include(<boost/numeric/odeint.hpp>)
#include <boost/numeric/odeint.hpp>
#endif

// Beside Boost.odeint, which knows nothing of robots: Runge, Kutta and Fehlberg of order 8 on positions as plain
// numbers, quaternions among them.
namespace torsor {
namespace {

std::vector<double> independent_end([[maybe_unused]] const Model<double>& model,
                                    [[maybe_unused]] const std::vector<double>& q,
                                    [[maybe_unused]] const std::vector<double>& qd) {
  std::vector<double> y;
#if __has_include(<boost/numeric/odeint.hpp>)
  using State = std::vector<double>;
  namespace ode = boost::numeric::odeint;
  y = q;
  y.insert(y.end(), qd.begin(), qd.end());
  const std::vector<double> tau(model.nv, 0.0);
  const auto slope = [&](const State& state, State& rate, double) {
    const Input<double> at(state.data(), model.nq), velocity(state.data() + model.nq, model.nv);
    const std::vector<double> change = position_rate(model, at, velocity);
    const std::vector<double> qdd = forward_dynamics(model, at, velocity, tau);
    std::copy(change.begin(), change.end(), rate.begin());
    std::copy(qdd.begin(), qdd.end(), rate.begin() + model.nq);
  };
  ode::integrate_adaptive(ode::make_controlled<ode::runge_kutta_fehlberg78<State>>(1e-13, 1e-13), slope, y, 0.0, 1.0,
                          1e-3);
  y.resize(model.nq);
#endif
  return y;
}

void expect_same_end(const Model<double>& model, const std::vector<double>& q, const std::vector<double>& qd) {
  const std::vector<double> expected = independent_end(model, q, qd);
  if (expected.empty()) GTEST_SKIP() << "Boost.odeint is not here";
  for (const Integrator method :
       {Integrator::dormand_prince, Integrator::dormand_prince_8, Integrator::rosenbrock, Integrator::runge_kutta_4}) {
    SimulationOptions options;
    options.method = method;
    options.tolerance = method == Integrator::rosenbrock ? 1e-11 : 1e-13;
    options.step = method == Integrator::runge_kutta_4 ? 2e-4 : 0;
    Simulator simulator(model, options);
    ASSERT_TRUE(simulator.start(0, q, qd).reached());
    ASSERT_TRUE(simulator.run(1).reached());
    for (int k = 0; k < model.nq; ++k) EXPECT_NEAR(simulator.q()[k], expected[k], 1e-9) << static_cast<int>(method);
  }
}

TEST(IndependentIntegrator, OfAFallingPuma) {
  expect_same_end(without_friction(build_model<double>(read_builtin_robot("puma560"))), {0.1, 0.3, -0.2, 0.5, 0.4, 0.1},
                  {0.2, -0.1, 0.3, 0.1, -0.4, 0.2});
}
TEST(IndependentIntegrator, OfAFallingPanda) {
  expect_same_end(without_friction(build_model<double>(read_builtin_robot("panda"))),
                  {0.1, 0.5, -0.2, -1.5, 0.3, 1.2, 0.4}, {0.3, -0.2, 0.1, 0.4, -0.3, 0.2, 0.5});
}
TEST(IndependentIntegrator, OfAFreeFlyingArm) {
  const Model<double> flyer = build_model<double>(
      read_robot("name: flyer\ninertia_about: com\ngravity: [0, 0, -9.81]\nlinks:\n"
                 "  - {name: body, parent: base, joint: free, mass: 5, com: [0.1, -0.05, 0.02],"
                 " inertia: {xx: 0.3, yy: 0.5, zz: 0.7, xy: 0.02}}\n"
                 "  - {name: arm, parent: body, joint: revolute, origin: {xyz: [0.3, 0, 0.1], rpy: [0.2, 0.4, 0]},"
                 " mass: 2, com: [0.2, 0.1, 0.3], inertia: {xx: 0.3, yy: 0.2, zz: 0.25}}\n"
                 "  - {name: hand, parent: arm, joint: ball, origin: {xyz: [0, 0.2, 0.3], rpy: [0.1, 0, 0]},"
                 " mass: 1, com: [0.1, 0.2, 0.1], inertia: {xx: 0.05, yy: 0.06, zz: 0.07}}\n",
                 "flyer.yaml"));
  std::vector<double> q = zero_position(flyer), qd(flyer.nv, 0.0);
  for (int v = 0; v < flyer.nv; ++v) qd[v] = 0.9 - 0.7 * v + 0.08 * v * v;
  expect_same_end(flyer, q, qd);
}

}  // namespace
}  // namespace torsor
