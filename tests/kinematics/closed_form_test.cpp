#include "kinematics/inverse_kinematics_support.hpp"

#include "torsor/robot_files/load_robot.hpp"

// All solutions of arms of six joints: in closed form, against a search that knows nothing of it.
namespace torsor::test::closed_form_test {

constexpr double right = std::numbers::pi / 2;

/// Everything that many starts find from the Jacobian alone, turns apart.
std::vector<std::vector<double>> searched(const Arm& arm, const Transform<double>& pose, Random& random, int starts) {
  InverseKinematicsOptions options;
  options.starts = 1;
  InverseKinematics solver(arm.model, arm.frame, options);
  std::vector<std::vector<double>> found;
  for (int n = 0; n < starts; ++n) {
    std::vector<double> q = random.list(6, 0, std::numbers::pi);
    if (const auto outcome = solver.solve_from(pose, q); !outcome.reached || outcome.closed_form) continue;
    if (std::none_of(found.begin(), found.end(), [&](const auto& known) { return same_but_for_turns(known, q); }))
      found.push_back(q);
  }
  return found;
}

/// Every solution is one, no two are the same, and none of the search is missing. Returns how many there are.
std::size_t expect_complete(const Arm& arm, const std::vector<double>& q, Random& random, int starts) {
  InverseKinematics solver(arm.model, arm.frame, {});
  EXPECT_TRUE(solver.has_closed_form());
  const Transform<double> pose = arm.pose(q);
  const InverseKinematicsSolutions found = solver.all(pose, q);
  EXPECT_EQ(found.source, InverseKinematicsSolutions::Source::closed_form);
  for (const InverseKinematicsSolution& solution : found.solutions) {
    expect_pose(arm, solution.q, pose, 1e-10);
    for (const InverseKinematicsSolution& other : found.solutions)
      EXPECT_TRUE(&other == &solution || !same_but_for_turns(solution.q, other.q));
  }
  const auto knows = [&](const std::vector<double>& wanted) {
    return std::any_of(found.solutions.begin(), found.solutions.end(),
                       [&](const auto& solution) { return same_but_for_turns(solution.q, wanted, 1e-5); });
  };
  EXPECT_TRUE(knows(q)) << "the configuration that the pose was made of is missing";
  for (const std::vector<double>& other : searched(arm, pose, random, starts)) EXPECT_TRUE(knows(other));
  return found.solutions.size();
}

class AllSolutionsOf : public testing::TestWithParam<const char*> {};

TEST_P(AllSolutionsOf, AreFoundInClosedForm) {
  const Arm arm(read_builtin_robot(GetParam()));
  Random random(1);
  int eight = 0;
  for (int n = 0; n < 40; ++n) {
    SCOPED_TRACE(n);
    std::vector<double> q = random.list(6, 0.1, 3);
    const std::size_t count = expect_complete(arm, q, random, 60);
    EXPECT_EQ(count % 2, 0u);
    EXPECT_LE(count, 8u);
    eight += count == 8 ? 1 : 0;
  }
  EXPECT_GT(eight, 5);
}

INSTANTIATE_TEST_SUITE_P(Robots, AllSolutionsOf, testing::Values("puma560", "ur5e", "ur10", "tx40", "rx90"));

TEST(AllSolutions, OfPumaAndUrAreEight) {
  const Arm puma(read_builtin_robot("puma560")), ur(read_builtin_robot("ur10"));
  Random random(2);
  EXPECT_EQ(expect_complete(puma, {0.3, 0.6, -2.4, 0.5, 0.8, 0.7}, random, 1000), 8u);
  EXPECT_EQ(expect_complete(ur, {0.4, -1.1, 1.3, -0.6, 0.9, 0.2}, random, 1000), 8u);
}

TEST(AllSolutions, LieWithinLimitsAndNearTheStart) {
  const Arm arm(read_builtin_robot("ur5e"));  // joints go round twice
  InverseKinematics solver(arm.model, arm.frame, arm.options());
  const std::vector<double> q{0.4, -1.1, 1.3, -0.6, 0.9, 0.2}, start{5.9, 0, 0, 0, 0, -6};
  const InverseKinematicsSolutions found = solver.all(arm.pose(q), start);
  ASSERT_EQ(found.solutions.size(), 8u);
  double before = 0;
  for (const InverseKinematicsSolution& solution : found.solutions) {
    EXPECT_TRUE(arm.within_limits(solution.q));
    double square = 0;
    for (int k = 0; k < 6; ++k) {
      const double x = solution.q[k] - start[k];
      square += x * x;
      for (const double turn : {-2 * std::numbers::pi, 2 * std::numbers::pi})
        if (std::abs(solution.q[k] + turn) <= 2 * std::numbers::pi) {
          EXPECT_LE(std::abs(x), std::abs(x + turn) + 1e-9);
        }
    }
    EXPECT_GE(square, before - 1e-9);
    before = square;
  }
  const Arm puma(read_builtin_robot("puma560"));
  InverseKinematics narrow(puma.model, puma.frame, puma.options()), free(puma.model, puma.frame, {});
  Random random(3);
  for (int n = 0; n < 50; ++n) {
    const std::vector<double> at = puma.random_q(random);
    const auto all = free.all(puma.pose(at), at), inside = narrow.all(puma.pose(at), at);
    EXPECT_GE(all.solutions.size(), inside.solutions.size());
    ASSERT_FALSE(inside.solutions.empty());
    EXPECT_TRUE(same_but_for_turns(inside.solutions[0].q, at)) << "the nearest is first";
    for (const auto& solution : inside.solutions) EXPECT_TRUE(puma.within_limits(solution.q));
  }
}

struct Row {
  double theta, d, a, alpha;
};

Arm arm_of(const std::vector<Row>& rows) {
  Description robot;
  robot.name = "arm";
  for (const auto& [theta, d, a, alpha] : rows) {
    described::Link link;
    link.name = "link" + std::to_string(robot.links.size() + 1);
    link.joint_name = "joint" + std::to_string(robot.links.size() + 1);
    link.parent = robot.links.empty() ? "base" : robot.links.back().name;
    link.dh = described::DhRow{theta, d, a, alpha, 0.0};
    robot.links.push_back(link);
  }
  return Arm(robot);
}

std::vector<Row> turned_round(std::vector<Row> rows) {
  std::vector<Row> result;
  for (std::size_t k = rows.size(); k-- > 0;)
    result.push_back({0, k == 0 ? 0.1 : rows[k].d, k == 0 ? 0 : rows[k - 1].a, k == 0 ? 0 : rows[k - 1].alpha});
  return result;
}

// The first three axes anyhow: the point of the wrist is placed by a polynomial of degree four.
TEST(AllSolutions, OfAWristOnAnyArmAreFound) {
  for (int seed = 0; seed < 30; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const auto any = [&] { return random.signed_uniform(0.3, 1.4); };
    const auto some = [&] { return random.signed_uniform(0.1, 0.6); };
    const std::vector<Row> rows{{any(), some(), some(), any()}, {any(), some(), some(), any()},
                                {any(), some(), some(), any()}, {any(), some(), 0, seed % 2 == 0 ? right : any()},
                                {any(), 0, 0, any()},           {any(), some(), some(), any()}};
    SCOPED_TRACE(seed);
    expect_complete(arm_of(rows), random.list(6, 0.1, 3), random, 100);
    expect_complete(arm_of(turned_round(rows)), random.list(6, 0.1, 3), random, 100);
  }
}

// As of most industrial arms: the second and third axes are parallel, and the first does not meet the second.
TEST(AllSolutions, OfIndustrialArmsAreFound) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const double a1 = random.uniform(0.05, 0.3), a2 = random.uniform(0.3, 1), a3 = random.signed_uniform(0.02, 0.1);
    const double offset = seed % 2 == 0 ? 0 : 0.1, d4 = random.uniform(0.3, 1);
    const Arm arm = arm_of({{0, 0.4, a1, -right},
                            {0, offset, a2, 0},
                            {0, 0, a3, -right},
                            {0, d4, 0, right},
                            {0, 0, 0, -right},
                            {0, 0.1, 0, 0}});
    expect_complete(arm, random.list(6, 0.1, 3), random, 100);
  }
}

TEST(AllSolutions, OfThreeParallelAxesAreFound) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const auto some = [&] { return random.signed_uniform(0.1, 0.6); };
    const double bend = random.signed_uniform(0.5, 1.5), last = random.signed_uniform(0.5, 1.5);
    const std::vector<Row> rows{{0, some(), some(), bend}, {0, some(), some(), seed % 3 == 0 ? 2 * right : 0},
                                {0, some(), some(), 0},    {0, some(), some(), last},
                                {0, some(), 0, right},     {0, some(), some(), 0.3}};
    SCOPED_TRACE(seed);
    expect_complete(arm_of(rows), random.list(6, 0.1, 3), random, 100);
    expect_complete(arm_of(turned_round(rows)), random.list(6, 0.1, 3), random, 100);
  }
}

TEST(AllSolutions, OfOtherArmsAreSearchedFor) {
  const Arm arm(read_builtin_robot("general-6r"));
  InverseKinematicsOptions options;
  options.starts = 400;
  InverseKinematics solver(arm.model, arm.frame, options);
  EXPECT_FALSE(solver.has_closed_form());
  Random random(4);
  const std::vector<double> q = random.list(6, 0.1, 2);
  const InverseKinematicsSolutions found = solver.all(arm.pose(q), q);
  EXPECT_EQ(found.source, InverseKinematicsSolutions::Source::search);
  EXPECT_FALSE(found.redundant);
  ASSERT_GE(found.solutions.size(), 2u);
  EXPECT_TRUE(same_but_for_turns(found.solutions[0].q, q));
  EXPECT_EQ(found.solutions.size() % 2, 0u);  // of a polynomial of degree 16
  const Arm seven(read_builtin_robot("panda"));
  InverseKinematics redundant(seven.model, seven.frame, seven.options());
  EXPECT_TRUE(redundant.all(seven.pose({0, 0, 0, -1, 0, 1, 0}), {0, 0, 0, -1, 0, 1, 0}).redundant);
}

TEST(AllSolutions, AreMadeExactWhereTheFileRounds) {
  const Arm arm = arm_of({{0, 0.4, 0.15, -1.57},
                          {0, 0, 0.6, 0},
                          {0, 0, 0.1, -1.57},
                          {0, 0.6, 0, 1.57},
                          {0, 0, 0, -1.57},
                          {0, 0.1, 0, 3.14}});
  Random random(5);
  EXPECT_EQ(expect_complete(arm, {0.3, -0.9, 0.4, 0.7, 0.8, 0.2}, random, 500), 8u);
}

}  // namespace torsor::test::closed_form_test
