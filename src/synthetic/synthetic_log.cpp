#include "torsor/synthetic/synthetic_log.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "synthetic/coloured_noise.hpp"
#include "synthetic/noise_streams.hpp"
#include "synthetic/periodic_effects.hpp"
#include "synthetic/presliding_friction.hpp"
#include "synthetic/receiver.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

using Vector = std::vector<double>;

double entry(const Vector& one_or_all, int joint, double otherwise) {
  if (one_or_all.empty()) return otherwise;
  return one_or_all.size() == 1 ? one_or_all[0] : one_or_all[joint];
}

Vector absolute(const TorqueSize& size, const Vector& rms) {
  Vector result(rms.size());
  for (std::size_t j = 0; j < rms.size(); ++j)
    result[j] = entry(size.value, static_cast<int>(j), 0) * (size.relative ? rms[j] : 1);
  return result;
}

bool any(const Vector& sizes) {
  return std::any_of(sizes.begin(), sizes.end(), [](double x) { return x != 0; });
}

double rounded_to(double step, double value) { return step > 0 ? step * std::round(value / step) : value; }

/// One state of the motion and room to compute with; one for each thread.
struct Scratch {
  Vector q, qd, qdd, tau, other, unused;
  NewtonEulerWorkspace<double> workspace;
  explicit Scratch(const Model<double>& model)
      : q(model.nv), qd(q), qdd(q), tau(q), other(q), unused(q), workspace(model) {}
};

}  // namespace

struct SyntheticLog::Parts {
  RepeatedMotion motion;
  LogEffects effects;
  Vector rms, encoder_step, white, coloured, torque_step, torque_limit;
  Model<double> model;  // without what `presliding` adds
  std::optional<PreslidingFriction> presliding;
  std::optional<Ripple> ripple;

  Parts(const Model<double>& robot, RepeatedMotion along, LogEffects wanted);

  long sample_of(long row) const;
  double moment_of(long sample) const;
  double position_moment_of(long sample) const;
  double stamp_of(long sample) const;
  double recorded_position(long sample, int joint, double q) const;
  void torque(double moment, Scratch& state) const;
  double measured_torque(long sample, int joint, double tau) const;
  void fill_velocity(long sample, long row, Scratch& state, LogRows& rows) const;
  void fill_row(long sample, long row, Scratch& state, LogRows& rows) const;
  void spoil(long sample, long row, LogRows& rows) const;
};

SyntheticLog::Parts::Parts(const Model<double>& robot, RepeatedMotion along, LogEffects wanted)
    : motion(std::move(along)), effects(std::move(wanted)), rms(torsor::torque_rms(robot, motion)),
      encoder_step(robot.nv, 0.0), white(absolute(effects.torque_noise, rms)),
      coloured(absolute(effects.coloured_noise, rms)), torque_step(absolute(effects.torque_step, rms)),
      torque_limit(absolute(effects.torque_limit, rms)), model(robot) {
  for (int j = 0; j < robot.nv && effects.encoder_counts > 0; ++j) {
    const bool slides = body_of_velocity(robot, j).joint == JointType::prismatic;
    const double turn = slides && !effects.motor_encoder ? 1 : 2 * std::numbers::pi;
    const double gear = effects.motor_encoder ? std::abs(entry(effects.gear_ratio, j, 1)) : 1;
    encoder_step[j] = turn / (effects.encoder_counts * gear);
  }
  const Model<double> bending = with_presliding(robot, effects.presliding);
  if (const PreslidingFriction found(bending, motion, effects); !found.absent()) {
    presliding = found;
    model = without_presliding_friction(bending);
  }
  const Vector size = absolute(effects.ripple, rms);
  if (any(size)) ripple.emplace(motion, effects, size);
}

/// Of every so many samples one run is missing, at a random place.
long SyntheticLog::Parts::sample_of(long row) const {
  if (effects.dropped <= 0) return row;
  const long run = effects.dropped_run;
  const long together = std::max(run + 1, std::lround(static_cast<double>(run) / effects.dropped));
  const long kept = together - run, group = row / kept, place = row % kept;
  const RandomStream random(effects.seed, stream_of(NoiseKind::dropped));
  const long begin = static_cast<long>(random.uniform(group) * static_cast<double>(kept + 1));
  return group * together + place + (place >= begin ? run : 0);
}

double SyntheticLog::Parts::moment_of(long sample) const {
  const double tick = static_cast<double>(sample) / effects.rate;
  if (effects.sample_jitter <= 0) return tick;
  return tick + effects.sample_jitter * RandomStream(effects.seed, stream_of(NoiseKind::sample_jitter)).bounded(sample);
}

/// When the source last renewed the positions that a row finds.
double SyntheticLog::Parts::position_moment_of(long sample) const {
  const double moment = moment_of(sample), hold = effects.position_hold;
  return hold > 0 ? hold * std::floor(moment / hold + 1e-9) : moment;
}

double SyntheticLog::Parts::stamp_of(long sample) const {
  double stamp = moment_of(sample);
  if (effects.stamp_delay > 0 || effects.stamp_burst > 0)
    stamp = arrival(sample, effects, [this](long earlier) { return moment_of(earlier); });
  if (effects.stamp_jitter > 0)
    stamp += effects.stamp_jitter * RandomStream(effects.seed, stream_of(NoiseKind::stamp_jitter)).bounded(sample);
  stamp *= 1 + effects.rate_error;
  return effects.stamp_step > 0 ? effects.stamp_step * std::floor(stamp / effects.stamp_step + 1e-9) : stamp;
}

double SyntheticLog::Parts::recorded_position(long sample, int joint, double q) const {
  if (effects.position_noise > 0)
    q += effects.position_noise * RandomStream(effects.seed, stream_of(NoiseKind::position, joint)).normal(sample);
  return rounded_to(encoder_step[joint], q);
}

/// The torque of the motors at a moment: all that is a function of the motion.
void SyntheticLog::Parts::torque(double moment, Scratch& state) const {
  motion.evaluate(moment, state.q, state.qd, state.qdd);
  inverse_dynamics<double>(model, state.q, state.qd, state.qdd, default_conditions(model), state.workspace, state.tau);
  if (presliding) presliding->add_torque(moment, state.q, state.qd, state.workspace, state.tau);
  if (ripple) ripple->add_torque(moment, state.q, state.tau);
}

/// `tau` has the coloured noise in it.
double SyntheticLog::Parts::measured_torque(long sample, int joint, double tau) const {
  if (white[joint] > 0)
    tau += white[joint] * RandomStream(effects.seed, stream_of(NoiseKind::torque, joint)).normal(sample);
  if (torque_limit[joint] > 0) tau = std::clamp(tau, -torque_limit[joint], torque_limit[joint]);
  return rounded_to(torque_step[joint], tau);
}

void SyntheticLog::Parts::fill_velocity(long sample, long row, Scratch& state, LogRows& rows) const {
  if (effects.velocity == VelocityColumn::none) return;
  const int n = motion.joint_count();
  if (effects.velocity == VelocityColumn::exact) {
    for (int j = 0; j < n; ++j) rows.qd(row, j) = state.qd[j];
    return;
  }
  const long before = sample - effects.velocity_span;
  motion.evaluate(position_moment_of(before), state.other, state.unused, state.unused);
  for (int j = 0; j < n; ++j)
    rows.qd(row, j) =
        (rows.q(row, j) - recorded_position(before, j, state.other[j])) * effects.rate / effects.velocity_span;
}

/// rows.tau holds the coloured noise, to which everything else is added.
void SyntheticLog::Parts::fill_row(long sample, long row, Scratch& state, LogRows& rows) const {
  const double moment = moment_of(sample), seen = position_moment_of(sample);
  torque(moment - effects.torque_delay, state);
  rows.time[row] = stamp_of(sample);
  if (seen != moment - effects.torque_delay) motion.evaluate(seen, state.q, state.qd, state.qdd);
  for (int j = 0; j < motion.joint_count(); ++j) {
    rows.q(row, j) = recorded_position(sample, j, state.q[j]);
    rows.tau(row, j) = measured_torque(sample, j, state.tau[j] + rows.tau(row, j));
  }
  fill_velocity(sample, row, state, rows);
  if (effects.reference) {
    motion.evaluate(moment + effects.reference_lead, state.other, state.unused, state.unused);
    for (int j = 0; j < motion.joint_count(); ++j) rows.q_reference(row, j) = state.other[j];
  }
  if (effects.garbage > 0) spoil(sample, row, rows);
}

/// What loggers have been seen to write now and then.
void SyntheticLog::Parts::spoil(long sample, long row, LogRows& rows) const {
  if (RandomStream(effects.seed, stream_of(NoiseKind::garbage)).uniform(sample) >= effects.garbage) return;
  const std::uint64_t bits = RandomStream(effects.seed, stream_of(NoiseKind::garbage_value)).bits(sample);
  const int j = static_cast<int>((bits >> 8) % static_cast<std::uint64_t>(motion.joint_count()));
  switch (bits % 5) {
    case 0:
      rows.tau(row, j) = 1e150;
      break;
    case 1:
      rows.q(row, j) = std::numeric_limits<double>::quiet_NaN();
      break;
    case 2:
      rows.tau(row, j) += 20 * rms[j];
      break;
    case 3:
      rows.q(row, j) += 2 * std::numbers::pi;
      break;
    default:
      rows.time[row] = 0;
  }
}

SyntheticLog::SyntheticLog(const Model<double>& model, RepeatedMotion motion, LogEffects effects, long rows)
    : rows_(rows) {
  check_log_effects(effects, model.nv);
  assert(model.nq == model.nv && motion.joint_count() == model.nv);
  parts_ = std::make_unique<const Parts>(model, std::move(motion), std::move(effects));
}
SyntheticLog::~SyntheticLog() = default;

int SyntheticLog::joint_count() const { return parts_->motion.joint_count(); }
const std::vector<double>& SyntheticLog::torque_rms() const { return parts_->rms; }

LogRows SyntheticLog::read(long first, long count) const {
  assert(first >= 0 && count >= 0 && first + count <= rows_);
  const Parts& parts = *parts_;
  const int n = joint_count();
  LogRows rows;
  rows.time.resize(count);
  rows.q.resize(count, n);
  rows.tau.setZero(count, n);
  if (parts.effects.velocity != VelocityColumn::none) rows.qd.resize(count, n);
  if (parts.effects.reference) rows.q_reference.resize(count, n);
  if (count == 0) return rows;
  const long begin = parts.sample_of(first), samples = parts.sample_of(first + count - 1) - begin + 1;
  for (int j = 0; j < n; ++j) {
    if (parts.coloured[j] <= 0) continue;
    Vector noise(samples, 0.0);
    ColouredNoise(parts.effects.seed, stream_of(NoiseKind::coloured, j), stream_of(NoiseKind::coloured_start, j),
                  parts.effects.correlation_time * parts.effects.rate)
        .add(begin, samples, parts.coloured[j], noise);
    for (long row = 0; row < count; ++row) rows.tau(row, j) = noise[parts.sample_of(first + row) - begin];
  }
  Scratch state(parts.model);
  for (long row = 0; row < count; ++row) parts.fill_row(parts.sample_of(first + row), row, state, rows);
  return rows;
}

}  // namespace torsor
