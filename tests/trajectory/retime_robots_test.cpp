#include "retime_support.hpp"
#include "support/counted_allocations.hpp"

namespace torsor::test::retime_robots_test {

TEST(Retime, random_paths_without_viscous_friction_keep_limits_and_reach_them) {
  int paths = 0;
  for (const auto& [name, count] : {std::pair{"puma560", 17}, {"panda", 17}, {"ur10", 16}}) {
    const auto [model, limits] = limited_robot(name, false);
    Retimer retimer(model, limits);
    for (int seed = 1; seed <= count; ++seed, ++paths) {
      const JointPath path = random_path(limits, static_cast<std::uint64_t>(seed));
      const RetimeEnd end = retimer.solve(path);
      ASSERT_TRUE(end.found()) << name << ' ' << seed << ": " << to_string(end, {});
      const LimitsKept kept = limits_kept(model, limits, path, retimer.timing());
      EXPECT_LT(kept.excess, 1e-3) << name << ' ' << seed;
      EXPECT_GT(kept.active, 0.99) << name << ' ' << seed;
    }
  }
  EXPECT_EQ(paths, 50);
}

TEST(Retime, viscous_friction_keeps_limits) {
  for (const char* name : {"puma560", "panda", "iiwa14"}) {
    const auto [model, limits] = limited_robot(name, true);
    Retimer retimer(model, limits);
    for (std::uint64_t seed = 21; seed <= 25; ++seed) {
      const JointPath path = random_path(limits, seed);
      const RetimeEnd end = retimer.solve(path);
      ASSERT_TRUE(end.found()) << name << ' ' << seed << ": " << to_string(end, {});
      EXPECT_LT(limits_kept(model, limits, path, retimer.timing(), 20000).excess, 1e-3) << name << ' ' << seed;
    }
  }
}

TEST(Retime, allocates_nothing_once_it_is_made) {
  const auto [model, limits] = limited_robot("puma560", true);
  Retimer retimer(model, limits);
  const JointPath path = random_path(limits, 4);
  const long before = allocations;
  const RetimeEnd end = retimer.solve(path);
  EXPECT_EQ(allocations - before, 0);
  EXPECT_TRUE(end.found());
}

}  // namespace torsor::test::retime_robots_test
