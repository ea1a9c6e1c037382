#include "synthetic/periodic_effects.hpp"

#include <cmath>
#include <numbers>

#include "synthetic/noise_streams.hpp"
#include "torsor/trajectory/random_stream.hpp"

namespace torsor {
namespace {

/// Positions on the grid: points x joints.
Eigen::MatrixXd positions(const RepeatedMotion& motion, const PeriodicGrid& grid, double shift = 0) {
  const int n = motion.joint_count();
  std::vector<double> q(n), qd(n), qdd(n);
  Eigen::MatrixXd result(grid.size(), n);
  for (int i = 0; i < grid.size(); ++i) {
    motion.evaluate(grid.time(i) + shift, q, qd, qdd);
    result.row(i) = Eigen::Map<const Eigen::RowVectorXd>(q.data(), n);
  }
  return result;
}

}  // namespace

PeriodicGrid::PeriodicGrid(double period)
    : period_(period), step_(0), size_(std::max(1, static_cast<int>(std::ceil(2000 * period)))) {
  step_ = period_ / size_;
}

std::pair<int, double> PeriodicGrid::place(double time) const {
  const double steps = (time - std::floor(time / period_) * period_) / step_;
  const int i = std::min(static_cast<int>(steps), size_ - 1);
  return {i, steps - i};
}

Ripple::Ripple(const RepeatedMotion& motion, const LogEffects& effects, std::vector<double> size)
    : size_(std::move(size)), phase_(motion.joint_count(), effects.ripple_harmonics), grid_(motion.period()) {
  const std::vector<double>& given = effects.gear_ratio;
  for (int j = 0; j < motion.joint_count(); ++j) {
    ratio_.push_back(given.empty() ? 1.0 : given.size() == 1 ? given[0] : given[j]);
    const RandomStream random(effects.seed, stream_of(NoiseKind::ripple_phase, j));
    for (int k = 0; k < effects.ripple_harmonics; ++k) phase_(j, k) = 2 * std::numbers::pi * random.uniform(k);
  }
  if (effects.resonance > 0) let_swing(motion, 2 * std::numbers::pi * effects.resonance, effects.resonance_damping);
}

double Ripple::shaking(int joint, double q) const {
  double sum = 0;
  for (int k = 0; k < phase_.cols(); ++k) sum += std::sin((k + 1) * ratio_[joint] * q + phase_(joint, k));
  return sum * size_[joint] * std::sqrt(2.0 / static_cast<double>(phase_.cols()));
}

void Ripple::let_swing(const RepeatedMotion& motion, double frequency, double damping) {
  const double h = grid_.step();
  const Eigen::MatrixXd q = positions(motion, grid_), q_between = positions(motion, grid_, h / 2);
  swing_.resize(grid_.size(), q.cols());
  const double forgotten = 12 / (std::min(damping, 1.0) * frequency);  // s
  const int rounds = 1 + static_cast<int>(std::ceil(std::min(20.0, forgotten / motion.period())));
  for (int j = 0; j < q.cols(); ++j) {
    double y = 0, yd = 0;
    const auto rate = [&](double position, double velocity, double r) {
      return frequency * frequency * (r - position) - 2 * damping * frequency * velocity;
    };
    for (int i = 0; i < rounds * grid_.size(); ++i) {
      const int now = i % grid_.size(), next = (i + 1) % grid_.size();
      swing_(now, j) = y;
      const double r0 = shaking(j, q(now, j)), r1 = shaking(j, q_between(now, j)), r2 = shaking(j, q(next, j));
      const double k1 = yd, l1 = rate(y, yd, r0);  // [Runge, Kutta]
      const double k2 = yd + h / 2 * l1, l2 = rate(y + h / 2 * k1, k2, r1);
      const double k3 = yd + h / 2 * l2, l3 = rate(y + h / 2 * k2, k3, r1);
      const double k4 = yd + h * l3, l4 = rate(y + h * k3, k4, r2);
      y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      yd += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
  }
}

void Ripple::add_torque(double time, std::span<const double> q, std::span<double> tau) const {
  const int joints = static_cast<int>(size_.size());
  if (swing_.rows() == 0) {
    for (int j = 0; j < joints; ++j) tau[j] += shaking(j, q[j]);
    return;
  }
  const auto [i, part] = grid_.place(time);
  const int next = (i + 1) % grid_.size();
  for (int j = 0; j < joints; ++j) tau[j] += (1 - part) * swing_(i, j) + part * swing_(next, j);
}

}  // namespace torsor
