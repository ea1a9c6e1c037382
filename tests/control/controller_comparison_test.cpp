#include "torsor/control/controller_comparison.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::controller_comparison_test {

using enum ControllerKind;
using Pair = std::array<double, 2>;
constexpr double g = 9.81;

/// Two rods of length and mass 1, by hand.
Pair rods_gravity(double q1, double q2) {
  const double second = g / 2 * std::cos(q1 + q2);
  return {1.5 * g * std::cos(q1) + second, second};
}
/// J^T (0, m g) of their tip.
Pair weight_of_load(double m, double q1, double q2) {
  const double second = m * g * std::cos(q1 + q2);
  return {m * g * std::cos(q1) + second, second};
}
double height_energy(double q1, double q2) { return g * (1.5 * std::sin(q1) + std::sin(q1 + q2) / 2); }
/// B_11 and B_22. [notes 002]
Pair rods_inertia(double q2) { return {5.0 / 3 + std::cos(q2), 1.0 / 3}; }

const Model<double>& rods() {
  static const Model<double> model = build_model<double>(read_builtin_robot("two-rods"));
  return model;
}

SampledMotion still(double q1, double q2, double duration) {
  const std::vector<double> q{q1, q2}, zero{0, 0};
  return SampledMotion({{0, duration}, {q, q}, {zero, zero}, {zero, zero}});
}

/// From rest at 0, 0 to rest at 1, -0.5 in a second: the polynomial of degree 5 between two rows.
SampledMotion move() {
  const std::vector<double> zero{0, 0};
  return SampledMotion({{0, 1}, {zero, {1, -0.5}}, {zero, zero}, {zero, zero}});
}

ControllerComparisonOptions at_the_tip(std::vector<double> payloads = {}) {
  ControllerComparisonOptions options;
  options.tip = rods().tip;
  options.payloads = std::move(payloads);
  return options;
}

/// Those whose laws stay as they are.
std::vector<ComparedController> fixed_laws() {
  std::vector<ComparedController> all;
  for (const ControllerKind kind : {pd, pd_gravity, feed_forward, computed_torque, lqr})
    all.push_back({name_of(kind), kind});
  return all;
}

std::vector<ComparedController> everybody() {
  std::vector<ComparedController> all;
  for (const ControllerKind kind : controller_kinds()) all.push_back({name_of(kind), kind});
  return all;
}

ControllerComparison compare(const SampledMotion& motion, const std::vector<ComparedController>& controllers,
                             const ControllerComparisonOptions& options) {
  return compare_controllers(rods(), rods(), motion, controllers, options);
}

Pair last_error(const ControllerRun& run) { return {run.final_error[0], run.final_error[1]}; }

const Gains<double> stiff{{3000, 800}, {200, 40}};

TEST(ControllerComparison, PdSagsByTheWeightOverItsStiffness) {
  const ControllerComparison result = compare(still(0.4, 0.3, 4), {{"pd", pd, stiff}}, at_the_tip());
  const Pair e = last_error(result.controllers[0].nominal());
  const Pair weight = rods_gravity(0.4 - e[0], 0.3 - e[1]);  // q = q_r - e
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(e[i], weight[i] / stiff.stiffness[i], 1e-9) << i;
  EXPECT_GT(e[0], 1e-3);
}

TEST(ControllerComparison, PdWithGravitySagsByTheLoadThatItDoesNotKnow) {
  const ControllerComparison result =
      compare(still(0.4, 0.3, 8), {{"pd-gravity", pd_gravity, stiff}}, at_the_tip({2.5}));
  ASSERT_EQ(result.payloads, (std::vector<double>{0, 2.5}));
  const ControllerRecord& record = result.controllers[0];
  EXPECT_LT(record.nominal().largest_error, 1e-9);
  const Pair e = last_error(record.runs[1]);
  const Pair weight = weight_of_load(2.5, 0.4 - e[0], 0.3 - e[1]);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(e[i], weight[i] / stiff.stiffness[i], 1e-9) << i;
  const double across = std::cos(0.4) + std::cos(0.7) - std::cos(0.4 - e[0]) - std::cos(0.7 - e[0] - e[1]);
  const double up = std::sin(0.4) + std::sin(0.7) - std::sin(0.4 - e[0]) - std::sin(0.7 - e[0] - e[1]);
  EXPECT_NEAR(record.runs[1].final_tip_error, std::hypot(across, up), 1e-9);
}

TEST(ControllerComparison, HoldingStillTakesTheWeightAndNoEnergy) {
  ControllerComparisonOptions options = at_the_tip();
  options.torque_limits = {40, std::numeric_limits<double>::infinity()};
  const ControllerComparison result = compare(still(-0.2, 0.5, 2), {{"feed-forward", feed_forward}}, options);
  const ControllerRun& run = result.controllers[0].nominal();
  const Pair weight = rods_gravity(-0.2, 0.5);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(run.rms_torque[i], std::abs(weight[i]), 1e-8) << i;
  EXPECT_NEAR(run.torque_squared, 2 * (weight[0] * weight[0] + weight[1] * weight[1]), 1e-6);
  EXPECT_NEAR(run.rms_torque_use[0], weight[0] / 40, 1e-9);
  EXPECT_NEAR(run.peak_torque_use[0], weight[0] / 40, 1e-9);
  EXPECT_TRUE(std::isnan(run.rms_torque_use[1])) << "it has no limit";
  EXPECT_NEAR(run.most_rms_torque_use(), weight[0] / 40, 1e-9);
  EXPECT_NEAR(run.energy, 0, 1e-6);
}

TEST(ControllerComparison, WorkFromRestToRestIsTheHeightThatIsGained) {
  const ControllerComparison result = compare(move(), {{"computed-torque", computed_torque}}, at_the_tip());
  const ControllerRun& run = result.controllers[0].nominal();
  const double gained = height_energy(1, -0.5) - height_energy(0, 0);
  EXPECT_NEAR(run.work, gained, 2e-3 * gained);
  EXPECT_GE(run.energy, run.work);
}

TEST(ControllerComparison, BitsAreThoseOfARunOfTheLoopAlone) {
  ControllerComparisonOptions options = at_the_tip({1});
  options.loop.delay = 0.4e-3, options.loop.torque_noise = {0.5, 0.5}, options.loop.torque_limits = {60, 30};
  const SampledMotion motion = move();
  const ControllerComparison result = compare(motion, everybody(), options);
  std::vector<double> q(2), qd(2), qdd(2);
  const ReferenceAt reference = [&](double t) -> Reference<double> {
    motion.evaluate(t, q, qd, qdd);
    return {q, qd, qdd};
  };
  for (const ControllerRecord& record : result.controllers)
    for (const ControllerRun& run : record.runs) {
      const ControlCall law = make_controller(rods(), {record.controller.kind, {}, 1e-3}, reference(0));
      const ControlledRun alone =
          run_loop(run.payload > 0 ? with_payload(rods(), rods().tip, {run.payload, {}, {}}) : rods(), reference, law,
                   {}, options.loop);
      EXPECT_EQ(run.review.rms_error, alone.review.rms_error) << record.controller.name;
      EXPECT_EQ(run.review.largest_error, alone.review.largest_error) << record.controller.name;
      EXPECT_EQ(run.review.saturated, alone.review.saturated) << record.controller.name;
      EXPECT_EQ(run.trace.time.size(), static_cast<std::size_t>(alone.review.samples));
      double squares = 0;
      for (const double off : run.trace.tip_error) squares += off * off;
      EXPECT_NEAR(run.rms_tip_error, std::sqrt(squares / static_cast<double>(alone.review.samples)), 1e-12);
    }
}

TEST(ControllerComparison, WhoKnowsTheModelIsBetterThanWhoKnowsItsWeightAndPdIsWorst) {
  const ControllerComparison result = compare(move(), fixed_laws(), at_the_tip());
  std::vector<std::string> names;
  for (const std::size_t place : result.ranking) names.push_back(result.controllers[place].controller.name);
  EXPECT_EQ(std::vector<std::string>(names.begin() + 3, names.end()), (std::vector<std::string>{"pd-gravity", "pd"}));
  for (std::size_t k = 1; k < names.size(); ++k)
    EXPECT_LE(result.controllers[result.ranking[k - 1]].nominal().rms_tip_error,
              result.controllers[result.ranking[k]].nominal().rms_tip_error);
}

TEST(ControllerComparison, ErrorsGrowWithEveryLoad) {
  const ControllerComparison result = compare(move(), fixed_laws(), at_the_tip({2, 1, 1, 0.5}));
  ASSERT_EQ(result.payloads, (std::vector<double>{0, 0.5, 1, 2}));
  for (const ControllerRecord& record : result.controllers) {
    EXPECT_EQ(record.heaviest_held(), 2) << record.controller.name;
    for (std::size_t k = 1; k < record.runs.size(); ++k) {
      EXPECT_GT(record.runs[k].rms_error, record.runs[k - 1].rms_error) << record.controller.name << k;
      EXPECT_GT(record.runs[k].rms_tip_error, record.runs[k - 1].rms_tip_error) << record.controller.name << k;
    }
  }
}

TEST(ControllerComparison, AModelThatKnowsTheLoadMakesItTheNominalOne) {
  const Model<double> loaded = with_payload(rods(), rods().tip, {2, {}, {}});
  const std::vector<ComparedController> one{{"computed-torque", computed_torque}};
  const auto rms = [&](const Model<double>& model) {
    return compare_controllers(loaded, model, move(), one, at_the_tip()).controllers[0].nominal().rms_error;
  };
  EXPECT_LT(100 * rms(loaded), rms(rods()));
}

TEST(ControllerComparison, GainsFollowFromTheBandwidthUnlessTheyAreGiven) {
  ControllerComparisonOptions options = at_the_tip();
  options.bandwidth = 30;
  const ControllerComparison result =
      compare(still(0.4, 0.3, 0.1), {{"ct", computed_torque}, {"pd", pd}, {"mine", pd, stiff}}, options);
  const Pair inertia = rods_inertia(0.3);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(result.controllers[0].gains.stiffness[i], 900, 1e-12);
    EXPECT_NEAR(result.controllers[0].gains.damping[i], 60, 1e-12);
    EXPECT_NEAR(result.controllers[1].gains.stiffness[i], 900 * inertia[i], 1e-9);
    EXPECT_NEAR(result.controllers[1].gains.damping[i], 60 * inertia[i], 1e-9);
  }
  EXPECT_EQ(result.controllers[2].gains.stiffness, stiff.stiffness);
}

TEST(ControllerComparison, OneThatLosesControlIsToldAndTheOthersGoOn) {
  ControllerComparisonOptions options = at_the_tip({2});
  options.loop.rate = 50;
  const ControllerComparison result =
      compare(move(), {{"wild", pd, {{1e6, 1e6}, {1e3, 1e3}}}, {"ct", computed_torque}}, options);
  const ControllerRun& wild = result.controllers[0].nominal();
  EXPECT_FALSE(wild.held());
  ASSERT_NE(wild.lost(), nullptr);
  EXPECT_LT(wild.lost()->time, 1);
  EXPECT_GE(wild.lost()->velocity, 0);
  EXPECT_NEAR(wild.end.time, wild.lost()->time, 1e-12);
  EXPECT_EQ(result.controllers[0].heaviest_held(), std::nullopt);
  EXPECT_EQ(result.controllers[1].heaviest_held(), 2);
  EXPECT_EQ(result.ranking, (std::vector<std::size_t>{1, 0}));
  EXPECT_TRUE(result.any_held());
  EXPECT_FALSE(compare(move(), {{"wild", pd, {{1e6, 1e6}, {1e3, 1e3}}}}, options).any_held());
}

TEST(ControllerComparison, MotorsThatAreTooWeakSaturate) {
  ControllerComparisonOptions options = at_the_tip();
  options.loop.torque_limits = options.torque_limits = {10, 1000};  // half of its weight
  options.loop.lost_error = 100;
  const ControllerRun run = compare(still(0, 0, 3), {{"pd", pd}}, options).controllers[0].nominal();
  EXPECT_GT(run.review.saturated, 0.3);
  EXPECT_NEAR(run.peak_torque_use[0], 1, 1e-15);
  EXPECT_LE(run.rms_torque_use[0], 1);
}

TEST(ControllerComparison, ATraceKeepsPeaksHoweverFewPointsItHas) {
  ControllerComparisonOptions options = at_the_tip();
  options.loop.torque_noise = {20, 20};
  options.trace_points = 100;
  const ControllerRun run = compare(move(), {{"pd", pd}}, options).controllers[0].nominal();
  EXPECT_EQ(run.trace.time.size(), 100u);
  double tip = 0;
  for (const double error : run.trace.tip_error) tip = std::max(tip, error);
  EXPECT_EQ(tip, run.largest_tip_error);
  for (std::size_t i = 0; i < 2; ++i) {
    double largest = 0;
    for (const double error : run.trace.error[i]) largest = std::max(largest, std::abs(error));
    EXPECT_EQ(largest, run.review.largest_error[i]);
  }
}

TEST(ControllerComparison, HasTheSameDigitsForAnyNumberOfThreadsAndTellsWhatIsDone) {
  ControllerComparisonOptions options = at_the_tip({1});
  options.loop.torque_noise = {1, 1};
  options.threads = 1;
  const ControllerComparison one = compare(move(), everybody(), options);
  options.threads = 5;
  std::vector<double> shares;
  options.progress = [&](double share) { shares.push_back(share); };
  const ControllerComparison five = compare(move(), everybody(), options);
  ASSERT_EQ(shares.size(), 12u);
  for (std::size_t k = 0; k < shares.size(); ++k) EXPECT_NEAR(shares[k], static_cast<double>(k + 1) / 12, 1e-15);
  for (std::size_t k = 0; k < 6; ++k)
    for (std::size_t load = 0; load < 2; ++load) {
      EXPECT_EQ(one.controllers[k].runs[load].rms_error, five.controllers[k].runs[load].rms_error);
      EXPECT_EQ(one.controllers[k].runs[load].energy, five.controllers[k].runs[load].energy);
      EXPECT_EQ(one.controllers[k].runs[load].rms_tip_error, five.controllers[k].runs[load].rms_tip_error);
    }
}

}  // namespace torsor::test::controller_comparison_test
