#include <gtest/gtest.h>

#include <cmath>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/simulation/dormand_prince.hpp"
#include "torsor/simulation/dormand_prince_8.hpp"
#include "torsor/simulation/rosenbrock.hpp"
#include "torsor/simulation/runge_kutta_4.hpp"
#include "torsor/simulation/simulator.hpp"

namespace torsor {
namespace {

/// y1' = y2 + sin t, y2' = -y1 y2 + cos 2t: neither linear nor without time.
bool slope(double t, Input<double> y, Output<double> dy) {
  dy[0] = y[1] + std::sin(t), dy[1] = -y[0] * y[1] + std::cos(2 * t);
  return true;
}

/// y at 2 s after `steps` steps.
template <class Method, class Prepare>
std::vector<double> end_of(Method method, int steps, const Prepare& prepare) {
  std::vector<double> y{0.4, -0.3}, k(2), next(2);
  const double h = 2.0 / steps;
  for (int i = 0; i < steps; ++i) {
    slope(i * h, y, k);
    prepare(method, i * h, y);
    EXPECT_TRUE(method.step(slope, i * h, y, k, h, next));
    y = next;
  }
  return y;
}

double distance(Input<double> a, Input<double> b) {
  double square = 0;
  for (std::size_t i = 0; i < a.size(); ++i) square += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(square);
}

/// log2 of the ratio of the errors at h and h / 2, against steps much shorter than either.
template <class Method, class Prepare>
double order_of(const Method& method, int steps, const Prepare& prepare) {
  const std::vector<double> exact = end_of(DormandPrince(2), 2000, [](auto&&...) {});
  return std::log2(distance(end_of(method, steps, prepare), exact) /
                   distance(end_of(method, 2 * steps, prepare), exact));
}

TEST(IntegratorOrders, RungeKuttaHasFourAndDormandPrinceFive) {
  const auto nothing = [](auto&&...) {};
  EXPECT_NEAR(order_of(RungeKutta4(2), 40, nothing), 4, 0.1);
  EXPECT_NEAR(order_of(DormandPrince(2), 60, nothing), 5, 0.15);
}

TEST(IntegratorOrders, DormandPrinceOfEightHasEightAndItsErrorsFiveAndThree) {
  const auto nothing = [](auto&&...) {};
  EXPECT_NEAR(order_of(DormandPrince8(2), 10, nothing), 8, 0.3);
  EXPECT_NEAR(order_of(DormandPrince8(2), 14, nothing), 8, 0.3);
  std::vector<double> y{0.4, -0.3}, k(2), y1(2), fifth(2), third(2), small_fifth(2), small_third(2);
  const auto errors = [&](double h, std::vector<double>& of_five, std::vector<double>& of_three) {
    DormandPrince8 method(2);
    slope(0, y, k);
    EXPECT_TRUE(method.step(slope, 0, y, k, h, y1));
    method.errors(k, h, of_five, of_three);
  };
  errors(0.1, fifth, third), errors(0.05, small_fifth, small_third);
  const std::vector<double> zero(2);
  EXPECT_NEAR(std::log2(distance(fifth, zero) / distance(small_fifth, zero)), 6, 0.4);
  EXPECT_NEAR(std::log2(distance(third, zero) / distance(small_third, zero)), 4, 0.4);
}

TEST(IntegratorOrders, RosenbrockHasFour) {
  const auto derivatives = [](Rosenbrock& method, double t, Input<double> y) {
    method.J.data = {0, 1, -y[1], -y[0]};
    method.dt = {std::cos(t), -2 * std::sin(2 * t)};
  };
  EXPECT_NEAR(order_of(Rosenbrock(2), 40, derivatives), 4, 0.15);
}

/// The angles of two rods after 1 s, with a fixed step.
std::vector<double> simulated(Integrator method, double step) {
  static const Model<double> rods = build_model<double>(read_builtin_robot("two-rods"));
  SimulationOptions options;
  options.method = method;
  options.step = step;
  options.tolerance = 1e-13;
  Simulator simulator(rods, options);
  EXPECT_TRUE(simulator.start(0, {0.2, 0.6}, {0.5, -0.4}).reached());
  EXPECT_TRUE(simulator.run(1).reached());
  return {simulator.q().begin(), simulator.q().end()};
}

TEST(IntegratorOrders, OfTheSimulatorsFixedSteps) {
  const std::vector<double> exact = simulated(Integrator::dormand_prince, 0);
  const auto order = [&](Integrator method, double step) {
    return std::log2(distance(simulated(method, step), exact) / distance(simulated(method, step / 2), exact));
  };
  EXPECT_NEAR(order(Integrator::semi_implicit_euler, 1.0 / 4096), 1, 0.1);
  EXPECT_NEAR(order(Integrator::midpoint, 1.0 / 512), 2, 0.1);
  EXPECT_NEAR(order(Integrator::runge_kutta_4, 1.0 / 1024), 4, 0.2);
}

}  // namespace
}  // namespace torsor
