#include "experiments/excite_setup.hpp"

#include <algorithm>
#include <cmath>

#include "estimation/unknowns.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/ranges.hpp"
#include "torsor/core/text.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/trajectory/random_stream.hpp"

namespace torsor {
namespace {

constexpr double smooth_share = 0.02;  // of the velocity limit, in which Coulomb friction turns where it jumps
constexpr double share_of_noise = 0.01;

/// Coulomb friction that jumps has no derivative.
Model<double> with_smooth_friction(const Model<double>& model, const Model<double>& written,
                                   const std::vector<JointLimits>& limits) {
  return changed(model, [&](ModelParts<double>& parts) {
    for (std::size_t j = 0; j < parts.friction.size(); ++j) {
      const double width = written.friction[j].width;
      parts.friction[j].width = width > 0 ? width : smooth_share * limits[j].velocity;
    }
    for (auto& coupling : parts.couplings)
      if (coupling.friction.width == 0) coupling.friction.width = smooth_share;
  });
}

/// States all over the limits.
std::vector<double> random_state(const std::vector<JointLimits>& limits, std::uint64_t number) {
  std::vector<double> q(limits.size());
  const RandomStream random(number, 77);
  for (std::size_t j = 0; j < q.size(); ++j)
    q[j] = limits[j].position_low +
           (limits[j].position_high - limits[j].position_low) * random.uniform(static_cast<std::int64_t>(j));
  return q;
}

/// By joint: a share of its torque limit or, where it has none, of the largest of some torques.
std::vector<double> assumed_noise(const Model<double>& model, const Conditions<double>& conditions,
                                  const std::vector<JointLimits>& limits) {
  const auto n = static_cast<std::size_t>(model.nv);
  std::vector<double> largest(n, 0.0), qd(n), qdd(n);
  for (std::uint64_t k = 0; k < 100; ++k) {
    const RandomStream random(k, 78);
    for (std::size_t j = 0; j < n; ++j) {
      qd[j] = limits[j].velocity * random.bounded(static_cast<std::int64_t>(2 * j)) / 2;
      qdd[j] = limits[j].acceleration * random.bounded(static_cast<std::int64_t>(2 * j + 1)) / 4;
    }
    const std::vector<double> q = random_state(limits, k),
                              tau = inverse_dynamics<double>(model, q, qd, qdd, conditions);
    for (std::size_t j = 0; j < n; ++j) largest[j] = std::max(largest[j], std::abs(tau[j]));
  }
  const double overall = *std::ranges::max_element(largest);
  std::vector<double> noise(n);
  for (std::size_t j = 0; j < n; ++j)
    noise[j] =
        share_of_noise *
        (std::isfinite(limits[j].torque) ? limits[j].torque : std::max(largest[j], 1e-3 * (overall > 0 ? overall : 1)));
  return noise;
}

double distance(const ExcitationLimits& limits, const CapsulePair& pair, const std::vector<Transform<double>>& poses) {
  const Capsule &a = limits.capsules[pair.first], &b = limits.capsules[pair.second];
  return nearest_points(poses[a.body] * a.from, poses[a.body] * a.to, poses[b.body] * b.from, poses[b.body] * b.to)
             .distance -
         a.radius - b.radius;
}

/// Pairs that touch wherever the robot is are a matter of how the capsules were drawn, and not kept apart.
void leave_out_touching(const Model<double>& model, ExcitationLimits& limits, std::vector<std::string>& notes) {
  std::vector<bool> apart(limits.pairs.size(), false);
  for (std::uint64_t k = 0; k < 200; ++k) {
    const auto poses = forward_kinematics<double>(model, random_state(limits.joints, k));
    for (std::size_t p = 0; p < limits.pairs.size(); ++p)
      apart[p] = apart[p] || distance(limits, limits.pairs[p], poses) > limits.clearance;
  }
  std::vector<CapsulePair> kept;
  for (std::size_t p = 0; p < limits.pairs.size(); ++p) {
    const auto [first, second] = limits.pairs[p];
    if (apart[p])
      kept.push_back(limits.pairs[p]);
    else
      notes.push_back("the capsules of " + limits.capsules[first].link + " and " + limits.capsules[second].link +
                      " are never apart, and are not looked at");
  }
  limits.pairs = std::move(kept);
}

/// The search looks at so many times in a period of the highest harmonic that a peak between them is this much higher;
/// torques and distances have higher harmonics.
ExcitationLimits tightened(ExcitationLimits limits) {
  constexpr double less = 1 - 0.0035, less_torque = 1 - 0.01, length = 0.001;
  for (JointLimits& joint : limits.joints) {
    const double middle = (joint.position_high + joint.position_low) / 2;
    joint.position_high = middle + less * (joint.position_high - middle);
    joint.position_low = middle + less * (joint.position_low - middle);
    joint.velocity *= less, joint.acceleration *= less, joint.torque *= less_torque;
  }
  limits.clearance += length;
  if (limits.workspace) {
    auto& [low, high] = *limits.workspace;
    low.x += length, low.y += length, low.z += length;
    high.x -= length, high.y -= length, high.z -= length;
  }
  return limits;
}

int tip_of(const Model<double>& model, const std::string& name) {
  if (name.empty()) return model.tip;
  const int frame = find_frame(model, name);
  if (frame < 0) throw UsageError("tip", "expected a frame of " + model.name + ", found " + in_quotes(name));
  return frame;
}

}  // namespace

void require_possible(const ExciteOptions& options) {
  const auto require = [](bool sound, const char* option, const std::string& expected, double found) {
    if (!sound) throw UsageError(option, "expected " + expected + ", found " + number_text(found));
  };
  require(options.harmonics >= 2 && options.harmonics <= 50, "harmonics", "2 to 50", options.harmonics);
  require(options.period >= 0.1 && options.period <= 1000, "period", "0.1 to 1000 s", options.period);
  require(options.rate > 0 && options.rate <= 1e6, "rate", "a number above 0, up to 1e6", options.rate);
  require(options.starts >= 1 && options.starts <= 10000, "starts", "1 to 10000", options.starts);
  require(options.clearance >= 0 && options.clearance < 1e3, "clearance", "metres from 0 on", options.clearance);
  require_in(ranges::threads, "threads", options.threads);
  for (const double noise : options.noise)
    require(noise > 0 && std::isfinite(noise), "noise", "torques above 0", noise);
  if (options.floor) require(std::isfinite(*options.floor), "floor", "a height", *options.floor);
  if (!options.workspace) return;
  const auto& [low, high] = *options.workspace;
  for (const auto& [from, to] : {std::pair(low.x, high.x), std::pair(low.y, high.y), std::pair(low.z, high.z)})
    require(from < to && std::isfinite(to - from), "workspace", "two corners, the lower one first", from);
}

ExciteSetup set_up(const Description& robot, const ExciteOptions& options, std::vector<std::string>& notes) {
  const Model<double> written = build_model<double>(robot);
  ExciteSetup setup{written, unknowns_of(robot, options.identification), {}, {}, {}, options.noise, options.rate};
  const auto n = static_cast<std::size_t>(written.nv);
  setup.limits.joints = excitation_joint_limits(written, options.limits.empty() ? joint_limits(robot) : options.limits);
  setup.limits.floor = options.floor, setup.limits.workspace = options.workspace;
  setup.limits.tip = tip_of(written, options.tip);
  setup.limits.clearance = options.clearance, setup.limits.capsules = options.capsules;
  setup.limits.pairs = capsule_pairs(written, options.capsules);
  leave_out_touching(written, setup.limits, notes);
  setup.tightened = tightened(setup.limits);
  setup.unknowns.model = with_smooth_friction(setup.unknowns.model, written, setup.limits.joints);
  if (setup.noise.size() == 1) setup.noise.resize(n, setup.noise[0]);
  if (!setup.noise.empty() && setup.noise.size() != n)
    throw UsageError("noise",
                     "expected 1 or " + std::to_string(n) + " torques, found " + std::to_string(setup.noise.size()));
  const std::vector<double> assumed = assumed_noise(written, setup.unknowns.conditions, setup.limits.joints);
  if (options.progress && !options.after.empty()) options.progress("earlier logs", 0.01);
  setup.earlier = earlier_knowledge(setup.unknowns, options.after, options.identification,
                                    setup.noise.empty() ? assumed : setup.noise);
  if (setup.noise.empty() && !setup.earlier.noise.empty())
    setup.noise = setup.earlier.noise, setup.measurements = setup.earlier.rate;
  if (setup.noise.empty()) setup.noise = assumed;
  return setup;
}

}  // namespace torsor
