#include <gtest/gtest.h>

#include <map>

#include "support/random_robot.hpp"
#include "torsor/dynamics/consistency.hpp"

namespace torsor::test::random_robots_test {

constexpr int robots = 10000;
constexpr double tolerance = 1e-9;  // of the sum of the terms' magnitudes

bool has_branches(const Model<double>& model) {
  for (std::size_t i = 2; i < model.bodies.size(); ++i)
    if (model.bodies[i].parent != static_cast<int>(i) - 1) return true;
  return false;
}

TEST(RandomRobots, EveryFormulationAgreesWithEveryOther) {
  std::map<std::string, double> worst;
  int checked = 0, rejected = 0, branched = 0, coupled = 0, gyroscopic = 0;
  for (int seed = 0; checked < robots; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    Description robot = random_robot(random, 1 + seed % 9);
    if (seed % 2 == 1) robot = with_gravity_compensation(random, std::move(robot));
    ASSERT_TRUE(check(robot).empty()) << check(robot).front().message;
    const Model<double> model = build_model<double>(robot);
    const Consistency result = check_consistency(model, {1, static_cast<std::uint64_t>(seed)});
    if (result.singular_states + result.indefinite_states > 0) {  // a rotor that is too heavy for its link
      ++rejected;
      continue;
    }
    for (const Identity& identity : result.identities) {
      ASSERT_EQ(identity.states, 1) << identity.name;
      worst[identity.name] = std::max(worst[identity.name], identity.disagreement);
    }
    ++checked;
    branched += has_branches(model);
    coupled += model.coupled_rotors;
    gyroscopic += robot.rotor_model == RotorModel::gyroscopic;
  }
  std::printf("%d robots (%d with branches, %d with coupled and %d with gyroscopic rotors; %d more rejected)\n",
              checked, branched, coupled, gyroscopic, rejected);
  for (const auto& [name, disagreement] : worst) {
    std::printf("  %-60s %.1e\n", name.c_str(), disagreement);
    EXPECT_LT(disagreement, tolerance) << name;
  }
  EXPECT_LT(worst.at("regressor times parameters = torque"), 1e-12);
  EXPECT_GE(worst.size(), 22u);
  EXPECT_GT(branched, robots / 4);
  EXPECT_GT(coupled, robots / 10);
  EXPECT_GT(gyroscopic, robots / 2);
  EXPECT_LT(rejected, robots);
}

}  // namespace torsor::test::random_robots_test
