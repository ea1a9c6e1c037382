#pragma once

#include "torsor/experiments/online_estimator.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

namespace torsor::test {

/// A robot in motion with friction, and logs of it with the faults of real ones.
struct MovingRobot {
  Description description;
  Model<double> model;
  Excitation motion;

  explicit MovingRobot(const std::string& name, bool rests = false, std::uint64_t seed = 1)
      : description(load_robot(name)), model(build_model<double>(description)),
        motion(random_excitation(model, joint_limits(description), {.rests = rests, .seed = seed})) {
    model = with_typical_friction(without_friction(model), motion);
  }

  SyntheticLog log(const Model<double>& moved, double seconds, double rate, const std::string& preset) const {
    LogEffects effects = log_effects(preset, rate);
    effects.gear_ratio = gear_ratios(description);
    return {moved, motion, effects, std::lround(seconds * rate)};
  }
  static Vector3<double> load_center() { return {0.02, 0, 0.05}; }
  /// A cube of 8 cm beside the frame of the last joint.
  Model<double> with_load(double mass) const {
    return changed(model, [&](ModelParts<double>& parts) {
      const double I = mass * 0.08 * 0.08 / 6;
      parts.bodies.back().inertia =
          parts.bodies.back().inertia + inertia_about_center<double>(mass, load_center(), {I, 0, 0, I, 0, I});
    });
  }
};

/// Rows first .. end - 1 of a log, sample by sample.
template <class Push>
void feed(const LogSource& log, long first, long end, const Push& push) {
  std::vector<double> q(static_cast<std::size_t>(log.joint_count())), tau(q);
  for (long from = first; from < end; from += 4096) {
    const LogRows rows = log.read(from, std::min(4096L, end - from));
    for (std::size_t k = 0; k < rows.time.size(); ++k) {
      for (std::size_t j = 0; j < q.size(); ++j) {
        q[j] = rows.q(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j));
        tau[j] = rows.tau(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j));
      }
      push(rows.time[k], q, tau);
    }
  }
}

}  // namespace torsor::test
