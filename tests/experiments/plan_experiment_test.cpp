#include "torsor/experiments/plan_experiment.hpp"

#include <map>
#include <numbers>

#include "experiments/plan_support.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/report/plan_report.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

namespace torsor {
namespace {

using Purpose = PlannedMotion::Purpose;

TEST(PlanExperiment, KeepsTheLimitsOfTheRobotInAllMotions) {
  for (const char* name : {"panda", "ur10", "puma560"}) {
    const Description robot = load_robot(name);
    const ExperimentPlan plan = plan_experiment(robot, quick_plan());
    expect_within_limits(robot, plan);
    std::map<Purpose, std::size_t> count;
    for (const PlannedMotion& motion : plan.motions) ++count[motion.purpose];
    EXPECT_EQ(count[Purpose::identification], 1) << name;
    EXPECT_EQ(count[Purpose::validation], 1) << name;
    EXPECT_EQ(count[Purpose::friction], plan.joints.size()) << name;
    EXPECT_EQ(count[Purpose::poses], 1) << name;
    EXPECT_NE(plan.motions[0].rows.q, plan.motions[1].rows.q);
  }
}

/// The rows alone: as long as one joint moves at a speed, in both directions, and all others stand still.
TEST(PlanExperiment, SweepsOneJointAtSteadySpeedsInBothDirections) {
  const Description robot = load_robot("panda");
  const ExperimentPlan plan = plan_experiment(robot, quick_plan());
  std::size_t joint = 0;
  for (const PlannedMotion& motion : plan.motions) {
    if (motion.purpose != Purpose::friction) continue;
    for (const FrictionSpeed& one : plan.speeds) {
      if (one.joint != joint) continue;
      double up = 0, down = 0;
      for (std::size_t i = 1; i < motion.rows.time.size(); ++i) {
        const double step = motion.rows.time[i] - motion.rows.time[i - 1], v = motion.rows.qd[i][joint];
        if (std::abs(v - one.speed) < 1e-6 * one.speed) up += step;
        if (std::abs(v + one.speed) < 1e-6 * one.speed) down += step;
        for (std::size_t k = 0; k < plan.joints.size(); ++k)
          if (k != joint) {
            ASSERT_EQ(motion.rows.qd[i][k], 0);
          }
      }
      EXPECT_GE(up, one.seconds - 0.05) << joint << " at " << one.speed;
      EXPECT_GE(down, one.seconds - 0.05) << joint << " at " << one.speed;
    }
    ++joint;
  }
  EXPECT_EQ(joint, 7);
}

TEST(PlanExperiment, HoldsEachPoseTwiceAndComesFromBothSides) {
  PlanOptions options = quick_plan();
  const ExperimentPlan plan = plan_experiment(load_robot("puma560"), options);
  const PlannedMotion& poses = plan.motions.back();
  ASSERT_EQ(poses.purpose, Purpose::poses);
  std::map<std::vector<double>, std::vector<std::vector<double>>> from;  // by pose: velocities just before it
  const Trajectory& rows = poses.rows;
  double still = 0;
  std::size_t arrived = 0;
  for (std::size_t i = 1; i < rows.time.size(); ++i) {
    const bool rests = rows.q[i] == rows.q[i - 1];
    if (rests && still == 0) arrived = i;
    const double before = still;
    still = rests ? still + rows.time[i] - rows.time[i - 1] : 0;
    if (still > 1.9 && before <= 1.9) {
      std::vector<double> way(rows.q[i]);
      for (std::size_t j = 0; j < way.size(); ++j) way[j] -= rows.q[arrived - 10][j];
      from[rows.q[i]].push_back(way);
    }
  }
  ASSERT_EQ(from.size(), 4);
  for (const auto& [pose, ways] : from) {
    ASSERT_EQ(ways.size(), 2);
    for (std::size_t j = 0; j < pose.size(); ++j) EXPECT_LT(ways[0][j] * ways[1][j], 0);
  }
}

/// White noise of the size that the plan counts with, along its motion, as often as it says.
TEST(PlanExperiment, PromisesDeviationsThatIdentificationsHave) {
  const Description robot = load_robot("ur10");
  PlanOptions options = quick_plan();
  options.poses = 0;
  options.excitation.identification.width = CoulombWidth::as_in_the_robot_file;
  const ExcitingMotion motion = excite(robot, options.excitation);
  const ExperimentPlan plan = plan_experiment(robot, options);
  std::map<std::string, const PlannedParameter*> promised;
  for (const PlannedParameter& one : plan.parameters) promised[one.name] = &one;
  LogEffects effects = log_effects("clean", options.excitation.rate);
  for (const PlannedJoint& joint : plan.joints) effects.torque_noise.value.push_back(joint.noise);
  const Model<double> model = build_model<double>(robot);
  const double duration = plan.repetitions * motion.series.period();
  IdentifyOptions identification = options.excitation.identification;
  identification.hold_out = 0, identification.deviations = identification.select_terms = false;
  identification.instrumental = identification.huber = identification.regularised = false;
  constexpr int logs = 10;
  double sum = 0, count = 0;
  std::map<std::string, double> squares;
  for (effects.seed = 1; effects.seed <= logs; ++effects.seed) {
    const SyntheticLog log(model, Excitation(motion.series, {{motion.series.period(), 1}}, 0.1), effects,
                           std::lround(duration * effects.rate));
    const Identification found = identify(robot, std::vector<NamedLog>{{"log", &log}}, {}, identification);
    for (std::size_t b = 0; b < found.base_names.size(); ++b) {
      const PlannedParameter& one = *promised.at(found.base_names[b]);
      const double z = (found.weighted().value[b] - one.value.value()) / one.planned;
      sum += z * z, ++count;
      squares[one.name] += z * z / logs;
    }
  }
  const double ratio = std::sqrt(sum / count);
  RecordProperty("ratio", std::to_string(ratio));
  EXPECT_GT(ratio, 0.85) << "observed over promised";
  EXPECT_LT(ratio, 1.25) << "observed over promised";
  for (const auto& [name, square] : squares) EXPECT_LT(square, 3.0) << name;  // chi-square of 10: 1e-3 at 2.96
}

TEST(PlanExperiment, DeviationsFallWithTheRootOfTheRepetitions) {
  const ExperimentPlan plan = plan_experiment(load_robot("ur10"), quick_plan());
  for (const PlannedParameter& one : plan.parameters) {
    EXPECT_NEAR(one.deviation[1] / one.deviation[0], 1 / std::sqrt(3.0), 1e-6) << one.name;
    EXPECT_NEAR(one.deviation[2] / one.deviation[0], 1 / std::sqrt(10.0), 1e-6) << one.name;
    if (one.repetitions > 0) {
      const double share = one.deviation[0] / std::abs(*one.value);
      EXPECT_LE(share / std::sqrt(one.repetitions), plan.accuracy * (1 + 1e-6)) << one.name;
      if (one.repetitions > 1) {
        EXPECT_GT(share / std::sqrt(one.repetitions - 1), plan.accuracy) << one.name;
      }
    }
  }
}

/// Gravity that is turned in place of the base.
TEST(PlanExperiment, TiltTorqueIsWhatATiltedBaseDoes) {
  const Description robot = load_robot("puma560");
  const ExperimentPlan plan = plan_experiment(robot, quick_plan());
  const Model<double> model = build_model<double>(robot);
  const double degree = std::numbers::pi / 180, g = 9.81;
  std::vector<double> most(6, 0.0);
  for (const std::vector<double>& q : plan.motions[0].rows.q) {
    const std::vector<double> level = gravity_torque<double>(model, q, {0, 0, -g});
    for (int k = 0; k < 36; ++k) {
      const double a = 10 * k * degree;
      const std::vector<double> tilted = gravity_torque<double>(
          model, q, {g * std::sin(degree) * std::cos(a), g * std::sin(degree) * std::sin(a), -g * std::cos(degree)});
      for (std::size_t j = 0; j < 6; ++j) most[j] = std::max(most[j], std::abs(tilted[j] - level[j]));
    }
  }
  const double size = length(model.gravity) / g;
  for (std::size_t j = 0; j < 6; ++j)
    EXPECT_NEAR(plan.joints[j].tilt_torque, size * most[j], 0.03 * size * most[j] + 1e-9);
  EXPECT_GT(plan.mounting.wall, plan.mounting.parameters);  // gravity along the floor turns the first joint
}

TEST(PlanExperiment, TellsWhatARobotFileLacks) {
  const ExperimentPlan plan = plan_experiment(load_robot("two-rods"), quick_plan());
  const auto warned = [&](const char* text) {
    for (const std::string& warning : plan.warnings)
      if (warning.find(text) != std::string::npos) return true;
    return false;
  };
  EXPECT_TRUE(warned("no limit of velocity"));
  EXPECT_TRUE(warned("no limit of torque"));
  EXPECT_TRUE(warned("no friction"));
  PlanOptions options = quick_plan();
  options.accuracy = 0;
  EXPECT_THROW(plan_experiment(load_robot("two-rods"), options), UsageError);
}

TEST(PlanExperiment, PageHasEveryStepAndParameter) {
  const ExperimentPlan plan = plan_experiment(load_robot("ur10"), quick_plan());
  const std::string page = html_report(plan, {{"torsor log a.csv", "look"}});
  for (const PlanSection& section : plan.sections)
    EXPECT_NE(page.find("id=\"" + section.id + "\""), std::string::npos) << section.id;
  for (const PlannedParameter& one : plan.parameters) EXPECT_NE(page.find(">" + one.name + "<"), std::string::npos);
  for (const PlannedMotion& motion : plan.motions) EXPECT_NE(page.find(motion.log), std::string::npos);
  EXPECT_NE(page.find("torsor log a.csv"), std::string::npos);
}

}  // namespace
}  // namespace torsor
