#include "torsor/estimation/identify.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "torsor/core/error.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/estimation/identified_robot.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/robot_file.hpp"
#include "torsor/robot_files/write_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

namespace torsor::test::identify_test {

/// A robot in motion: its description, the model that made the log, and the log.
class Experiment {
 public:
  Experiment(const std::string& robot, const std::string& preset, long rows, double rate, std::uint64_t seed = 1,
             double width = 0.1)
      : Experiment(load_robot(robot), preset, rows, rate, seed, width) {}
  Experiment(Description robot, const std::string& preset, long rows, double rate, std::uint64_t seed = 1,
             double width = 0.1)
      : description(std::move(robot)), model(build_model<double>(description)) {
    ExcitationOptions motion;
    motion.rests = preset != "in-class" && preset != "clean";
    const Excitation excitation = random_excitation(model, joint_limits(description), motion);
    model = with_typical_friction(without_friction(model), excitation);
    model = changed(model, [&](ModelParts<double>& parts) {
      for (Friction<double>& friction : parts.friction) friction.width = width;
    });
    LogEffects effects = log_effects(preset, rate);
    effects.seed = seed;
    effects.gear_ratio = gear_ratios(description);
    log = std::make_unique<SyntheticLog>(model, excitation, effects, rows);
  }

  /// One pass, the friction's width known.
  IdentifyOptions quick() const {
    IdentifyOptions options;
    options.huber = options.instrumental = options.regularised = false;
    options.widths.assign(model.nv, 0.1);
    options.slow = {0.0};
    options.select_terms = false;
    options.hold_out = 0;
    return options;
  }
  Identification identify_it(const IdentifyOptions& options) const {
    return identify(description, {{"log", log.get()}}, {}, options);
  }

  Description description;
  Model<double> model;
  std::unique_ptr<SyntheticLog> log;
};

TEST(Identify, ACleanLogGivesTheTruth) {
  const Experiment experiment("two-rods", "clean", 4000, 200);
  const Identification result = experiment.identify_it(experiment.quick());
  const std::vector<double> truth = base_values(result.base, parameters(experiment.model, result.layout));
  ASSERT_EQ(truth.size(), 13u);
  for (const Estimate& estimate : result.estimates) {
    if (estimate.method == "total least squares" || estimate.method == "sequential") continue;
    ASSERT_TRUE(estimate.valid) << estimate.method << ": " << estimate.note;
    for (std::size_t b = 0; b < truth.size(); ++b)
      EXPECT_NEAR(estimate.value[b], truth[b], 2e-3 * (1 + std::abs(truth[b]))) << estimate.method << ' ' << b;
  }
  EXPECT_LT(result.consistent.gap, 1e-8);
}

TEST(Identify, TakesOffWhatGravityCompensationCarriesAndLeavesItInTheRobot) {
  Description robot = load_robot("two-rods");
  robot.links[0].gravity_compensation.emplace().part = 0.7;
  robot.links[1].gravity_compensation.emplace().part = 1.2;
  const Experiment experiment(robot, "clean", 4000, 200);
  const Identification result = experiment.identify_it(experiment.quick());
  const std::vector<double> truth = base_values(result.base, parameters(experiment.model, result.layout));
  for (std::size_t b = 0; b < truth.size(); ++b)
    EXPECT_NEAR(result.weighted().value[b], truth[b], 2e-3 * (1 + std::abs(truth[b]))) << b;
  const Model<double> found = build_model<double>(identified_robot(robot, result));
  for (const std::vector<double>& q : {std::vector{0.0, 0.0}, std::vector{0.5, -1.0}}) {
    const std::vector<double> expected = gravity_torque(experiment.model, q), torque = gravity_torque(found, q);
    for (int j : {0, 1}) EXPECT_NEAR(torque[j], expected[j], 0.05);  // of 20 without compensation
  }
}

TEST(Identify, GivesTheSameDigitsForAnyNumberOfThreads) {
  const Experiment experiment("two-rods", "realistic", 4000, 200, 1, 0);
  IdentifyOptions options;
  options.threads = 1;
  const Identification one = experiment.identify_it(options);
  options.threads = 3;
  const Identification three = experiment.identify_it(options);
  ASSERT_EQ(one.estimates.size(), three.estimates.size());
  for (std::size_t e = 0; e < one.estimates.size(); ++e) {
    EXPECT_EQ(one.estimates[e].value, three.estimates[e].value) << one.estimates[e].method;
    EXPECT_EQ(one.estimates[e].standard_deviation, three.estimates[e].standard_deviation);
  }
  EXPECT_EQ(one.consistent.value, three.consistent.value);
}

TEST(Identify, StatedDeviationsGrowWithColouredNoiseAndNaiveOnesDoNot) {  // trap 12
  Experiment experiment("two-rods", "in-class", 8000, 200);
  LogEffects effects = log_effects("clean", 200);
  effects.coloured_noise = {{0.05}, true};
  effects.correlation_time = 0.2;
  const Excitation excitation = random_excitation(experiment.model, joint_limits(experiment.description), {});
  experiment.log = std::make_unique<SyntheticLog>(experiment.model, excitation, effects, 8000);
  const Identification result = experiment.identify_it(experiment.quick());
  const Estimate& weighted = result.weighted();
  double ratio = 0;
  for (std::size_t b = 0; b < weighted.value.size(); ++b)
    ratio += weighted.standard_deviation[b] / weighted.naive_standard_deviation[b] / double(weighted.value.size());
  // 50 equations a second, correlated over 0.2 s: sqrt(1 + 2 sum of exp(-k / 10)) = 4.4 for a parameter that is always
  // felt
  EXPECT_GT(ratio, 2);
  EXPECT_LT(ratio, 6);
  EXPECT_TRUE(std::any_of(result.verdict.reasons.begin(), result.verdict.reasons.end(),
                          [](const Finding& finding) { return finding.code == "coloured-noise"; }));
}

TEST(Identify, IntervalsCoverTheTruthAsOftenAsTheySay) {
  int covered = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Experiment experiment("two-rods", "in-class", 4000, 200, seed);
    const Identification result = experiment.identify_it(experiment.quick());
    EXPECT_TRUE(result.consistent.valid);
    EXPECT_GT(result.consistent.smallest_eigenvalue, 0);
    const std::vector<double> truth = base_values(result.base, parameters(experiment.model, result.layout));
    const Estimate& weighted = result.weighted();
    for (std::size_t b = 0; b < truth.size(); ++b, ++all)
      covered += std::abs(weighted.value[b] - truth[b]) < 1.96 * weighted.standard_deviation[b] ? 1 : 0;
  }
  EXPECT_NEAR(double(covered) / all, 0.95, 0.045);  // 390 intervals of 30 logs
}

TEST(Identify, UncertainAccelerationsCountLess) {
  const Experiment experiment("two-rods", "in-class", 4000, 200);
  IdentifyOptions options = experiment.quick();
  options.huber = true;
  const Identification kalman = experiment.identify_it(options);
  const auto named = [](const Identification& result) {
    return *std::find_if(result.estimates.begin(), result.estimates.end(),
                         [](const Estimate& estimate) { return estimate.method == "weighted by covariance"; });
  };
  const std::vector<double> truth = base_values(kalman.base, parameters(experiment.model, kalman.layout));
  ASSERT_TRUE(named(kalman).valid);
  for (std::size_t b = 0; b < truth.size(); ++b)  // positions are exact here: the weights change little
    EXPECT_NEAR(named(kalman).value[b], truth[b], 4 * kalman.weighted().standard_deviation[b] + 1e-6) << b;
  options.smoothing.kind = SmoothingKind::butterworth;
  options.smoothing.cutoff = 10;
  const Identification classical = experiment.identify_it(options);
  EXPECT_FALSE(named(classical).valid);
  EXPECT_NE(named(classical).note.find("Kalman"), std::string::npos);
}

TEST(Identify, TheWidthOfFrictionIsFound) {
  const Experiment experiment("two-rods", "in-class", 8000, 200, 1, 0.2);
  IdentifyOptions options = experiment.quick();
  options.widths.clear();
  const Identification result = experiment.identify_it(options);
  for (const double width : result.coulomb_width) EXPECT_NEAR(std::log(width / 0.2), 0, 0.5);
}

/// The robot that is written against regressor times parameters, at one state.
void expect_written_torques(const Experiment& experiment, const IdentifyOptions& options) {
  const Identification result = experiment.identify_it(options);
  ASSERT_TRUE(result.consistent.valid);
  const Description written =
      read_robot(write_yaml(identified_robot(experiment.description, result)).text, "identified.yaml");
  const Model<double> model = build_model<double>(written);
  const std::vector<double> q{0.3, -0.5, 0.2, 0.7, -0.4, 0.02, 0.01}, qd{1, -0.5, 0.2, 0.8, -1.2, 0.1, -0.2},
      qdd{2, 1, -0.3, 4, 3, -0.5, 0.4};
  ASSERT_EQ(model.nv, static_cast<int>(q.size()));
  const Model<double> shaped = changed(build_model<double>(experiment.description), [&](ModelParts<double>& parts) {
    for (std::size_t j = 0; j < parts.friction.size(); ++j) {
      parts.friction[j].width = result.coulomb_width[j];
      parts.friction[j].stribeck_velocity = result.stribeck_velocity[j];
    }
  });
  const Matrix<double> Y = regressor(shaped, result.layout, q, qd, qdd, default_conditions(shaped));
  const std::vector<double> tau = inverse_dynamics(model, q, qd, qdd);
  for (int j = 0; j < model.nv; ++j) {
    double expected = 0, size = 1;
    for (int c = 0; c < result.layout.size(); ++c) {
      expected += Y(j, c) * result.consistent.value[c];
      size += std::abs(Y(j, c) * result.consistent.value[c]);
    }
    EXPECT_NEAR(tau[j], expected, 1e-10 * size) << j;
  }
}

TEST(Identify, TheWrittenRobotHasTheTorquesOfTheResult) {
  const Experiment experiment("showcase", "in-class", 6000, 200);
  IdentifyOptions options = experiment.quick();
  options.asymmetric = true;
  expect_written_torques(experiment, options);
}

TEST(Identify, PreslidingStaysWhereFrictionIsSharpAndGivesWayToAWidth) {
  Description robot = load_robot("two-rods");
  robot.links[0].friction.emplace().coulomb = {1.0, 1.0};
  robot.links[0].friction->presliding_stiffness = 500.0, robot.links[0].friction->presliding_damping = 2.0;
  const Experiment experiment(robot, "in-class", 4000, 200, 1, 0);
  IdentifyOptions options = experiment.quick();
  options.widths = {0, 0};
  const Description sharp = identified_robot(robot, experiment.identify_it(options));
  EXPECT_TRUE(check(sharp).empty());
  const Model<double> kept = build_model<double>(sharp);
  EXPECT_EQ(kept.friction[0].presliding_stiffness, 500);
  EXPECT_EQ(kept.friction[0].presliding_damping, 2);
  EXPECT_EQ(kept.friction[1].presliding_stiffness, 0);
  options.widths = {0.1, 0.1};
  const Description smooth = identified_robot(robot, experiment.identify_it(options));
  EXPECT_TRUE(check(smooth).empty());
  EXPECT_EQ(build_model<double>(smooth).friction[0].presliding_stiffness, 0);
}

TEST(Identify, WhatWasNotIdentifiedIsNotLeftInTheWrittenRobot) {
  const Experiment experiment("showcase", "in-class", 6000, 200);
  IdentifyOptions without_rotor = experiment.quick(), viscous_only = without_rotor, none = without_rotor;
  without_rotor.rotor = false;
  viscous_only.coulomb = viscous_only.offset = false;
  none.viscous = none.coulomb = none.offset = false;
  for (const IdentifyOptions& options : {without_rotor, viscous_only, none})
    expect_written_torques(experiment, options);
}

TEST(Identify, ALogInWhichAJointRestsSaysWhichParametersAreOpen) {
  const Experiment experiment("two-rods", "clean", 2000, 200);
  LogRows rows = experiment.log->read(0, 2000);
  rows.q.col(1).setConstant(0.3);
  const LogInMemory log(rows);
  try {
    identify(experiment.description, {{"log", &log}}, {}, {});
    FAIL() << "expected a ComputationError";
  } catch (const ComputationError& error) {
    EXPECT_NE(std::string(error.what()).find("do not determine"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("Fv2"), std::string::npos) << error.what();
  }
}

TEST(Identify, ATooShortLogIsRefused) {
  const Experiment experiment("two-rods", "clean", 60, 200);
  EXPECT_THROW(experiment.identify_it(experiment.quick()), ComputationError);
}

TEST(Identify, RefusesFrictionThatGrowsWithTheLoad) {
  Description robot = load_robot("puma560");
  robot.links[1].friction->load = 0.1;
  IdentifyOptions options;
  options.select_terms = false;
  try {
    identify(robot, std::vector<NamedLog>{}, {}, options);
    FAIL();
  } catch (const ComputationError& error) {
    EXPECT_STREQ(
        error.what(),
        "equations that are linear in the parameters: expected friction that does not grow with the load, found "
        "`load` in the friction of shoulder of puma560");
  }
}

}  // namespace torsor::test::identify_test
