#include "log_health/gain_fit.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/core/linear_algebra.hpp"

namespace torsor::log_health {
namespace {

using linear_algebra::ScaledFactor;

/// Residuals of one stretch of time may depend on each other, those of different ones do not.
constexpr int stretches = 20;
/// With fewer states beyond the parameters a joint's noise is not known.
constexpr double least_freedom = 10;

/// What is told: a factor that is neither near 1 nor beyond belief, precise, and far from chance.
constexpr double least_change = 0.05, most_change = 0.9, most_deviation = 0.04, deviations = 7, least_fall = 30;
/// Joints that explain this share of what the best one does, or less by no more than chance, cannot be told apart.
constexpr double as_good_share = 0.9, as_good_difference = 12;

double squares(const std::vector<Eigen::VectorXd>& all) {
  double sum = 0;
  for (const Eigen::VectorXd& r : all) sum += r.squaredNorm();
  return sum;
}

}  // namespace

GainFitter::GainFitter(const QuickFitter& fitter, const Vector3<double>& gravity) {
  std::vector<Eigen::MatrixXd> Y = fitter.regressors({.gravity = gravity}, 1);
  const Eigen::Index p = Y[0].cols() + 2 * fitter.joint_count();
  total_ = Eigen::MatrixXd::Zero(p, p), right_ = Eigen::VectorXd::Zero(p);
  joints_.reserve(Y.size()), noise_.reserve(Y.size());
  for (std::size_t k = 0; k < Y.size(); ++k) {
    Equations& joint = joints_.emplace_back(equations_in_motion(std::move(Y[k]), fitter.states(), 1, k));
    noise_.push_back(scale_to_noise(joint));
    total_ += joint.G, right_ += joint.b;
  }
  plain_ = squares(residuals(ScaledFactor(total_, rank_guard).solve(right_).col(0), joints_.size(), 1));
}

/// A fit of its own, which other joints cannot contradict, tells the joint's noise.
JointNoise GainFitter::scale_to_noise(Equations& joint) {
  joint.G = joint.Y.transpose() * joint.Y;
  joint.b = joint.Y.transpose() * joint.tau;
  const ScaledFactor solver(joint.G, rank_guard);
  const double square = (joint.tau - joint.Y * solver.solve(joint.b)).squaredNorm();
  const double states = static_cast<double>((joint.tau.array() != 0).count());
  const double freedom = states - solver.solve(joint.G).trace();
  const double weight = freedom > least_freedom && square > 0 ? freedom / square : 0;  // or it has no say
  const double share = freedom > 0 ? std::sqrt(square / freedom / (joint.tau.squaredNorm() / states)) : 0;
  joint.Y *= std::sqrt(weight), joint.tau *= std::sqrt(weight);
  joint.G *= weight, joint.b *= weight;
  return {share, freedom};
}

std::vector<Eigen::VectorXd> GainFitter::residuals(const Eigen::VectorXd& theta, std::size_t j, double a) const {
  std::vector<Eigen::VectorXd> r;
  r.reserve(joints_.size());
  for (std::size_t i = 0; i < joints_.size(); ++i)
    r.emplace_back(joints_[i].tau - (i == j ? a : 1.0) * (joints_[i].Y * theta));
  return r;
}

/// The derivative of the model by a, where tau_j = a Y_j theta, is x: less what the parameters can make up for.
GainFitter::Step GainFitter::step_from(std::size_t j, double a) const {
  const ScaledFactor solver(total_ + (a * a - 1) * joints_[j].G, rank_guard);
  const Eigen::VectorXd theta = solver.solve(right_ + (a - 1) * joints_[j].b).col(0);
  const std::vector<Eigen::VectorXd> r = residuals(theta, j, a);
  const Eigen::VectorXd torque = joints_[j].Y * theta;
  const Eigen::VectorXd made_up = solver.solve(a * (joints_[j].Y.transpose() * torque)).col(0);
  Step step{.left = squares(r)};
  Eigen::VectorXd slopes = Eigen::VectorXd::Zero(stretches);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    Eigen::VectorXd x = (i == j ? -a : -1.0) * (joints_[i].Y * made_up);
    if (i == j) x += torque;
    step.curvature += x.squaredNorm();
    for (Eigen::Index s = 0; s < x.size(); ++s) slopes(s * stretches / x.size()) += x(s) * r[i](s);
  }
  step.slope = slopes.sum();
  slopes.array() -= slopes.mean();
  step.spread = std::sqrt(slopes.squaredNorm() * stretches / (stretches - 1));
  return step;
}

JointGain GainFitter::fit(std::size_t j) const {
  double a = 1;
  Step step;
  for (int iteration = 0; iteration < 12; ++iteration) {  // Gauss-Newton
    step = step_from(j, a);
    if (!(step.curvature > 0)) return {};
    const double before = a;
    a = std::clamp(a + step.slope / step.curvature, a / 1.5, a * 1.5);
    if (std::abs(a - before) < 1e-4) break;
  }
  const double by_chance = std::max(1.0, step.spread * step.spread / step.curvature);
  return {static_cast<int>(j), 1 / a, step.spread / step.curvature / a, plain_ - step.left, by_chance};
}

std::vector<JointGain> GainFitter::gains() const {
  std::vector<JointGain> found;
  found.reserve(joints_.size());
  for (std::size_t j = 0; j < joints_.size(); ++j)
    if (const JointGain gain = fit(j); std::isfinite(gain.fall) && gain.deviation > 0) found.push_back(gain);
  std::sort(found.begin(), found.end(), [](const JointGain& a, const JointGain& b) { return a.fall > b.fall; });
  return found;
}

std::vector<JointGain> wrong_gains(const std::vector<JointGain>& gains) {
  const auto wrong = [](const JointGain& gain) {
    const double change = std::abs(std::log(gain.factor));
    return change > least_change && change < most_change && gain.deviation < most_deviation &&
           change > deviations * gain.deviation;
  };
  std::vector<JointGain> found;
  for (const JointGain& gain : gains)
    if (found.empty() || gain.fall > as_good_share * found[0].fall ||
        gain.fall > found[0].fall - as_good_difference * found[0].by_chance)
      found.push_back(gain);
  if (found.empty() || found[0].fall < least_fall * found[0].by_chance || !wrong(found[0])) return {};
  return found;
}

}  // namespace torsor::log_health
