#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "torsor/estimation/identify.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

// Short logs of a robot whose torque has one effect or two beside its links, viscous and Coulomb friction. The noise is
// none that the estimator knows: coloured for the most part, on top of an encoder's steps, uneven samples and stamps.
namespace torsor::test {

/// An environment variable that is a number, or what is taken without it.
inline int asked_for(const char* variable, int otherwise) {
  const char* asked = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nothing here sets one
  return asked == nullptr ? otherwise : std::max(1, std::atoi(asked));
}

/// A row of a table in docs/long-tests.md, for scripts/long-tests, which names a folder for them.
inline void tell_table(const std::string& table, const std::string& row) {
  if (const char* folder = std::getenv("TORSOR_STATISTICS_TABLES"))  // NOLINT(concurrency-mt-unsafe)
    std::ofstream(folder + ("/" + table), std::ios::app) << row << '\n';
}

enum class Effect { presliding, bent, load, hysteresis, periodic, rotors };

/// An effect of a made log: `strength` times its usual size. Load and hysteresis are those of one joint.
struct MadeEffect {
  Effect effect{};
  int joint = 0;
  double strength = 1;
};

class RobotWithEffects {
 public:
  static constexpr double seconds = 40;

  RobotWithEffects() : description_(load_robot("two-rods")), plain_(build_model<double>(description_)) {}

  /// Noise of `share` of each joint's torque; another motion for each seed.
  std::unique_ptr<LogSource> log(const std::vector<MadeEffect>& made, double share, std::uint64_t seed) const {
    ExcitationOptions motion{.harmonics = 10, .period = seconds, .rests = false};
    motion.seed = 500 + seed;
    const Excitation excitation = random_excitation(plain_, joint_limits(description_), motion);
    Model<double> model = with_typical_friction(without_friction(plain_), excitation);
    model = changed(model, [&](ModelParts<double>& parts) {
      for (Friction<double>& friction : parts.friction) friction.width = 0.02, friction.coulomb *= 3;
      for (const MadeEffect& one : made) add(one, largest_velocity(excitation), parts);
    });
    LogEffects effects;
    effects.rate = 200, effects.seed = seed;
    effects.sample_jitter = 0.02 / effects.rate, effects.stamp_jitter = 0.01 / effects.rate;
    effects.encoder_counts = 4096, effects.motor_encoder = true, effects.gear_ratio = {100};
    effects.torque_noise = {{0.6 * share}, true}, effects.coloured_noise = {{0.8 * share}, true};
    effects.correlation_time = 0.03;
    return std::make_unique<SyntheticLog>(model, excitation, effects, std::lround(seconds * effects.rate));
  }

  Identification identified(const LogSource& log, bool select, bool rotors = true) const {
    IdentifyOptions options;
    options.huber = options.instrumental = options.regularised = options.deviations = options.use_prior = false;
    options.hold_out = 0, options.select_terms = select, options.rotor = rotors;
    return identify(description_, {{"log", &log}}, {}, options);
  }

  /// The share of noise beside which the effect makes the error of a model without it larger by a tenth.
  double noise_beside(const MadeEffect& one, std::uint64_t seed) const {
    double share = 0.02;
    for (int pass = 0; pass < passes; ++pass) share *= excess(raised(one, share, seed));
    return share;
  }
  /// The strength at which the effect does so beside some noise.
  double strength_beside(double share, MadeEffect one, std::uint64_t seed) const {
    for (int pass = 0; pass < passes; ++pass) one.strength /= excess(raised(one, share, seed));
    return one.strength;
  }

  /// By how much the error of a model without the effect is larger where the effect is there.
  double raised(const MadeEffect& one, double share, std::uint64_t seed) const {
    return error({one}, share, one, seed) / error({}, share, one, seed);
  }

 private:
  static constexpr int passes = 4;

  /// Of the error over a tenth of what it was; errors add up by their squares.
  static double excess(double ratio) {
    return std::clamp(std::sqrt(std::max(0.0, ratio * ratio - 1) / (1.1 * 1.1 - 1)), 0.4, 2.5);
  }
  static bool of_one_joint(Effect effect) { return effect == Effect::load || effect == Effect::hysteresis; }

  static std::vector<double> largest_velocity(const Excitation& motion) {
    std::vector<double> largest(motion.joint_count()), q(largest), qd(largest), qdd(largest);
    for (int i = 0; i < 1000; ++i) {
      motion.evaluate(i * motion.period() / 1000, q, qd, qdd);
      for (std::size_t j = 0; j < qd.size(); ++j) largest[j] = std::max(largest[j], std::abs(qd[j]));
    }
    return largest;
  }

  static void add(const MadeEffect& one, const std::vector<double>& largest_velocity, ModelParts<double>& parts) {
    if (one.effect == Effect::load) parts.friction[one.joint].load = 0.02 * one.strength;
    if (one.effect == Effect::hysteresis) {
      Coupling<double>& cable = parts.couplings.emplace_back();
      cable.terms = {{one.joint, one.joint, 1.0}};
      cable.friction.coulomb = 0.06 * one.strength * parts.friction[one.joint].coulomb;
      cable.friction.presliding_stiffness = cable.friction.coulomb / 0.2;
    }
    if (one.effect == Effect::periodic) {  // at the first joint it could not be told from the weight of the first link
      Coupling<double>& cable = parts.couplings.emplace_back();
      cable.terms = {{1, 1, 1.0}};
      cable.sine = 0.4 * one.strength, cable.cosine = -0.3 * one.strength;
    }
    // A rotor of the first joint cannot be told from the first link.
    if (one.effect == Effect::rotors) parts.bodies[2].rotor.reflected = 0.1 * one.strength;
    for (std::size_t j = 0; j < parts.friction.size(); ++j) {
      Friction<double>& friction = parts.friction[j];
      if (one.effect == Effect::presliding)
        friction.width = 0, friction.presliding_stiffness = friction.coulomb / (0.5e-3 * one.strength);
      if (one.effect != Effect::bent) continue;
      const double wide = one.strength * friction.coulomb;  // a second, wider step on top of the other
      friction.coulomb += wide, friction.stribeck -= wide;
      friction.stribeck_velocity = 0.2 * largest_velocity[j];
    }
  }

  /// Of a model without the effect, in units of each joint's torque: of the joint that has it, or the mean.
  double error(const std::vector<MadeEffect>& made, double share, const MadeEffect& one, std::uint64_t seed) const {
    const std::unique_ptr<LogSource> made_log = log(made, share, seed);
    const Identification result = identified(*made_log, false, one.effect != Effect::rotors);
    const std::vector<double>& rms = static_cast<const SyntheticLog&>(*made_log).torque_rms();
    if (of_one_joint(one.effect)) return result.noise[one.joint] / rms[one.joint];
    if (one.effect == Effect::rotors || one.effect == Effect::periodic) return result.noise[1] / rms[1];
    double sum = 0;
    for (std::size_t j = 0; j < rms.size(); ++j) sum += result.noise[j] / rms[j] / static_cast<double>(rms.size());
    return sum;
  }

  Description description_;
  Model<double> plain_;
};

}  // namespace torsor::test
