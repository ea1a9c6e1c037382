#pragma once

#include <cmath>
#include <memory>
#include <random>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/experiments/payload_estimation.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/synthetic/synthetic_log.hpp"

/// Logs of one arm without and with a load, made by inverse dynamics: no regressor, no parameters.
namespace torsor::test {

/// A log whose torques are off by factors.
class GainedLog : public LogSource {
 public:
  GainedLog(std::shared_ptr<const LogSource> log, Eigen::RowVectorXd gains)
      : log_(std::move(log)), gains_(std::move(gains)) {}
  long row_count() const override { return log_->row_count(); }
  int joint_count() const override { return log_->joint_count(); }
  LogRows read(long first, long count) const override {
    LogRows rows = log_->read(first, count);
    rows.tau = rows.tau * gains_.asDiagonal();
    return rows;
  }

 private:
  std::shared_ptr<const LogSource> log_;
  Eigen::RowVectorXd gains_;
};

struct PairOptions {
  std::string preset = "realistic";
  double rate = 100, seconds = 20;
  double friction_with_load = 1;  // times that without
  double common_gain = 1;
  std::vector<double> gains{};  // by joint, besides the common one
  bool friction = true;
};

struct PayloadPair {
  Description robot;
  Inertia<double> load;
  Vector3<double> centre;
  std::shared_ptr<const LogSource> unloaded, loaded;

  PayloadLogs<NamedLog> logs() const { return {{{"unloaded", unloaded.get()}}, {{"loaded", loaded.get()}}}; }
};

/// Evenly between -1 and 1.
inline double draw(std::mt19937_64& random) { return static_cast<double>(random() >> 11U) * 0x1p-52 - 1; }

/// A body of 2.8 kg some centimetres before the flange.
inline Inertia<double> random_load(std::mt19937_64& random, Vector3<double>& centre, double mass = 2.8) {
  centre = {0.05 * draw(random), 0.05 * draw(random), 0.08 + 0.04 * draw(random)};
  const double x = 1.6e-3 * (1 + 0.5 * draw(random)), y = 1.6e-3 * (1 + 0.5 * draw(random)),
               z = 1.6e-3 * (1 + 0.5 * draw(random));
  return inertia_about_center(mass, centre,
                              Symmetric3<double>{mass * (y + z), 0, 0, mass * (x + z), 0, mass * (x + y)});
}

/// The log of a motion of its own.
inline std::shared_ptr<const LogSource> made_log(const Description& robot, const Model<double>& model,
                                                 const PairOptions& options, std::uint64_t seed) {
  ExcitationOptions motion;
  motion.seed = 10000 + seed;
  LogEffects effects = log_effects(options.preset, options.rate);
  effects.gear_ratio = gear_ratios(robot);
  effects.seed = 500 + seed;
  auto log = std::make_shared<SyntheticLog>(model, random_excitation(model, joint_limits(robot), motion), effects,
                                            std::lround(options.seconds * options.rate));
  Eigen::RowVectorXd gains = Eigen::RowVectorXd::Constant(model.nv, options.common_gain);
  for (std::size_t j = 0; j < options.gains.size(); ++j) gains[static_cast<Eigen::Index>(j)] *= options.gains[j];
  return std::make_shared<GainedLog>(log, gains);
}

/// The arm with friction, as both logs of a pair have it.
inline Model<double> arm_of(const Description& robot, const PairOptions& options, double times = 1) {
  const Model<double> bare = without_friction(build_model<double>(robot));
  if (!options.friction) return bare;
  const Model<double> model = with_typical_friction(bare, random_excitation(bare, joint_limits(robot), {}));
  return changed(model, [&](ModelParts<double>& parts) {
    for (Friction<double>& friction : parts.friction) friction.coulomb *= times, friction.viscous *= times;
  });
}

inline PayloadPair made_pair(std::uint64_t seed, const PairOptions& options = {}) {
  PayloadPair pair{load_robot("ur10"), {}, {}, nullptr, nullptr};
  std::mt19937_64 random(seed);
  pair.load = random_load(random, pair.centre);
  const Model<double> heavy = arm_of(pair.robot, options, options.friction_with_load);
  pair.unloaded = made_log(pair.robot, arm_of(pair.robot, options), options, 2 * seed);
  pair.loaded = made_log(pair.robot, with_payload(heavy, heavy.tip, pair.load), options, 2 * seed + 1);
  return pair;
}

/// A log of poses, each approached twice, every joint from either side. At rest friction holds some part of what it was
/// in motion.
inline LogRows still_rows(const Model<double>& model, int poses, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  const int n = model.nv;
  const double step = 0.01;
  const Model<double> rigid = without_friction(model);
  std::vector<std::vector<double>> q, tau;
  const auto vector = [&] { return std::vector<double>(static_cast<std::size_t>(n)); };
  std::vector<double> here = vector(), came(static_cast<std::size_t>(n), 1.0);
  const auto move = [&](const std::vector<double>& to, double seconds) {
    const std::vector<double> from = here;
    for (double t = 0; t < seconds; t += step) {
      const double x = t / seconds, s = x * x * x * (10 + x * (6 * x - 15)),
                   v = 30 * x * x * (1 - x) * (1 - x) / seconds;
      std::vector<double> qd = vector(), zero = vector();
      for (std::size_t j = 0; j < from.size(); ++j)
        here[j] = from[j] + s * (to[j] - from[j]), qd[j] = v * (to[j] - from[j]);
      q.push_back(here), tau.push_back(inverse_dynamics(model, here, qd, zero));
    }
    for (std::size_t j = 0; j < from.size(); ++j)
      if (to[j] != from[j]) came[j] = to[j] > from[j] ? 1 : -1;
    here = to;
  };
  const auto rest = [&](double seconds) {
    const std::vector<double> zero = vector();
    std::vector<double> torque = inverse_dynamics(rigid, here, zero, zero);
    for (std::size_t j = 0; j < torque.size(); ++j)
      torque[j] += came[j] * model.friction[j].coulomb * (0.85 + 0.15 * draw(random));
    for (double t = 0; t < seconds; t += step) q.push_back(here), tau.push_back(torque);
  };
  for (int k = 0; k < poses; ++k) {
    std::vector<double> pose = vector(), beside = vector(), other = vector();
    for (std::size_t j = 0; j < pose.size(); ++j) {
      pose[j] = 1.5 * draw(random);
      const double side = draw(random) > 0 ? 0.1 : -0.1;
      beside[j] = pose[j] + side, other[j] = pose[j] - side;
    }
    move(beside, 1.5), move(pose, 0.5), rest(1), move(other, 0.5), move(pose, 0.5), rest(1);
  }
  LogRows rows;
  rows.q.resize(static_cast<Eigen::Index>(q.size()), n), rows.tau.resize(rows.q.rows(), n);
  for (std::size_t r = 0; r < q.size(); ++r) {
    rows.time.push_back(step * static_cast<double>(r));
    for (int j = 0; j < n; ++j) {
      const auto row = static_cast<Eigen::Index>(r);
      rows.q(row, j) = q[r][static_cast<std::size_t>(j)] + 2e-5 * normal(random);
      rows.tau(row, j) = tau[r][static_cast<std::size_t>(j)] * (1 + 0.02 * normal(random));
    }
  }
  return rows;
}

}  // namespace torsor::test
