#include <gtest/gtest.h>

#include <cmath>

#include "torsor/kinematics/loop_closure.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/simulation/simulate.hpp"

namespace torsor {
namespace {

/// A parallelogram: two cranks of 0.5 m, 1 m apart, and a coupler of 1 m on the first one that ends at the second.
Model<double> parallelogram() {
  const Model<double> tree = build_model<double>(read_robot(
      "name: parallelogram\ninertia_about: com\ngravity: [0, 0, -9.81]\nlinks:\n"
      "  - {name: left, parent: base, joint: revolute, axis: [0, 1, 0], mass: 1, com: [0, 0, -0.25],"
      " inertia: {xx: 0.02, yy: 0.02, zz: 0.001}}\n"
      "  - {name: coupler, parent: left, joint: revolute, axis: [0, 1, 0], origin: {xyz: [0, 0, -0.5]}, mass: 2,"
      " com: [0.5, 0, 0], inertia: {xx: 0.001, yy: 0.17, zz: 0.17}}\n"
      "  - {name: right, parent: base, joint: revolute, axis: [0, 1, 0], origin: {xyz: [1, 0, 0]}, mass: 1,"
      " com: [0, 0, -0.25], inertia: {xx: 0.02, yy: 0.02, zz: 0.001}}\n",
      "parallelogram.yaml"));
  return changed(tree, [](ModelParts<double>& parts) {
    Loop<double> loop;
    loop.body[0] = 2, loop.body[1] = 3;
    const auto at = [&](int body, Vector3<double> point) {  // from the link's frame to the joint's
      return parts.frames[parts.bodies[body].frame].pose * point;
    };
    loop.point[0] = at(2, {1, 0, 0}), loop.point[1] = at(3, {0, 0, -0.5});
    parts.loops.push_back(loop);
  });
}

TEST(SimulatedLoops, AParallelogramSwingsAsOnePendulumAndItsLoopStaysClosed) {
  // Its coupler only shifts: (2 (I + m d^2) + M l^2) phi'' = -(2 m d + M l) g sin phi.
  const double inertia = 2 * (0.02 + 0.25 * 0.25) + 2 * 0.25, moment = (2 * 0.25 + 2 * 0.5) * 9.81;
  const double start = 1.1, quarter = std::sqrt(inertia / moment) * std::comp_ellint_1(std::sin(start / 2));
  for (const Integrator method : {Integrator::dormand_prince, Integrator::runge_kutta_4, Integrator::rosenbrock}) {
    SimulationOptions options;
    options.method = method;
    options.tolerance = 1e-11;
    const Model<double> model = parallelogram();
    Simulator simulator(model, options);
    const SimulationEnd begun = simulator.start(0, {start, -start, start}, {0, 0, 0});
    ASSERT_TRUE(begun.reached()) << to_string(begun, {});
    double widest = 0;
    for (int k = 1; k <= 40; ++k) {
      ASSERT_TRUE(simulator.run(k * quarter / 10).reached());
      widest = std::max(widest, widest_gap(loop_closure(model, simulator.q(), simulator.qd()).gap));
      EXPECT_NEAR(simulator.q()[0] + simulator.q()[1], 0, 1e-10);
      EXPECT_NEAR(simulator.q()[0], simulator.q()[2], 1e-10);
    }
    EXPECT_LT(widest, 1e-10);
    EXPECT_NEAR(simulator.q()[0], start, 2e-8) << static_cast<int>(method);
  }
}

TEST(SimulatedLoops, OneThatIsOpenAtTheStartIsRefused) {
  Simulator simulator(parallelogram());
  EXPECT_EQ(simulator.start(0, {0.5, -0.5, 0.4}, {0, 0, 0}).kind, SimulationEnd::Kind::open_loop);
}

}  // namespace
}  // namespace torsor
