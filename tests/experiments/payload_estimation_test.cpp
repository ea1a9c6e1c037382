#include "torsor/experiments/payload_estimation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "support/payload_pairs.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/linear_algebra.hpp"

namespace torsor::test::payload_estimation_test {

bool has(const PayloadEstimate& estimate, const std::string& code) {
  return std::any_of(estimate.findings.begin(), estimate.findings.end(),
                     [&](const Finding& finding) { return finding.code == code; });
}

PayloadOptions one_thread() {
  PayloadOptions options;
  options.equations.threads = 1;
  return options;
}

double error_of(const PayloadEstimate& found, const PayloadPair& pair) { return found.load.mass / pair.load.mass - 1; }

TEST(PayloadEstimation, LogsWithoutNoiseAndFrictionGiveTheLoad) {
  const PayloadPair pair = made_pair(1, {.preset = "clean", .friction = false});
  const PayloadEstimate found = estimate_payload(pair.robot, pair.logs(), one_thread());
  EXPECT_NEAR(found.load.mass, 2.8, 1e-3);
  EXPECT_LT(length(found.centre - pair.centre), 1e-4);
  const Symmetric3<double> truth = pair.load.rotational();
  const Symmetric3<double> seen = found.load.rotational();
  EXPECT_NEAR(seen.xx, truth.xx, 2e-4);
  EXPECT_NEAR(seen.yy, truth.yy, 2e-4);
  EXPECT_NEAR(seen.zz, truth.zz, 2e-4);
  EXPECT_NEAR(seen.xz, truth.xz, 2e-4);
}

TEST(PayloadEstimation, RealisticLogsWeighToOneAndAHalfPercentThoughFrictionGrowsWithTheLoad) {
  double mass = 0, centre = 0;
  const int pairs = 6;
  for (int k = 0; k < pairs; ++k) {
    const PayloadPair pair = made_pair(100 + static_cast<std::uint64_t>(k), {.friction_with_load = 1.25});
    const PayloadEstimate found = estimate_payload(pair.robot, pair.logs(), one_thread());
    mass += error_of(found, pair) * error_of(found, pair) / pairs;
    centre = std::max(centre, length(found.centre - pair.centre));
    EXPECT_FALSE(has(found, "load-not-seen"));
  }
  EXPECT_LT(std::sqrt(mass), 0.015);
  EXPECT_LT(centre, 5e-3);
}

TEST(PayloadEstimation, AGainThatAllJointsShareScalesTheMassAndLeavesTheCentre) {
  PayloadOptions options = one_thread();
  options.gain_deviation = 0.05;
  const PayloadPair exact = made_pair(7), off = made_pair(7, {.common_gain = 1.05});
  const PayloadEstimate first = estimate_payload(exact.robot, exact.logs(), options);
  const PayloadEstimate second = estimate_payload(off.robot, off.logs(), options);
  EXPECT_NEAR(second.load.mass / first.load.mass, 1.05, 0.002);
  EXPECT_LT(std::abs(error_of(second, off)), 1.2 * 0.05);
  EXPECT_LT(length(second.centre - first.centre), 1e-4);
  EXPECT_LT(std::abs(second.load.mass - 2.8), 1.96 * second.mass_deviation);
  EXPECT_GT(second.mass_deviation, 5 * second.mass_deviation_of_noise);
}

TEST(PayloadEstimation, AJointWhoseTorquesAreOffIsFoundAndSpoilsNothing) {
  const PayloadPair pair = made_pair(8, {.gains = {1, 1, 1, 1, 1.1, 1}});
  const PayloadEstimate found = estimate_payload(pair.robot, pair.logs(), one_thread());
  ASSERT_EQ(found.gains.size(), 6U);
  EXPECT_NEAR(found.gains[4].value, 1.1, 0.02);
  EXPECT_TRUE(has(found, "gain-of-joint"));
  EXPECT_LT(std::abs(error_of(found, pair)), 0.015);
  EXPECT_LT(length(found.centre - pair.centre), 5e-3);
  PayloadOptions exact = one_thread();
  exact.gain_ratios = false;
  EXPECT_GT(length(estimate_payload(pair.robot, pair.logs(), exact).centre - pair.centre), 0.01);
}

TEST(PayloadEstimation, AKnownLoadTellsTheGainsAndWithThemTheMassOfAnother) {
  const PairOptions gained{.common_gain = 1.06, .gains = {1, 1.04, 1, 1, 1, 1}};
  const PayloadPair pair = made_pair(9, gained);
  std::mt19937_64 random(77);
  Vector3<double> centre;
  const Inertia<double> known = random_load(random, centre, 6);
  const Model<double> arm = arm_of(pair.robot, gained);
  const auto reference = made_log(pair.robot, with_payload(arm, arm.tip, known), gained, 555);
  PayloadOptions options = one_thread();
  options.known = known;
  PayloadLogs<NamedLog> logs = pair.logs();
  logs.reference = {{"reference", reference.get()}};
  const PayloadEstimate all = estimate_payload(pair.robot, logs, options);
  EXPECT_TRUE(all.absolute_gains);
  EXPECT_LT(std::abs(error_of(all, pair)), 0.015);
  EXPECT_LT(std::abs(all.load.mass - 2.8), 3 * all.mass_deviation);
  logs.loaded.clear();
  const PayloadEstimate gains = estimate_payload(pair.robot, logs, options);
  EXPECT_FALSE(gains.has_load);
  ASSERT_EQ(gains.gains.size(), 6U);
  EXPECT_NEAR(gains.gains[1].value, 1.06 * 1.04, 0.012);
  EXPECT_NEAR(gains.gains[2].value, 1.06, 0.012);
}

TEST(PayloadEstimation, TheLoadIsABodyThatCanBe) {
  for (std::uint64_t seed = 20; seed < 23; ++seed) {
    const PayloadPair pair = made_pair(seed, {.seconds = 6});
    const Inertia<double> load = estimate_payload(pair.robot, pair.logs(), one_thread()).load;
    const Symmetric3<double>& E = load.second_moment;
    const Vector3<double>& h = load.first_moment;
    Eigen::MatrixXd J(4, 4);
    J << E.xx, E.xy, E.xz, h.x, E.xy, E.yy, E.yz, h.y, E.xz, E.yz, E.zz, h.z, h.x, h.y, h.z, load.mass;
    EXPECT_GT(linear_algebra::symmetric_eigenvalues(J).minCoeff(), 0) << seed;
  }
}

TEST(PayloadEstimation, NoLoadIsNotTakenForOneAndLogsThatChangedPlacesAreNoticed) {
  const PayloadPair pair = made_pair(11);
  const auto again = made_log(pair.robot, arm_of(pair.robot, {}), {}, 999);
  const PayloadEstimate none =
      estimate_payload(pair.robot, {{{"a", pair.unloaded.get()}}, {{"b", again.get()}}}, one_thread());
  EXPECT_TRUE(has(none, "load-not-seen")) << in_words(none);
  const PayloadEstimate swapped =
      estimate_payload(pair.robot, {{{"a", pair.loaded.get()}}, {{"b", pair.unloaded.get()}}}, one_thread());
  EXPECT_TRUE(has(swapped, "load-negative")) << in_words(swapped);
  for (const PayloadEstimate* estimate : {&none, &swapped}) {
    EXPECT_FALSE(estimate->found());
    EXPECT_TRUE(in_words(*estimate).starts_with("no load found: ")) << in_words(*estimate);
    EXPECT_TRUE(controller_lines(*estimate).empty());
    EXPECT_EQ(load_figures(*estimate).size(), 1U);
  }
  EXPECT_EQ(none.felt, (PayloadEstimate{}.felt)) << "an arm of six joints feels all of it";
}

TEST(PayloadEstimation, ALoadThatHardlyMovesHasNoInertiaToTell) {
  PayloadPair pair = made_pair(12);
  const Model<double> arm = arm_of(pair.robot, {});
  ExcitationOptions slow;
  slow.period = 100;
  const Model<double> heavy = with_payload(arm, arm.tip, pair.load);
  LogEffects effects = log_effects("realistic", 100);
  effects.gear_ratio = gear_ratios(pair.robot);
  const SyntheticLog loaded(heavy, random_excitation(heavy, joint_limits(pair.robot), slow), effects, 3000);
  const PayloadEstimate found =
      estimate_payload(pair.robot, {{{"a", pair.unloaded.get()}}, {{"b", &loaded}}}, one_thread());
  EXPECT_TRUE(has(found, "load-inertia-unknown"));
  EXPECT_LT(std::abs(error_of(found, pair)), 0.03);
}

/// In the plane neither height nor most of the inertia shows.
TEST(PayloadEstimation, AnArmOfTwoJointsTellsWhatItFeelsAndNoMore) {
  const Description robot = load_robot("two-rods");
  const PairOptions white{.preset = "in-class"};
  const Model<double> arm = arm_of(robot, white);
  const Inertia<double> load = inertia_about_center(1.0, Vector3<double>{0.05, 0, 0.3}, Symmetric3<double>{});
  const auto without = made_log(robot, arm, white, 31);
  const auto with = made_log(robot, with_payload(arm, arm.tip, load), white, 32);
  const PayloadEstimate found = estimate_payload(robot, {{{"a", without.get()}}, {{"b", with.get()}}}, one_thread());
  EXPECT_NEAR(found.load.mass, 1, 3 * found.mass_deviation);
  EXPECT_NEAR(found.centre.x, 0.05, 3 * found.centre_deviation.x);
  EXPECT_LT(found.mass_deviation, 0.03);
  EXPECT_LT(found.centre_deviation.x, 0.03);
  EXPECT_EQ(found.centre_felt(), (std::array<bool, 3>{true, true, false}));
  EXPECT_EQ(found.inertia_felt(), (std::array<bool, 6>{false, false, false, false, false, true}));
  EXPECT_TRUE(has(found, "load-not-felt"));
  EXPECT_NE(in_words(found).find(", -) mm"), std::string::npos) << in_words(found);
}

TEST(PayloadEstimation, LogsOfOtherRobotsAreRefused) {
  const PayloadPair pair = made_pair(13);
  EXPECT_THROW(estimate_payload(load_robot("panda"), pair.logs(), one_thread()), ComputationError);
  EXPECT_THROW(estimate_payload(pair.robot, {{}, {{"b", pair.loaded.get()}}}, one_thread()), UsageError);
  PayloadOptions base = one_thread();
  base.frame = "nowhere";
  EXPECT_THROW(estimate_payload(pair.robot, pair.logs(), base), UsageError);
}

}  // namespace torsor::test::payload_estimation_test
