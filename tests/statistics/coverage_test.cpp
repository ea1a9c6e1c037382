#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "torsor/estimation/identify.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

// The 95 % intervals of base parameters have to contain the truth that often: over many logs of one motion that differ
// in their noise alone, and over logs of many motions of a robot whose friction is not the model's.
namespace torsor::test::coverage_test {

#if defined(TORSOR_ADDRESS_SANITIZER) || defined(__clang__)
constexpr bool many = false;  // a few runs only: the statistics are those of one build
#else
constexpr bool many = true;
#endif

/// How often a parameter was estimated, and its interval had the truth in it.
struct Counted {
  double all = 0, covered = 0;
};
using Counts = std::map<std::string, Counted>;  // by name: which parameters there are may depend on the log

struct Coverage {
  double mean = 0, lowest = 1;
  bool feasible = true;
  double largest_gap = 0;
};

class Repeated {
 public:
  explicit Repeated(const std::string& robot)
      : description_(load_robot(robot)), model_(build_model<double>(description_)),
        excitation_(random_excitation(model_, joint_limits(description_), {.rests = false})) {
    model_ = with_typical_friction(without_friction(model_), excitation_);
    model_ = changed(model_, [](ModelParts<double>& parts) {
      for (Friction<double>& friction : parts.friction) friction.width = 0.1;
    });
  }

  Coverage coverage(LogEffects effects, int repetitions) const {
    IdentifyOptions options;
    options.hold_out = 0;
    options.huber = options.instrumental = options.regularised = options.use_prior = false;
    options.widths.assign(model_.nv, 0.1);
    options.slow = {0.0};
    options.select_terms = false;
    effects.gear_ratio = gear_ratios(description_);
    Counts covered;
    Coverage result;
    for (int k = 0; k < repetitions; ++k) {
      effects.seed = 1000 + static_cast<std::uint64_t>(k);
      const SyntheticLog log(model_, excitation_, effects, 2000);
      count(identify(description_, {{"log", &log}}, {}, options), model_, covered, result);
    }
    return averaged(result, covered, repetitions);
  }

  /// Another motion each time, and the tool as it is used: it does not know the width of friction, and drops slow
  /// equations. In the preset "realistic" the robot has Stribeck's effect and friction that builds up over some
  /// milliradians, of which it knows nothing either.
  Coverage coverage_with_defaults(const std::string& preset, bool rests, int repetitions) const {
    IdentifyOptions options;
    options.hold_out = 0;
    options.huber = options.instrumental = options.regularised = options.use_prior = false;
    LogEffects effects = log_effects(preset, 100);
    effects.gear_ratio = gear_ratios(description_);
    Counts covered;
    Coverage result;
    for (int k = 0; k < repetitions; ++k) {
      effects.seed = 1000 + static_cast<std::uint64_t>(k);
      ExcitationOptions motion{.rests = rests};
      motion.seed = 7000 + static_cast<std::uint64_t>(k);
      const Excitation excitation = random_excitation(model_, joint_limits(description_), motion);
      const Model<double> robot =
          with_typical_friction(without_friction(build_model<double>(description_)), excitation_);
      const SyntheticLog log(robot, excitation, effects, 2000);
      count(identify(description_, {{"log", &log}}, {}, options), robot, covered, result);
    }
    return averaged(result, covered, repetitions);
  }

 private:
  static Coverage averaged(Coverage result, const Counts& covered, int repetitions) {
    Counted sum;
    for (const auto& [name, counted] : covered) {
      sum.all += counted.all, sum.covered += counted.covered;
      if (counted.all == repetitions) result.lowest = std::min(result.lowest, counted.covered / counted.all);
    }
    result.mean = sum.covered / sum.all;
    return result;
  }

  static void count(const Identification& found, const Model<double>& robot, Counts& covered, Coverage& result) {
    result.feasible &= found.consistent.valid && found.consistent.smallest_eigenvalue > 0;
    result.largest_gap = std::max(result.largest_gap, found.consistent.gap);
    const Model<double> same = changed(robot, [&](ModelParts<double>& parts) {
      for (const Parameter& one : found.layout.entries)  // hysteresis that was found and is not there
        if (one.coupling >= static_cast<int>(parts.couplings.size())) parts.couplings.resize(one.coupling + 1);
    });
    const std::vector<double> truth = base_values(found.base, parameters(same, found.layout));
    const Estimate& weighted = found.weighted();
    for (std::size_t b = 0; b < truth.size(); ++b) {
      Counted& one = covered[found.base_names[b]];
      ++one.all;
      one.covered += std::abs(weighted.value[b] - truth[b]) < 1.96 * weighted.standard_deviation[b] ? 1 : 0;
    }
  }

  Description description_;
  Model<double> model_;
  Excitation excitation_;
};

/// Quantised encoders on the motors, jittered clocks, coloured torque noise, ripple and a resonance; the friction is
/// still that of the model.
LogEffects noise_of_another_kind() {
  LogEffects effects = log_effects("realistic", 100);
  effects.presliding = effects.stribeck = 0;
  return effects;
}

class CoverageOf : public testing::TestWithParam<const char*> {};

TEST_P(CoverageOf, WhiteTorqueNoiseIsAsStated) {
  const Coverage found = Repeated(GetParam()).coverage(log_effects("in-class", 100), many ? 200 : 3);
  EXPECT_TRUE(found.feasible);
  EXPECT_LT(found.largest_gap, 1e-8);
  if (!many) return;
  EXPECT_GT(found.mean, 0.93);
  EXPECT_LT(found.mean, 0.97);
  EXPECT_GE(found.lowest, 0.85);
  RecordProperty("mean", std::to_string(found.mean));
  RecordProperty("lowest", std::to_string(found.lowest));
}

TEST_P(CoverageOf, NoiseThatTheEstimatorDoesNotKnowIsNearWhatIsStated) {
  const Coverage found = Repeated(GetParam()).coverage(noise_of_another_kind(), many ? 60 : 2);
  EXPECT_TRUE(found.feasible);
  if (!many) return;
  EXPECT_GT(found.mean, 0.85);
  EXPECT_LT(found.mean, 0.99);
  RecordProperty("mean", std::to_string(found.mean));
}

TEST_P(CoverageOf, FrictionThatTheEstimatorDoesNotKnowIsAllowedFor) {
  double sum = 0;
  for (const bool rests : {true, false}) {  // intervals are wide with rests, and narrow without
    const Coverage found = Repeated(GetParam()).coverage_with_defaults("realistic", rests, many ? 12 : 1);
    EXPECT_TRUE(found.feasible);
    sum += found.mean;
    if (!many) continue;
    EXPECT_GT(found.mean, 0.85) << rests;
    RecordProperty(rests ? "mean_with_rests" : "mean_without", std::to_string(found.mean));
  }
  if (many) {
    EXPECT_LT(sum / 2, 0.99);
  }
}

TEST_P(CoverageOf, LogsThatTheToolMakesAndReadsWithoutAnyOptionAreAsStated) {
  for (const bool rests : {true, false}) {
    const Coverage found = Repeated(GetParam()).coverage_with_defaults("in-class", rests, many ? 24 : 1);
    EXPECT_TRUE(found.feasible);
    if (!many) continue;
    EXPECT_GT(found.mean, 0.92) << rests;
    EXPECT_LT(found.mean, 0.98) << rests;
    RecordProperty(rests ? "mean_with_rests" : "mean_without", std::to_string(found.mean));
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, CoverageOf, testing::Values("puma560", "ur10", "panda"),
                         [](const auto& robot) { return std::string(robot.param); });

}  // namespace torsor::test::coverage_test
