#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/random_robot.hpp"
#include "torsor/dynamics/centroidal_momentum.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/simulation/simulate.hpp"

// What does not change in time.
namespace torsor::test::conservation_test {

TEST(Conservation, AnUndampedPumaKeepsItsEnergyForTenSeconds) {
  const Model<double> puma = without_friction(build_model<double>(read_builtin_robot("puma560")));
  SimulationOptions options;
  options.tolerance = 1e-12;
  Simulator simulator(puma, options);
  ASSERT_TRUE(simulator.start(0, {0.1, 0.3, -0.2, 0.5, 0.4, 0.1}, {0.2, -0.1, 0.3, 0.1, -0.4, 0.2}).reached());
  const double before = simulator.energy();
  double largest = 0;
  for (int k = 1; k <= 100; ++k) {
    ASSERT_TRUE(simulator.run(0.1 * k).reached());
    largest = std::max(largest, std::abs(simulator.energy() - before));
  }
  EXPECT_LT(largest, 1e-9);
}

/// Energy of the midpoint rule swings, and does not drift.
TEST(Conservation, AMillionSymplecticStepsDoNotDrift) {
  const Model<double> rods = without_friction(build_model<double>(read_builtin_robot("two-rods")));
  SimulationOptions options;
  options.method = Integrator::midpoint;
  options.step = 2e-3;
  Simulator simulator(rods, options);
  ASSERT_TRUE(simulator.start(0, {-1.2, 0.5}, {0, 0}).reached());
#ifdef NDEBUG
  const long steps = 1000000;
  const double share = 0.01;
#else
  const long steps = 20000;  // a sanitizer takes its time; a line through so few swings has a slope
  const double share = 0.5;
#endif
  double n = 0, st = 0, se = 0, stt = 0, ste = 0, low = HUGE_VAL, high = -HUGE_VAL;
  for (long k = 1; k <= steps; ++k) {
    ASSERT_TRUE(simulator.step(HUGE_VAL).reached());
    if (k % 7 != 0) continue;
    const double t = simulator.time(), e = simulator.energy();
    n += 1, st += t, se += e, stt += t * t, ste += t * e;
    low = std::min(low, e), high = std::max(high, e);
  }
  const double slope = (n * ste - st * se) / (n * stt - st * st), drift = slope * simulator.time();
  EXPECT_LT(std::abs(drift), share * (high - low)) << "oscillation " << high - low;
  EXPECT_LT(high - low, 1e-2);
  EXPECT_GT(high - low, 1e-9);
}

TEST(Conservation, AFreeBodyAndAFreeFlyingArmKeepTheirMomentum) {
  const std::string hand =
      "  - {name: arm, parent: body, joint: revolute, origin: {xyz: [0.3, 0, 0.1], rpy: [0.2, 0.4, 0]}, mass: 2,"
      " com: [0.2, 0.1, 0.3], inertia: {xx: 0.3, yy: 0.2, zz: 0.25}}\n";
  const std::string body =
      "name: flyer\ninertia_about: com\ngravity: [0, 0, 0]\nlinks:\n"
      "  - {name: body, parent: base, joint: free, mass: 5, com: [0.1, -0.05, 0.02],"
      " inertia: {xx: 0.3, yy: 0.5, zz: 0.7, xy: 0.02}}\n";
  for (const std::string& text : {body, body + hand}) {
    const Model<double> flyer = build_model<double>(read_robot(text, "flyer.yaml"));
    std::vector<double> q = zero_position(flyer), qd(flyer.nv, 0.0);
    for (int v = 0; v < flyer.nv; ++v) qd[v] = 0.3 + 0.4 * v - 0.15 * v * v;
    SimulationOptions options;
    options.tolerance = 1e-13;
    Simulator simulator(flyer, options);
    ASSERT_TRUE(simulator.start(0, q, qd).reached());
    // About the base's origin, so that errors of the path count as well.
    const auto momentum = [&] {
      const Force<double> h = centroidal_momentum(flyer, simulator.q(), simulator.qd()).momentum;
      const Vector3<double>& p = h.force;
      const std::vector<Transform<double>> poses = forward_kinematics(flyer, simulator.q());
      const Vector3<double> about_origin = h.moment + cross(moving_center<double>(flyer, poses), p);
      return std::array<double, 6>{p.x, p.y, p.z, about_origin.x, about_origin.y, about_origin.z};
    };
    const auto before = momentum();
    ASSERT_TRUE(simulator.run(5).reached());
    const auto after = momentum();
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(after[k], before[k], 1e-10) << k;
  }
}

}  // namespace torsor::test::conservation_test
