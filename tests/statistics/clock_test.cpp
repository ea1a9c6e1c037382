#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "statistics/robot_with_effects.hpp"
#include "torsor/log_health/log_health.hpp"

// Logs that differ in their clock alone, read with the defaults: a bad clock must not cost what a good one gives. The
// model is judged by another motion of the same robot, whose log has a good clock.
namespace torsor::test::clock_test {

struct Fault {
  const char* test;
  const char* words;
  double rate = 1000;
  void (*on_both)(LogEffects&);  // what the log beside it has, too
  void (*spoil)(LogEffects&);
  double least_cutoff = 0.5;
};

void nothing(LogEffects&) {}
void with_velocities(LogEffects& effects) { effects.velocity = VelocityColumn::difference; }

const Fault faults[] = {
    {"Jitter01", "stamps off by 0.1 ms", 1000, nothing, [](LogEffects& log) { log.stamp_jitter = 0.1e-3; }},
    {"Jitter1", "stamps off by 1 ms", 200, nothing, [](LogEffects& log) { log.stamp_jitter = 1e-3; }},
    {"Jitter5", "stamps off by 5 ms", 40, nothing, [](LogEffects& log) { log.stamp_jitter = 5e-3; },
     0.4},  // no straight line leads from row to row there, by which false stamps are known; the error is the same
    {"Receiver1", "stamps of a receiver, late by 1 ms", 1000, nothing, [](LogEffects& log) { log.stamp_delay = 1e-3; }},
    {"Receiver5", "stamps of a receiver, late by 5 ms, busy for 20 ms once a second, whole ms", 1000, nothing,
     [](LogEffects& log) { log.stamp_delay = 5e-3, log.stamp_burst = 20e-3, log.stamp_step = 1e-3; }},
    {"RepeatedRows", "positions renewed once a row, asked for at moments of their own", 1000, nothing,
     [](LogEffects& log) { log.position_hold = 1e-3; }},
    {"SlowSource", "positions of 125 Hz in rows of 200 Hz", 200, nothing,
     [](LogEffects& log) { log.position_hold = 8e-3; }},
    {"RepeatedRowsOfReceiver", "repeated rows, stamps of a receiver, late by 2 ms, whole ms", 1000, nothing,
     [](LogEffects& log) { log.position_hold = 1e-3, log.stamp_delay = 2e-3, log.stamp_step = 1e-3; }},
    {"WrongRate", "2 % wrong rate, velocities recorded", 1000, with_velocities,
     [](LogEffects& log) { log.rate_error = 0.02; }},
    {"WrongRateOfReceiver", "2 % wrong rate, velocities recorded, stamps of a receiver, late by 2 ms", 1000,
     with_velocities, [](LogEffects& log) { log.rate_error = 0.02, log.stamp_delay = 2e-3; }},
    {"WrongRateWithoutVelocities", "2 % wrong rate, no velocities", 1000, nothing,
     [](LogEffects& log) { log.rate_error = 0.02; }},
};

struct Outcome {
  double cutoff = 0;         // Hz
  std::vector<double> held;  // by joint: rms of the error on the other motion
};

class AClock : public testing::TestWithParam<Fault> {
 protected:
  static constexpr double seconds = 20;

  AClock() : description_(load_robot("two-rods")), plain_(build_model<double>(description_)) {}

  Excitation motion(std::uint64_t seed) const {
    return random_excitation(plain_, joint_limits(description_), {.rests = false, .seed = seed});
  }
  std::unique_ptr<LogSource> log(std::uint64_t motion_seed, std::uint64_t seed, bool spoilt) const {
    LogEffects effects = log_effects("realistic", GetParam().rate);
    effects.stamp_jitter = 0, effects.gear_ratio = gear_ratios(description_), effects.seed = seed;
    GetParam().on_both(effects);
    if (spoilt) GetParam().spoil(effects);
    return std::make_unique<SyntheticLog>(with_typical_friction(without_friction(plain_), motion(1)),
                                          motion(motion_seed), effects, std::lround(seconds * GetParam().rate));
  }
  Outcome outcome(const LogSource& learned, const LogSource& judged) const {
    IdentifyOptions options;
    options.huber = options.instrumental = options.regularised = options.deviations = false;
    const SoundLog sound(learned, examine_log(learned, &plain_));
    const Identification result = identify(description_, {{"log", &sound}}, {{"other", &judged}}, options);
    Outcome outcome;
    std::smatch cutoff;
    if (std::regex_search(result.smoothing, cutoff, std::regex("at ([0-9.e+]+) Hz")))
      outcome.cutoff = std::stod(cutoff[1]);
    for (const JointFit& fit : result.chosen_estimate()->validation) outcome.held.push_back(fit.smoothed.rms);
    return outcome;
  }

 private:
  Description description_;
  Model<double> plain_;
};

/// The one that is farther from 1.
double farther(double a, double b) { return std::abs(std::log(a)) > std::abs(std::log(b)) ? a : b; }

TEST_P(AClock, CostsNothing) {
  const int logs = asked_for("TORSOR_CLOCK_LOGS", 1);
  double mean_cutoff = 1, worst_cutoff = 1, mean_error = 1, worst_error = 1, clean_cutoff = 0;
  for (int k = 0; k < logs; ++k) {
    const auto seed = static_cast<std::uint64_t>(k + 1);
    const auto judged = log(9000 + seed, 19000 + seed, false);
    const Outcome clean = outcome(*log(8000 + seed, 18000 + seed, false), *judged),
                  spoilt = outcome(*log(8000 + seed, 18000 + seed, true), *judged);
    ASSERT_GT(clean.cutoff, 0);
    const double cutoff = spoilt.cutoff / clean.cutoff;
    double error = 1;
    for (std::size_t j = 0; j < clean.held.size(); ++j)
      error *= std::pow(spoilt.held[j] / clean.held[j], 1.0 / static_cast<double>(clean.held.size()));
    EXPECT_GT(cutoff, GetParam().least_cutoff) << seed;
    EXPECT_LT(cutoff, 2) << seed;
    EXPECT_LT(error, 1.05) << seed;
    clean_cutoff += clean.cutoff / logs;
    mean_cutoff *= std::pow(cutoff, 1.0 / logs), worst_cutoff = farther(worst_cutoff, cutoff);
    mean_error *= std::pow(error, 1.0 / logs), worst_error = std::max(worst_error, error);
  }
  tell_table("clocks",
             fmt::format("| {} | {:g} | {} | {:.1f} | {:.2f} | {:.2f} | {:.3f} | {:.3f} |", GetParam().words,
                         GetParam().rate, logs, clean_cutoff, mean_cutoff, worst_cutoff, mean_error, worst_error));
}

INSTANTIATE_TEST_SUITE_P(All, AClock, testing::ValuesIn(faults), [](const auto& one) { return one.param.test; });

}  // namespace torsor::test::clock_test
