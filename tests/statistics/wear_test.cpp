#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "torsor/estimation/identify.hpp"
#include "torsor/experiments/result_comparison.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

// What `torsor compare` is worth: pairs of logs of 40 s with the faults of real ones, friction that the model does not
// know among them, identified with the defaults. In one half of the pairs the Coulomb friction of one joint grows by a
// tenth; it is a tenth of the joint's torque or more, or the share that TORSOR_WEAR_SHARE says.
namespace torsor::test::wear_test {

int pairs_to_make() {
  const char* asked = std::getenv("TORSOR_WEAR_PAIRS");  // NOLINT(concurrency-mt-unsafe): nothing here sets one
  return asked == nullptr ? 7 : std::max(1, std::atoi(asked));
}

/// 0: that of with_typical_friction.
double coulomb_share() {
  const char* asked = std::getenv("TORSOR_WEAR_SHARE");  // NOLINT(concurrency-mt-unsafe)
  return asked == nullptr ? 0 : std::atof(asked);        // NOLINT(cert-err34-c): a wrong word asks for the typical one
}

/// Coulomb friction is this share of the root mean square torque of each joint, viscous friction in proportion.
Model<double> with_coulomb_share(Model<double> model, const Excitation& motion, double share) {
  for (int pass = 0; pass < 20; ++pass) {  // friction is a part of the torque
    const std::vector<double> torque = torque_rms(model, motion);
    model = changed(model, [&](ModelParts<double>& parts) {
      for (std::size_t j = 0; j < torque.size(); ++j) {
        Friction<double>& friction = parts.friction[j];
        friction.viscous *= share * torque[j] / friction.coulomb;
        friction.coulomb = share * torque[j];
      }
    });
  }
  return model;
}

struct Counts {
  int found = 0, alarms = 0, attributed = 0;
};

class WearOf : public testing::TestWithParam<const char*> {
 protected:
  WearOf()
      : description_(load_robot(GetParam())), plain_(build_model<double>(description_)),
        model_(with_typical_friction(without_friction(plain_), motion(1))) {
    if (coulomb_share() > 0) model_ = with_coulomb_share(model_, motion(1), coulomb_share());
  }

  Excitation motion(std::uint64_t seed) const {
    return random_excitation(plain_, joint_limits(description_), {.rests = false, .seed = seed});
  }
  ComparableResult result(const Model<double>& robot, std::uint64_t motion_seed, std::uint64_t seed) const {
    LogEffects effects = log_effects("realistic", 200);
    effects.gear_ratio = gear_ratios(description_);
    effects.seed = seed;
    const SyntheticLog log(robot, motion(motion_seed), effects, 8000);
    IdentifyOptions options;
    options.hold_out = 0, options.select_terms = false;
    options.huber = options.instrumental = options.regularised = options.use_prior = false;
    return comparable(identify(description_, {{"log", &log}}, {}, options), "log");
  }
  Counts counts(bool same_motion, int pairs) const {
    Counts counts;
    for (int k = 0; k < pairs; ++k) {
      const auto seed = static_cast<std::uint64_t>(3 * k);
      const auto motion_of = [&](int which) { return 7000 + (same_motion ? k : 3 * k + which); };
      const int joint = k % model_.nv;
      const Model<double> worn =
          changed(model_, [&](ModelParts<double>& parts) { parts.friction[joint].coulomb *= 1.1; });
      const ComparableResult before = result(model_, motion_of(0), 1000 + seed);
      counts.alarms += compare_results({before, result(model_, motion_of(1), 1001 + seed)}).changed();
      const ResultComparison found = compare_results({before, result(worn, motion_of(2), 1002 + seed)});
      const auto named = [&](int parameter) { return found.parameters[parameter] == "Fs" + std::to_string(joint + 1); };
      counts.found += std::any_of(found.significant.begin(), found.significant.end(), named);
      counts.attributed += found.changed() && named(found.significant.front());
    }
    return counts;
  }

  Description description_;
  Model<double> plain_, model_;
};

TEST_P(WearOf, FrictionThatGrowsByATenthIsFoundAndNothingWhereNothingChanged) {
  const int pairs = pairs_to_make();
  for (const bool same_motion : {true, false}) {
    const Counts found = counts(same_motion, pairs);
    std::printf("%s, %s: found in %d of %d, first in %d; something where nothing changed in %d of %d\n", GetParam(),
                same_motion ? "same motion" : "other motions", found.found, pairs, found.attributed, found.alarms,
                pairs);
    EXPECT_LE(found.alarms, std::max(1.0, 0.02 * pairs)) << same_motion;
    if (coulomb_share() == 0) {
      EXPECT_GE(found.found, (same_motion ? 0.95 : 0.85) * pairs - 1) << same_motion;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, WearOf, testing::Values("puma560", "ur10", "panda"),
                         [](const auto& robot) { return std::string(robot.param); });

}  // namespace torsor::test::wear_test
