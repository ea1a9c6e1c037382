#include "synthetic/periodic_effects.hpp"

#include <cmath>
#include <numbers>

#include "synthetic/noise_streams.hpp"
#include "torsor/trajectory/random_stream.hpp"

namespace torsor {
namespace {

/// Positions on the grid: points x joints.
Eigen::MatrixXd positions(const Excitation& excitation, const PeriodicGrid& grid, double shift = 0) {
  const int n = excitation.joint_count();
  std::vector<double> q(n), qd(n), qdd(n);
  Eigen::MatrixXd result(grid.size(), n);
  for (int i = 0; i < grid.size(); ++i) {
    excitation.evaluate(grid.time(i) + shift, q, qd, qdd);
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

Presliding::Presliding(const Model<double>& model, const Excitation& excitation, const LogEffects& effects)
    : grid_(excitation.period()), distance_(effects.presliding), stribeck_(effects.stribeck),
      stribeck_velocity_(effects.stribeck_velocity) {
  const auto add = [&](const Friction<double>& friction, std::vector<Coupling<double>::Term> terms) {
    if (friction.coulomb != 0 || friction.coulomb_difference != 0 || friction.stribeck != 0)
      contacts_.push_back({friction, std::move(terms), {}, {}});
  };
  for (int v = 0; v < model.nv; ++v) add(model.friction[v], {{v, v, 1.0}});
  for (const Coupling<double>& coupling : model.couplings) add(coupling.friction, coupling.terms);
  const Eigen::MatrixXd q = positions(excitation, grid_);
  for (Contact& contact : contacts_) {
    contact.x.assign(grid_.size(), 0.0), contact.z.assign(grid_.size(), 0.0);
    for (int i = 0; i < grid_.size(); ++i)
      for (const auto& term : contact.terms) contact.x[i] += term.coefficient * q(i, term.q);
    double z = 0;
    for (int i = 0; i < 2 * grid_.size(); ++i) {  // the first period forgets that it began at 0
      const int now = i % grid_.size(), next = (i + 1) % grid_.size();
      contact.z[now] = z;
      z = advanced(z, contact.x[next] - contact.x[now]);
    }
  }
}

double Presliding::Contact::at(std::span<const double> values) const {
  double sum = 0;
  for (const auto& term : terms) sum += term.coefficient * values[term.v];
  return sum;
}

double Presliding::advanced(double z, double distance) const {
  const double towards = distance < 0 ? -1 : 1;  // exact while the direction stays the same
  return towards + (z - towards) * std::exp(-std::abs(distance) / distance_);
}

void Presliding::add_torque(double time, std::span<const double> q, std::span<const double> qd,
                            std::span<double> tau) const {
  const int i = grid_.place(time).first;
  for (const Contact& contact : contacts_) {
    const double z = advanced(contact.z[i], contact.at(q) - contact.x[i]);
    const double speed = contact.at(qd) / stribeck_velocity_;
    const double size = contact.friction.coulomb + z * contact.friction.coulomb_difference;
    double force = size * z * (1 + stribeck_ * std::exp(-speed * speed));
    if (contact.friction.stribeck != 0)
      force += contact.friction.stribeck * (z - smooth_sign(contact.at(qd), contact.friction.stribeck_velocity));
    for (const auto& term : contact.terms) tau[term.v] += term.coefficient * force;
  }
}

Ripple::Ripple(const Excitation& excitation, const LogEffects& effects, std::vector<double> size)
    : size_(std::move(size)), phase_(excitation.joint_count(), effects.ripple_harmonics), grid_(excitation.period()) {
  const std::vector<double>& given = effects.gear_ratio;
  for (int j = 0; j < excitation.joint_count(); ++j) {
    ratio_.push_back(given.empty() ? 1.0 : given.size() == 1 ? given[0] : given[j]);
    const RandomStream random(effects.seed, stream_of(NoiseKind::ripple_phase, j));
    for (int k = 0; k < effects.ripple_harmonics; ++k) phase_(j, k) = 2 * std::numbers::pi * random.uniform(k);
  }
  if (effects.resonance > 0) let_swing(excitation, 2 * std::numbers::pi * effects.resonance, effects.resonance_damping);
}

double Ripple::shaking(int joint, double q) const {
  double sum = 0;
  for (int k = 0; k < phase_.cols(); ++k) sum += std::sin((k + 1) * ratio_[joint] * q + phase_(joint, k));
  return sum * size_[joint] * std::sqrt(2.0 / static_cast<double>(phase_.cols()));
}

void Ripple::let_swing(const Excitation& excitation, double frequency, double damping) {
  const double h = grid_.step();
  const Eigen::MatrixXd q = positions(excitation, grid_), q_between = positions(excitation, grid_, h / 2);
  swing_.resize(grid_.size(), q.cols());
  const double forgotten = 12 / (std::min(damping, 1.0) * frequency);  // s
  const int rounds = 1 + static_cast<int>(std::ceil(std::min(20.0, forgotten / excitation.period())));
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
