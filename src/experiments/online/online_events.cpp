#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "estimation/unknowns.hpp"
#include "experiments/online/online_start.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/estimation/consistent_fit/consistent_fit.hpp"
#include "torsor/experiments/online_estimator.hpp"
#include "torsor/model/position.hpp"

/// What an on-line estimator tells: changes of the load and of friction, and robots that can exist.
namespace torsor {

using namespace experiments;
using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

namespace {

constexpr double poor_share = 0.5;  // of the torque that a model leaves

}  // namespace

void OnlineEstimator::tell(double mass, double deviation) {
  before_load_ = reference_;
  had_load_ = true;
  if (options_.method == OnlineMethod::random_walk)
    covariance_.loosen(load_directions_, load_deviations_);
  else
    information_.loosen(load_directions_, load_deviations_);
  detector_.start_blind();
  const auto kind = mass >= 0 ? OnlineEvent::Kind::load_picked_up : OnlineEvent::Kind::load_dropped;
  if (options_.on_event) options_.on_event({kind, time_, mass, deviation});
}

/// Weights w = exp(-age/T) give R^T R = sum w, but a covariance of (sum w^2) / (sum w)^2.
double OnlineEstimator::colour_of_noise() const {
  return (1 + std::exp(-learned_ / options_.forgetting)) / 2 * detector_.colour();
}

MatrixXd OnlineEstimator::covariance() const {
  if (options_.method == OnlineMethod::random_walk) return covariance_.covariance();
  const MatrixXd white = information_.covariance();
  const VectorXd least = std::sqrt(colour_of_noise()) * white.diagonal().cwiseSqrt();
  const VectorXd scale = scores_.deviation(white).cwiseMax(least).cwiseQuotient(white.diagonal().cwiseSqrt());
  return scale.asDiagonal() * white * scale.asDiagonal();
}

MatrixXd OnlineEstimator::factor() const {
  if (options_.method == OnlineMethod::forgetting) return information_.factor();
  const VectorXd scale = covariance_.covariance().diagonal().cwiseSqrt();  // of the unknowns, so that all are alike
  const MatrixXd unit =
      scale.cwiseInverse().asDiagonal() * covariance_.covariance() * scale.cwiseInverse().asDiagonal();
  const MatrixXd L = linear_algebra::cholesky(linear_algebra::inverse(unit));
  return L.transpose() * scale.cwiseInverse().asDiagonal();
}

VectorXd OnlineEstimator::right_hand_side() const {
  if (options_.method == OnlineMethod::forgetting) return information_.right_hand_side();
  return factor() * beta_;
}

std::vector<FrictionChange> OnlineEstimator::friction_changes() {
  std::vector<FrictionChange> changes;
  if (!ready_ || !detector_.settled()) return changes;
  // Blocks of time also show that friction drifts, which is what is asked for here.
  const VectorXd variance = options_.method == OnlineMethod::random_walk
                                ? VectorXd(covariance_.covariance().diagonal())
                                : VectorXd(colour_of_noise() * information_.covariance().diagonal());
  if (first_beta_.size() == 0) first_beta_ = beta_, first_variance_ = variance;
  for (int b = 0; b < unknowns_.base.count(); ++b)
    if (is_friction(unknowns_.layout.entries[unknowns_.base.independent[b]]))
      changes.push_back({b, first_beta_[b], beta_[b], std::sqrt(variance[b] + first_variance_[b])});
  return changes;
}

std::optional<LoadEstimate> OnlineEstimator::load() const {
  if (!had_load_) return {};
  const MatrixXd weighted = factor() * load_directions_;
  const VectorXd difference = factor() * (beta_ - before_load_);
  MatrixXd A = weighted.transpose() * weighted;
  A.diagonal() += load_deviations_.cwiseAbs2().cwiseInverse();
  const MatrixXd inverse = linear_algebra::inverse(A);
  const VectorXd load = inverse * (weighted.transpose() * difference);
  LoadEstimate estimate{load[0], std::sqrt(detector_.colour() * inverse(0, 0)), {}};
  if (std::abs(load[0]) > 3 * estimate.mass_deviation)
    estimate.center = {load[1] / load[0], load[2] / load[0], load[3] / load[0]};
  return estimate;
}

std::vector<Finding> OnlineEstimator::doubts() const {
  const std::vector<std::string> names = velocity_names(unknowns_.model), units = torque_units(unknowns_.model);
  std::vector<Finding> found;
  for (Index j = 0; ready_ && j < y_.size(); ++j) {
    const double left = residual()[j], whole = torque()[j];
    if (left <= poor_share * whole) continue;
    found.push_back(
        {"poor-fit",
         Severity::warning,
         "",
         {},
         "joint " + names[static_cast<std::size_t>(j)],
         fmt::format("in the last seconds the model left {:.3g} {} of a torque of {:.3g} {}", left,
                     units[static_cast<std::size_t>(j)], whole, units[static_cast<std::size_t>(j)]),
         "look at the units of time (s), positions (rad, m) and torques (Nm, N), their signs, the direction "
         "of gravity, and whether this is the robot"});
  }
  return found;
}

StandardEstimate OnlineEstimator::consistent() const {
  StandardEstimate standard;
  if (!ready_) return standard;
  ConsistentFitProblem problem;
  problem.A = factor() * unknowns_.to_base();
  problem.y = right_hand_side();
  problem.unexplained = residual_squares();
  problem.layout = &unknowns_.layout;
  problem.prior = prior_;
  problem.solid_up_to = 3;
  const ConsistentFitResult fit = consistent_fit(problem);
  standard.valid = fit.possible && fit.gap < verdict_limits.usable_gap;
  standard.value = fit.theta;
  standard.gap = fit.gap;
  standard.at_the_limit = fit.at_the_limit;
  standard.at_zero = fit.at_zero;
  if (prior_) standard.prior = *prior_;
  return standard;
}

Identification OnlineEstimator::identification(const std::string& log) const {
  Identification result;
  result.robot = robot_.name;
  result.gravity = options_.model.gravity;
  result.training_logs = {log};
  result.friction = friction_in_words(options_.model, unknowns_);
  describe(unknowns_, result);
  for (const Friction<double>& friction : unknowns_.model.friction) {
    result.coulomb_width.push_back(friction.width);
    result.stribeck_velocity.push_back(options_.model.stribeck ? friction.stribeck_velocity : 0);
  }
  result.consistent = consistent();
  return result;
}

}  // namespace torsor
