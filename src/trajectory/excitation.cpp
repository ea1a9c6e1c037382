#include "torsor/trajectory/excitation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "torsor/model/position.hpp"

namespace torsor {
namespace {

/// From 0 to 1 with two derivatives that vanish at both ends, its derivative and its integral.
double step(double x) { return x * x * x * (10 + x * (6 * x - 15)); }
double step_rate(double x) { return 30 * x * x * (1 - x) * (1 - x); }
double step_integral(double x) { return x * x * x * x * (2.5 + x * (x - 3)); }

/// What one joint may do: its limits, or what stands in for them.
struct Room {
  double centre, position, velocity, acceleration;
};
Room room_of(const JointLimits& limits, bool slides) {
  Room room{0, slides ? 0.3 : 2, slides ? 0.5 : 2, slides ? 3.0 : 10};
  const double low = limits.position_low, high = limits.position_high;
  if (std::isfinite(low) && std::isfinite(high)) {
    room.centre = (low + high) / 2;
    room.position = std::max(0.0, (high - low) / 2);
    if (!slides) room.position = std::min(room.position, std::numbers::pi);  // more than a turn shows nothing new
  } else if (std::isfinite(low)) {
    room.centre = std::max(0.0, low + room.position);
  } else if (std::isfinite(high)) {
    room.centre = std::min(0.0, high - room.position);
  }
  if (std::isfinite(limits.velocity) && limits.velocity > 0) room.velocity = limits.velocity;
  if (std::isfinite(limits.acceleration) && limits.acceleration > 0) room.acceleration = limits.acceleration;
  return room;
}

/// The largest |q|, |qd| and |qdd| of each joint in one period: joints x 3.
Eigen::MatrixXd extremes(const Excitation& excitation) {
  const long n = excitation.joint_count();
  const long steps = 256L * std::max(4, excitation.series().harmonic_count());
  std::vector<double> x(static_cast<std::size_t>(3 * n));
  const std::span<double> q(x.data(), n), qd(x.data() + n, n), qdd(x.data() + 2 * n, n);
  Eigen::MatrixXd most = Eigen::MatrixXd::Zero(n, 3);
  for (long i = 0; i < steps; ++i) {
    excitation.evaluate(excitation.period() * static_cast<double>(i) / static_cast<double>(steps), q, qd, qdd);
    most = most.cwiseMax(Eigen::Map<Eigen::MatrixXd>(x.data(), n, 3).cwiseAbs());
  }
  return most;
}

}  // namespace

std::vector<Pace> paces_with_rest(double period) {
  return {{0.025 * period, 0}, {0.65 * period, 1}, {0.05 * period, 0}, {0.225 * period, 0.1}, {0.05 * period, 0}};
}

Excitation::Excitation(FourierSeries series, std::vector<Pace> paces, double ramp)
    : series_(std::move(series)), ramp_(ramp) {
  assert(!paces.empty());
  double covered = 0, before = paces.back().speed;
  pieces_.reserve(paces.size());
  for (const auto& [duration, speed] : paces) {
    pieces_.push_back({period_, before, speed, covered});
    covered += speed * duration + (before - speed) * ramp / 2;
    period_ += duration;
    before = speed;
  }
  series_.frequency = 2 * std::numbers::pi / covered;
}

Excitation::Progress Excitation::progress(double time) const {
  const double t = time - std::floor(time / period_) * period_;
  std::size_t k = pieces_.size() - 1;
  while (k > 0 && pieces_[k].begin > t) --k;
  const auto& [begin, from, to, covered] = pieces_[k];
  const double since = t - begin;
  if (from == to) return {covered + to * since, to, 0};
  if (since >= ramp_) return {covered + to * since + (from - to) * ramp_ / 2, to, 0};
  const double x = since / ramp_;
  return {covered + from * since + (to - from) * ramp_ * step_integral(x), from + (to - from) * step(x),
          (to - from) * step_rate(x) / ramp_};
}

void Excitation::evaluate(double time, std::span<double> q, std::span<double> qd, std::span<double> qdd) const {
  const auto [s, s_dot, s_ddot] = progress(time);
  series_.evaluate(s, q, qd, qdd);
  for (int j = 0; j < joint_count(); ++j) {
    qdd[j] = qdd[j] * s_dot * s_dot + qd[j] * s_ddot;
    qd[j] *= s_dot;
  }
}

void Excitation::scale(int joint, double factor) {
  series_.sine.row(joint) *= factor;
  series_.cosine.row(joint) *= factor;
}

Excitation random_excitation(const Model<double>& model, const std::vector<JointLimits>& limits,
                             const ExcitationOptions& options) {
  const std::vector<Pace> paces =
      options.rests ? paces_with_rest(options.period) : std::vector<Pace>{{options.period, 1}};
  Excitation excitation(random_fourier_series(model.nv, options.harmonics, options.period, options.seed), paces,
                        options.period / 40);
  const Eigen::MatrixXd most = extremes(excitation);
  constexpr double between_samples = 1.01;  // the true peaks may lie between those that were looked at
  for (int j = 0; j < model.nv; ++j) {
    const Room room = room_of(limits[j], body_of_velocity(model, j).joint == JointType::prismatic);
    const double tightest =
        std::min({room.position / most(j, 0), room.velocity / most(j, 1), room.acceleration / most(j, 2)});
    excitation.scale(j, options.share * tightest / between_samples);
    excitation.centre(j, room.centre);
  }
  return excitation;
}

}  // namespace torsor
