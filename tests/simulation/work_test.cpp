#include <gtest/gtest.h>

#include <cmath>

#include "support/random_robot.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/simulation/simulate.hpp"

// What the robot has grows by the work of all that acts on it, along every run.
namespace torsor::test::work_test {

SimulationOptions with_work() {
  SimulationOptions options;
  options.tolerance = 1e-10;
  options.work = true;
  return options;
}

TEST(SimulationWork, OfRandomRobotsWithEverythingAddsUp) {
  Random random(5);
  double moved = 0;
  for (int number = 0; number < 30; ++number) {
    const Model<double> model = build_model<double>(number % 3 == 0 ? random_robot_with_ball_and_free_joints(random, 4)
                                                                    : random_robot(random, random.integer(1, 6)));
    std::vector<Wrench<double>> wrenches{{model.body_count() - 1, {random.vector(2), random.vector(5)}}};
    const Vector3<double> shake = random.vector(1), turn = random.vector(1), pull = random.vector(3);
    const std::vector<double> amplitude = random.list(model.nv, 0.5, 3);
    Surroundings surroundings;
    surroundings.torque = [&](double t, Input<double>, Input<double> qd, Output<double> tau) {
      for (int v = 0; v < model.nv; ++v) tau[v] = amplitude[v] * std::sin(3 * t + v) - 0.2 * qd[v];
    };
    surroundings.world = [&](double t, Input<double>, Input<double>, Conditions<double>& conditions) {
      conditions.wrenches = wrenches;
      conditions.gravity += std::sin(2 * t) * pull;
      conditions.base = {
          .linear_velocity = std::sin(t) * shake,
          .angular_velocity = std::sin(2 * t) * turn,
          .linear_acceleration = std::cos(t) * shake + cross(std::sin(2 * t) * turn, std::sin(t) * shake),
          .angular_acceleration = 2 * std::cos(2 * t) * turn};
    };
    Simulator simulator(model, with_work(), surroundings);
    const RandomState start(random, model);
    ASSERT_TRUE(simulator.start(0, start.q, start.qd).reached()) << number;
    const double before = simulator.energy();
    const SimulationEnd end = simulator.run(0.5);
    ASSERT_TRUE(end.reached()) << number << ": " << to_string(end, velocity_names(model));
    const SimulationWork& work = simulator.work();
    double size = std::abs(before);
    for (const double part : {work.motors, work.friction, work.wrenches, work.base}) size += std::abs(part);
    EXPECT_NEAR(simulator.energy() - before, work.sum(), 1e-7 * size) << number;
    moved += std::abs(work.base) + std::abs(work.wrenches);
  }
  EXPECT_GT(moved, 10);
}

TEST(SimulationWork, OfALoadThatIsGrippedIsItsEnergy) {
  const Model<double> empty = build_model<double>(read_builtin_robot("two-rods"));
  const Model<double> loaded = with_payload(empty, empty.tip, Inertia<double>{3, {}, {}});
  SimulationSchedule schedule;
  schedule.duration = 1;
  schedule.changes.push_back({0.4, loaded});
  const Simulation simulation = simulate(empty, {0.2, 0.3}, {0, 0}, schedule, with_work());
  ASSERT_TRUE(simulation.end.reached());
  EXPECT_NE(simulation.samples.back().work.loads, 0);
  EXPECT_LT(std::abs(simulation.largest_defect), 1e-7);
  EXPECT_EQ(simulation.samples[30].work.loads, 0);
}

}  // namespace torsor::test::work_test
