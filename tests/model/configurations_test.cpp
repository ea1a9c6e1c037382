#include "torsor/model/configurations.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <set>

#include "torsor/core/error.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::configurations_test {

using Vector = std::vector<double>;

Model<double> builtin(const char* name) { return build_model<double>(read_builtin_robot(name)); }

JointLimits between(double low, double high) {
  JointLimits limits;
  limits.position_low = low, limits.position_high = high;
  return limits;
}

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(Configurations, SweepIsTheProductOfItsJointsTheLastFastest) {
  const Configurations swept = Configurations::sweep(builtin("two-rods"), {7, 8}, {{0, -1, 1, 3}, {1, 0, 0.5, 2}});
  ASSERT_EQ(swept.size(), 6);
  EXPECT_EQ(swept.at(0), (Vector{-1, 0}));
  EXPECT_EQ(swept.at(1), (Vector{-1, 0.5}));
  EXPECT_EQ(swept.at(2), (Vector{0, 0})) << "the middle of -1 and 1 is exactly 0";
  EXPECT_EQ(swept.at(5), (Vector{1, 0.5}));
}

TEST(Configurations, JointsThatAreNotSweptStandAsTheyDid) {
  const Configurations swept = Configurations::sweep(builtin("two-rods"), {7, 8}, {{1, 3, 4, 1}});
  ASSERT_EQ(swept.size(), 1);
  EXPECT_EQ(swept.at(0), (Vector{7, 3}));
}

TEST(Configurations, GridTakesBothEndsOfLimitsButNotOfATurn) {
  const Configurations grid = Configurations::grid(builtin("two-rods"), {between(-1, 1), {}}, 2);
  ASSERT_EQ(grid.size(), 4);
  EXPECT_EQ(grid.at(0), (Vector{-1, -std::numbers::pi}));
  EXPECT_EQ(grid.at(3), (Vector{1, 0})) << "the turn's end is its beginning";
}

TEST(Configurations, SamplesStayInTheLimitsAndAreTheSameEveryTime) {
  const Model<double> model = builtin("two-rods");
  const std::vector<JointLimits> limits{between(0.25, 0.5), {}};
  const Configurations samples = Configurations::samples(model, limits, 1000);
  std::set<double> seen;
  for (int k = 0; k < samples.size(); ++k) {
    const Vector q = samples.at(k);
    EXPECT_TRUE(q[0] >= 0.25 && q[0] <= 0.5 && std::abs(q[1]) <= std::numbers::pi) << q[0] << ' ' << q[1];
    seen.insert(q[0]);
  }
  EXPECT_EQ(seen.size(), 1000u);
  EXPECT_EQ(samples.at(17), Configurations::samples(model, limits, 18).at(17));
}

TEST(Configurations, APrismaticJointWithoutLimitsHasNoRange) {
  const Model<double> slides = builtin("mass-spring-damper");
  const std::vector<JointLimits> limits{between(0, 1), {}};
  EXPECT_EQ(joint_without_range(slides, limits), 1);
  EXPECT_EQ(joint_without_range(slides, {between(0, 1), between(0, 1)}), -1);
  EXPECT_EQ(joint_without_range(builtin("two-rods"), limits), -1) << "a revolute joint has a turn";
  EXPECT_TRUE(refusal([&] { Configurations::grid(slides, limits, 3); }).starts_with("grid: expected position limits"));
  EXPECT_TRUE(
      refusal([&] { Configurations::samples(slides, limits, 3); }).starts_with("samples: expected position limits"));
}

TEST(Configurations, NeitherNoneNorTooManyAreMade) {
  const Model<double> model = builtin("two-rods");
  const std::vector<JointLimits> limits(2);
  EXPECT_EQ(refusal([&] { Configurations::grid(model, limits, 1); }),
            "grid: expected 2 points or more for each joint, found 1");
  EXPECT_EQ(refusal([&] { Configurations::grid(model, limits, 1001); }),
            "grid: expected 1 to 1000000 configurations, found 1002001");
  EXPECT_EQ(refusal([&] { Configurations::samples(model, limits, 0); }),
            "samples: expected 1 to 1000000 configurations, found 0");
  EXPECT_EQ(refusal([&] { Configurations::sweep(model, {0, 0}, {{0, 0, 1, 2000}, {1, 0, 1, 2000}}); }),
            "sweep: expected 1 to 1000000 configurations, found 4000000");
  EXPECT_EQ(refusal([&] { Configurations::sweep(model, {0, 0}, {{0, 0, 1, 2}, {0, 0, 1, 2}}); }),
            "sweep: joint1 is swept twice");
}

}  // namespace torsor::test::configurations_test
