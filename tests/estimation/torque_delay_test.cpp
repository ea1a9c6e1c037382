#include "torsor/estimation/torque_delay.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "torsor/estimation/identify.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

namespace torsor::test::torque_delay_test {

Identification identified(double delay, std::uint64_t seed, bool remove = true) {
  const Description robot = load_robot("puma560");
  ExcitationOptions motion{.harmonics = 8, .period = 10, .rests = false};
  motion.seed = seed;
  const Model<double> plain = build_model<double>(robot);
  const Excitation excitation = random_excitation(plain, joint_limits(robot), motion);
  const Model<double> model = with_typical_friction(without_friction(plain), excitation);
  LogEffects effects = log_effects("realistic", 250);
  effects.gear_ratio = gear_ratios(robot);
  effects.seed = seed;
  effects.torque_delay = delay;
  const SyntheticLog log(model, excitation, effects, 10000);
  IdentifyOptions options;
  options.huber = options.instrumental = options.regularised = options.deviations = false;
  options.torque_delay = true, options.remove_delay = remove;
  return identify(robot, {{"log", &log}}, {}, options);
}

bool told(const Identification& result) {
  const std::vector<Finding> all = result.all_findings();
  return std::any_of(all.begin(), all.end(), [](const Finding& one) { return one.code == "torque-delay"; });
}

double residual(const Identification& result) {
  double sum = 0;
  for (const JointFit& fit : result.chosen_estimate()->validation) sum += std::log(fit.smoothed_moving.rms);
  return sum / static_cast<double>(result.joints.size());
}

TEST(TorqueDelay, IsFoundAndRemoved) {
  for (const double delay : {0.02, -0.015}) {
    const Identification result = identified(delay, 21), kept = identified(delay, 21, false);
    EXPECT_TRUE(result.torque_delay.removed) << delay;
    EXPECT_TRUE(told(result));
    // Friction of these logs lags, of which the model knows nothing: up to 4 ms were seen, more than the deviation
    // says.
    EXPECT_NEAR(result.torque_delay.seconds, delay, 0.005) << result.torque_delay.deviation;
    EXPECT_TRUE(kept.torque_delay.found && !kept.torque_delay.removed);
    EXPECT_TRUE(told(kept)) << "it is told all the same";
    EXPECT_LT(residual(result), residual(kept));
  }
}

TEST(TorqueDelay, IsNotSeenWhereThereIsNone) {
  for (const std::uint64_t seed : {31, 32, 33}) {
    const Identification result = identified(0, seed);
    EXPECT_FALSE(result.torque_delay.found) << seed << " " << result.torque_delay.seconds;
    EXPECT_LT(std::abs(result.torque_delay.seconds), 0.004);
  }
}

}  // namespace torsor::test::torque_delay_test
