#include "kinematics/inverse_kinematics_support.hpp"

#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::inverse_kinematics_test {

class InverseKinematicsOf : public testing::TestWithParam<const char*> {};

TEST_P(InverseKinematicsOf, FindsEveryPoseThatTheArmCanTake) {
  const Arm arm(read_builtin_robot(GetParam()));
  InverseKinematics solver(arm.model, arm.frame, arm.options());
  Random random(1);
  std::vector<double> q(arm.model.nq, 0.0);
  for (int n = 0; n < 500; ++n) {
    const Transform<double> pose = arm.pose(arm.random_q(random));
    SCOPED_TRACE(n);
    const InverseKinematicsOutcome outcome = solver.solve(pose, q);
    EXPECT_TRUE(outcome.reached) << outcome.position_error << " m, " << outcome.orientation_error << " rad";
    EXPECT_TRUE(arm.within_limits(q));
    expect_pose(arm, q, pose);
  }
}

TEST_P(InverseKinematicsOf, StartsWhereItIsTold) {
  const Arm arm(read_builtin_robot(GetParam()));
  InverseKinematics solver(arm.model, arm.frame, arm.options());
  Random random(2);
  for (int n = 0; n < 100; ++n) {
    const std::vector<double> before = arm.random_q(random);
    std::vector<double> near(before), q(before);
    for (std::size_t k = 0; k < near.size(); ++k)
      near[k] =
          std::clamp(near[k] + random.uniform(-1e-4, 1e-4), arm.limits[k].position_low, arm.limits[k].position_high);
    const Transform<double> pose = arm.pose(near);
    const InverseKinematicsOutcome outcome = solver.solve_from(pose, q);
    EXPECT_TRUE(outcome.reached) << n;
    EXPECT_EQ(outcome.starts, 1) << n;
    expect_pose(arm, q, pose);
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, InverseKinematicsOf,
                         testing::Values("puma560", "ur5e", "ur10", "panda", "iiwa14", "stanford", "tx40", "rx90",
                                         "scara", "general-6r"),
                         [](const auto& name) {
                           std::string text = name.param;
                           std::erase(text, '-');
                           return text;
                         });

// The cosine rule: two rods of 1 m, the tip at distance r.
TEST(InverseKinematics, OfTwoRodsIsThatOfTheTriangle) {
  const Arm arm(read_builtin_robot("two-rods"));
  InverseKinematicsOptions options = arm.options();
  options.match = PoseMatch::position;
  InverseKinematics solver(arm.model, arm.frame, options);
  for (const double r : {0.3, 1.0, 1.7}) {
    const double bend = std::numbers::pi - std::acos(1 - r * r / 2), at = 0.4;
    const InverseKinematicsSolutions found =
        solver.all(translation<double>({r * std::cos(at), r * std::sin(at), 0}), {0.1, 0.1});
    ASSERT_EQ(found.solutions.size(), 2u) << r;
    for (const InverseKinematicsSolution& solution : found.solutions) {
      EXPECT_NEAR(std::abs(std::remainder(solution.q[1], 2 * std::numbers::pi)), bend, 1e-9);
      EXPECT_NEAR(std::remainder(solution.q[0] + solution.q[1] / 2 - at, std::numbers::pi), 0, 1e-9);
    }
  }
}

TEST(InverseKinematics, OutOfReachStretchesTheArm) {
  const Arm arm(read_builtin_robot("two-rods"));
  InverseKinematicsOptions options = arm.options();
  options.match = PoseMatch::position;
  const InverseKinematicsResult result =
      inverse_kinematics(arm.model, translation<double>({3, 4, 0}), arm.frame, {}, options);
  EXPECT_FALSE(result.outcome.reached);
  EXPECT_NEAR(result.outcome.position_error, 3, 1e-9);
  EXPECT_NEAR(std::remainder(result.q[0] - std::atan2(4, 3), 2 * std::numbers::pi), 0, 1e-4);
  const InverseKinematicsResult above =
      inverse_kinematics(arm.model, translation<double>({1, 0.5, 2}), arm.frame, {}, options);
  EXPECT_NEAR(above.outcome.position_error, 2, 1e-9);
}

TEST(InverseKinematics, OfThePositionAloneLeavesTheOrientationFree) {
  const Arm arm(read_builtin_robot("panda"));
  InverseKinematicsOptions options = arm.options();
  options.match = PoseMatch::position;
  InverseKinematics solver(arm.model, arm.frame, options);
  Random random(3);
  std::vector<double> q(arm.model.nq, 0.0);
  for (int n = 0; n < 100; ++n) {
    const Transform<double> pose = arm.pose(arm.random_q(random));
    const InverseKinematicsOutcome outcome = solver.solve(pose, q);
    EXPECT_TRUE(outcome.reached);
    EXPECT_EQ(outcome.orientation_error, 0);
    EXPECT_LT(distance(arm.pose(q).p, pose.p), 2e-10);
    EXPECT_TRUE(arm.within_limits(q));
  }
}

TEST(InverseKinematics, MayLeaveTheTurnAboutZFree) {
  for (const char* name : {"panda", "puma560", "scara"}) {
    const Arm arm(read_builtin_robot(name));
    InverseKinematicsOptions options = arm.options();
    options.match = PoseMatch::axis_z;
    InverseKinematics solver(arm.model, arm.frame, options);
    Random random(4);
    std::vector<double> q(arm.model.nq, 0.0);
    for (int n = 0; n < 100; ++n) {
      Transform<double> pose = arm.pose(arm.random_q(random));
      pose.R = pose.R * rotation_z(sincos(random.uniform(-3, 3)));
      EXPECT_TRUE(solver.solve(pose, q).reached) << name << n;
      EXPECT_LT(distance(arm.pose(q).p, pose.p), 2e-10);
      EXPECT_LT(distance(axis(arm.pose(q).R, 2), axis(pose.R, 2)), 2e-10);
      EXPECT_TRUE(arm.within_limits(q));
    }
  }
}

double squares(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

// With seven joints the arm moves on a curve while its tip stands still: on it, the solution is the nearest.
TEST(InverseKinematics, OfARedundantArmStaysNearAPosture) {
  const Arm arm(read_builtin_robot("iiwa14"));
  InverseKinematicsOptions options = arm.options();
  options.prefer = SolutionPreference::near_posture;
  Random random(5);
  for (int n = 0; n < 20; ++n) {
    options.posture = arm.random_q(random);
    std::vector<double> other = options.posture;
    for (double& x : other) x *= 0.8;
    const Transform<double> pose = arm.pose(other);
    const InverseKinematicsResult result = inverse_kinematics(arm.model, pose, arm.frame, {}, options);
    EXPECT_TRUE(result.outcome.reached);
    expect_pose(arm, result.q, pose);
    EXPECT_TRUE(arm.within_limits(result.q));
    EXPECT_LE(squares(result.q, options.posture), squares(other, options.posture) + 1e-9) << n;
  }
}

TEST(InverseKinematics, OfARedundantArmMayStayAwayFromLimits) {
  const Arm arm(read_builtin_robot("panda"));
  InverseKinematicsOptions options = arm.options(), any = options;
  options.prefer = SolutionPreference::away_from_limits;
  const auto excess = [&](const std::vector<double>& q) {
    double sum = 0;
    for (std::size_t k = 0; k < q.size(); ++k) {
      const auto& own = arm.limits[k];
      sum += std::pow((2 * q[k] - own.position_low - own.position_high) / (own.position_high - own.position_low), 2);
    }
    return sum;
  };
  Random random(6);
  for (int n = 0; n < 20; ++n) {
    const std::vector<double> q = arm.random_q(random);
    const InverseKinematicsResult result = inverse_kinematics(arm.model, arm.pose(q), arm.frame, {}, options);
    EXPECT_TRUE(result.outcome.reached);
    expect_pose(arm, result.q, arm.pose(q));
    EXPECT_LE(excess(result.q), excess(q) + 1e-9) << n;
    EXPECT_LE(excess(result.q), excess(inverse_kinematics(arm.model, arm.pose(q), arm.frame, {}, any).q) + 1e-9) << n;
  }
}

// Poses a little out of reach, and far from it: nothing much nearer is found by a search of a thousand starts.
TEST(InverseKinematics, OutOfReachIsAsNearAsALongSearchComes) {
  for (const char* name : {"puma560", "panda", "stanford", "ur5e", "scara"}) {
    const Arm arm(read_builtin_robot(name));
    InverseKinematicsOptions options = arm.options(), patient = options;
    patient.starts = 1500, patient.iterations = 500;
    InverseKinematics quick(arm.model, arm.frame, options), thorough(arm.model, arm.frame, patient);
    const double radius = quick.metres_per_radian();
    const auto gap = [&](const InverseKinematicsOutcome& outcome) {
      return std::hypot(outcome.position_error, radius * outcome.orientation_error);
    };
    Random random(7);
    for (int n = 0; n < 10; ++n) {
      Transform<double> pose = arm.pose(arm.random_q(random));
      pose.p = (n % 2 == 0 ? 1.02 : 3.0) * 4 * radius / length(pose.p) * pose.p;
      std::vector<double> q(arm.model.nq, 0.0), other(q);
      const InverseKinematicsOutcome found = quick.solve(pose, q), best = thorough.solve(pose, other);
      EXPECT_FALSE(best.reached) << name << n;
      EXPECT_LE(gap(found), 1.01 * gap(best)) << name << n;
      EXPECT_TRUE(arm.within_limits(q)) << name << n;
    }
  }
}

TEST(InverseKinematics, ReachesPosesOfSingularArms) {
  const Arm puma(read_builtin_robot("puma560")), panda(read_builtin_robot("panda")), ur(read_builtin_robot("ur5e"));
  struct Case {
    const Arm* arm;
    std::vector<double> q;
  };
  const double right = std::numbers::pi / 2;
  for (const Case& one : {Case{&puma, {0.3, 0.4, -0.2, 0.5, 0, 0.7}},      // the wrist is stretched
                          Case{&puma, {0, right, -right, 0, 0.3, 0}},      //
                          Case{&panda, {0.2, 0.3, 0, -1.5, 0, 1.5, 0.4}},  //
                          Case{&panda, {0, 0, 0, -0.07, 0, 0.1, 0}},       // nearly stretched
                          Case{&ur, {0.1, -1.2, 0, 0.7, 0.9, 0.2}},        // the elbow is stretched
                          Case{&ur, {0.1, -1.2, 0.8, 0.7, 0, 0.2}}}) {     // axes 4 and 6 are parallel
    const auto& [arm, at] = one;
    std::vector<double> q(at.size(), 0.0);
    InverseKinematics solver(arm->model, arm->frame, arm->options());
    const Transform<double> pose = arm->pose(at);
    EXPECT_TRUE(solver.solve(pose, q).reached) << arm->model.name;
    expect_pose(*arm, q, pose);
    std::fill(q.begin(), q.end(), 0.1);
    EXPECT_TRUE(solver.solve_from(pose, q).reached) << arm->model.name;
    EXPECT_TRUE(arm->within_limits(q));
  }
}

// Followers share the motion of others; ball and free joints stay as they are, and so do other branches.
TEST(InverseKinematics, MovesTheSimpleJointsThatCarryTheFrame) {
  for (int seed = 0; seed < 60; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Arm arm(seed % 2 == 0 ? random_robot_with_followers(random, 9)
                                : random_robot_with_ball_and_free_joints(random, 9));
    std::vector<char> moves(arm.model.nq, 0);
    std::vector<double> q = random.list(arm.model.nq, 0.1, 1);
    normalize_position<double>(arm.model, q);
    std::vector<double> near = q;
    for (int i = arm.model.frames[arm.frame].body; i > 0; i = arm.model.bodies[i].parent)
      if (velocity_count(arm.model.bodies[i].joint) == 1) moves[arm.model.bodies[i].q] = 1;
    for (int k = 0; k < arm.model.nq; ++k)
      if (moves[k] != 0) near[k] += random.uniform(-0.02, 0.02);
    const Transform<double> pose = arm.pose(near);
    const std::vector<double> before = q;
    InverseKinematics solver(arm.model, arm.frame, {});
    EXPECT_EQ(solver.joint_count(), std::count(moves.begin(), moves.end(), 1));
    EXPECT_TRUE(solver.solve_from(pose, q).reached) << seed;
    expect_pose(arm, q, pose);
    for (int k = 0; k < arm.model.nq; ++k)
      if (moves[k] == 0) {
        EXPECT_EQ(q[k], before[k]);
      }
  }
}

TEST(InverseKinematics, OfWhatIsNoPoseReachesNothing) {
  const Arm arm(read_builtin_robot("puma560"));
  Transform<double> pose;
  pose.p.x = std::nan("");
  const InverseKinematicsResult result = inverse_kinematics(arm.model, pose, arm.frame);
  EXPECT_FALSE(result.outcome.reached);
  const InverseKinematicsResult base = inverse_kinematics(arm.model, {}, find_frame(arm.model, "base"));
  EXPECT_TRUE(base.outcome.reached) << "it stands where it is";
  EXPECT_FALSE(
      inverse_kinematics(arm.model, translation<double>({1, 0, 0}), find_frame(arm.model, "base")).outcome.reached);
}

// Joints without limits could be anywhere by full turns: they are within half a turn of where they start.
TEST(InverseKinematics, TakesOffFullTurns) {
  const Arm arm(read_builtin_robot("general-6r"));
  InverseKinematics solver(arm.model, arm.frame, {});
  Random random(9);
  for (int n = 0; n < 50; ++n) {
    const Transform<double> pose = arm.pose(arm.random_q(random));
    for (const double start : {0.0, 7.0}) {
      std::vector<double> q(arm.model.nq, start);
      EXPECT_TRUE(solver.solve(pose, q).reached) << n;
      expect_pose(arm, q, pose);
      for (const double x : q) EXPECT_LE(std::abs(x - start), std::numbers::pi + 1e-9) << n;
    }
  }
}

TEST(InverseKinematics, KnowsHowWellTheTipCanBeMoved) {
  const Arm arm(read_builtin_robot("two-rods"));
  // rows x and y of two rods of 1 m: J = [-s1 - s12, -s12; c1 + c12, c12], so that det J = sin q2
  const PoseConditioning found = pose_conditioning(arm.model, {0.3, 0.5}, arm.frame, PoseMatch::position);
  EXPECT_NEAR(found.manipulability, std::sin(0.5), 1e-12);
  EXPECT_NEAR(found.smallest_singular_value * found.smallest_singular_value * found.condition, std::sin(0.5), 1e-12);
}

TEST(InverseKinematics, NamesJointsAtTheirLimits) {
  const Arm arm(read_builtin_robot("puma560"));
  std::vector<double> q(6, 0.0);
  EXPECT_TRUE(bodies_at_limits(arm.model, arm.limits, q, arm.frame).empty());
  q[1] = arm.limits[1].position_high, q[4] = arm.limits[4].position_low;
  EXPECT_EQ(bodies_at_limits(arm.model, arm.limits, q, arm.frame), (std::vector<int>{2, 5}));
  EXPECT_EQ(bodies_at_limits(arm.model, arm.limits, q, find_frame(arm.model, "link3")), (std::vector<int>{2}))
      << "the others do not carry it";
  EXPECT_TRUE(bodies_at_limits(arm.model, {}, q, arm.frame).empty());
}

}  // namespace torsor::test::inverse_kinematics_test
