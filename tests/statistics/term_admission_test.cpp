#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "torsor/estimation/identify.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

// How often a term is admitted: where its effect is absent, and where it is there and sized so that the error of a
// model without it is a tenth larger than the noise. TORSOR_TERM_LOGS=100 makes as many logs as it takes to tell
// shares.
namespace torsor::test::term_admission_test {

enum class Effect { none, presliding, bent };

const char* term_of(Effect effect) {
  return effect == Effect::presliding ? "presliding" : "friction bent over the velocity";
}

int log_count() {
  const char* asked = std::getenv("TORSOR_TERM_LOGS");
  return asked == nullptr ? 3 : std::max(1, std::atoi(asked));
}

class Robot {
 public:
  Robot() : description_(load_robot("two-rods")), plain_(build_model<double>(description_)) {}

  /// With noise of `share` of each joint's torque; another motion for each seed.
  Identification identified(Effect effect, double share, bool select, std::uint64_t seed) const {
    ExcitationOptions motion{.rests = false};
    motion.seed = 500 + seed;
    const Excitation excitation = random_excitation(plain_, joint_limits(description_), motion);
    const Model<double> typical = with_typical_friction(without_friction(plain_), excitation);
    const Model<double> model = changed(typical, [&](ModelParts<double>& parts) {
      for (Friction<double>& friction : parts.friction) {
        friction.width = effect == Effect::presliding ? 0 : 0.02;
        if (effect == Effect::presliding) friction.presliding_stiffness = friction.coulomb / 3e-3;
        if (effect == Effect::bent) friction.stribeck = -0.7 * friction.coulomb, friction.stribeck_velocity = 0.5;
      }
    });
    LogEffects effects;
    effects.rate = 200, effects.seed = seed;
    effects.torque_noise = {{share}, true};
    const SyntheticLog log(model, excitation, effects, 4000);
    IdentifyOptions options;
    options.huber = options.instrumental = options.regularised = options.deviations = options.use_prior = false;
    options.hold_out = 0, options.select_terms = select;
    return identify(description_, {{"log", &log}}, {}, options);
  }

  /// The share of noise beside which the effect makes the error of a model without it larger by a tenth.
  double noise_beside(Effect effect, std::uint64_t seed) const {
    const Identification alone = identified(effect, 1e-4, false, seed),
                         noisy = identified(Effect::none, 0.1, false, seed);
    double ratio = 0;
    for (std::size_t j = 0; j < alone.noise.size(); ++j)
      ratio += alone.noise[j] / noisy.noise[j] / static_cast<double>(alone.noise.size());
    return 0.1 * ratio / std::sqrt(1.1 * 1.1 - 1);
  }

 private:
  Description description_;
  Model<double> plain_;
};

int admissions(Effect made, Effect asked) {
  const Robot robot;
  int count = 0;
  for (int k = 0; k < log_count(); ++k) {
    const auto seed = static_cast<std::uint64_t>(k + 1);
    const double share = robot.noise_beside(asked, seed);
    const Identification result = robot.identified(made, share, true, seed);
    count += std::any_of(result.terms.begin(), result.terms.end(),
                         [&](const TermVerdict& one) { return one.admitted && one.term == term_of(asked); });
  }
  testing::Test::RecordProperty("admitted", count);
  return count;
}

class Admission : public testing::TestWithParam<Effect> {};

TEST_P(Admission, OfATermThatIsThere) { EXPECT_GE(admissions(GetParam(), GetParam()), 0.95 * log_count()); }
TEST_P(Admission, OfATermThatIsAbsent) { EXPECT_LE(admissions(Effect::none, GetParam()), 0.05 * log_count()); }

INSTANTIATE_TEST_SUITE_P(All, Admission, testing::Values(Effect::presliding, Effect::bent),
                         [](const auto& one) { return one.param == Effect::presliding ? "Presliding" : "Bent"; });

}  // namespace torsor::test::term_admission_test
