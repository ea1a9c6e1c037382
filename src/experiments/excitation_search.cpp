#include "torsor/experiments/excitation_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "experiments/linearised_limits.hpp"
#include "torsor/core/linear_algebra.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

/// A positive definite guess of a Hessian, made better by each change of the gradient along a step; damped, so that it
/// stays positive. [Powell 1978; Nocedal, Wright 2006, (18.14)]
class LearntCurvature {
 public:
  explicit LearntCurvature(long size) : B_(MatrixXd::Identity(size, size)) {}

  const MatrixXd& matrix() const { return B_; }
  void set_size(double factor) { B_ = factor * MatrixXd::Identity(B_.rows(), B_.cols()); }
  void learn(const VectorXd& step, VectorXd change) {
    if (first_ && step.dot(change) > 0) set_size(change.squaredNorm() / step.dot(change));
    first_ = false;
    const VectorXd expected = B_ * step;
    const double along = step.dot(expected), found = step.dot(change);
    if (!(along > 0)) return;
    if (found < 0.2 * along) {
      const double share = 0.8 * along / (along - found);
      change = share * change + (1 - share) * expected;
    }
    B_ += change * change.transpose() / step.dot(change) - expected * expected.transpose() / along;
  }

 private:
  MatrixXd B_;
  bool first_ = true;
};

/// One number for each slack, from those of two others.
template <class Function>
LimitSlacks combined(const LimitSlacks& a, const LimitSlacks& b, const Function& function) {
  return {a.linear.binaryExpr(b.linear, function), a.torque.binaryExpr(b.torque, function),
          a.geometry.binaryExpr(b.geometry, function)};
}
template <class Function>
LimitSlacks each(const LimitSlacks& a, const Function& function) {
  return {a.linear.unaryExpr(function), a.torque.unaryExpr(function), a.geometry.unaryExpr(function)};
}

/// The sum of the logarithms of positive slacks, minus infinity where one is not; a limit that is not there has none.
double sum_of_logarithms(const LimitSlacks& slacks) {
  double sum = 0;
  for (const MatrixXd* part : {&slacks.linear, &slacks.torque, &slacks.geometry})
    for (long k = 0; k < part->size(); ++k) {
      const double slack = part->data()[k];
      if (!(slack > 0)) return -std::numeric_limits<double>::infinity();
      if (slack < std::numeric_limits<double>::infinity()) sum += std::log(slack);
    }
  return sum;
}

/// The longest step, up to 1, after which no number is below a small share of what it was.
double longest_step(const LimitSlacks& now, const LimitSlacks& change) {
  constexpr double share = 0.95;
  double longest = 1;
  const MatrixXd* values[] = {&now.linear, &now.torque, &now.geometry};
  const MatrixXd* changes[] = {&change.linear, &change.torque, &change.geometry};
  for (int part = 0; part < 3; ++part)
    for (long k = 0; k < values[part]->size(); ++k)
      if (changes[part]->data()[k] < 0)
        longest = std::min(longest, -share * values[part]->data()[k] / changes[part]->data()[k]);
  return longest;
}

class Search {
 public:
  Search(const ExcitationProblem& problem, const MatrixXd& start, const ExcitationSearchOptions& options)
      : problem_(problem), options_(options), x_(start), learnt_(start.size()) {}

  ExcitationSearchResult run() {
    f_ = problem_.value(x_, slope_);
    LimitSlacks slacks = problem_.slacks(x_);
    log_ = sum_of_logarithms(slacks);
    if (!std::isfinite(f_) || !std::isfinite(log_)) return {x_, f_, 0};
    limits_.emplace(problem_, x_, std::move(slacks));
    learnt_.set_size(10 * scaled(slope_).norm());
    mu_ = options_.first_barrier;
    multipliers_ = each(limits_->slacks(), [&](double slack) { return mu_ / slack; });
    constexpr int most_for_a_barrier = 40;
    constexpr double slowly = 0.05;  // what the last steps have gained: more of them are not worth it
    int since = 0;
    double f_before = f_;
    while (iterations_ < options_.most_iterations) {
      ++iterations_, ++since;
      const double decrement = step();
      if (options_.stop && options_.stop(progress())) break;
      const bool last = mu_ <= options_.last_barrier;
      if (decrement > (last ? 0.01 : 10 * mu_) && since < most_for_a_barrier) continue;
      if (last && (decrement <= 0.01 || f_before - f_ < slowly)) break;
      mu_ = std::max(options_.last_barrier, 0.3 * mu_), since = 0, f_before = f_;
    }
    return {x_, f_, iterations_};
  }

 private:
  double progress() const {
    const double by_barrier =
        std::log(options_.first_barrier / mu_) / std::log(options_.first_barrier / options_.last_barrier);
    return std::max(0.7 * by_barrier, static_cast<double>(iterations_) / options_.most_iterations);
  }
  VectorXd scaled(const MatrixXd& slope) const {
    const MatrixXd product = slope * problem_.scale().asDiagonal();
    return Eigen::Map<const VectorXd>(product.data(), product.size());
  }
  MatrixXd coefficients(const VectorXd& step) const {
    return Eigen::Map<const MatrixXd>(step.data(), x_.rows(), x_.cols()) * problem_.scale().asDiagonal();
  }

  /// One step of Newton's method on the conditions of optimality; how much lower criterion and barrier could be, 0
  /// where no step helps.
  double step() {
    const LimitSlacks& slacks = limits_->slacks();
    const LimitSlacks central = each(slacks, [&](double slack) { return mu_ / slack; });
    const LimitSlacks ratio = combined(multipliers_, slacks, [](double l, double slack) { return l / slack; });
    const VectorXd gradient = scaled(slope_) - limits_->push(central);
    const MatrixXd L = linear_algebra::cholesky(learnt_.matrix() + limits_->gram(ratio));
    if (L.rows() == 0) return 0;
    const VectorXd d = -linear_algebra::solve_lower_transposed(L, VectorXd(linear_algebra::solve_lower(L, gradient)));
    const double slope = gradient.dot(d);
    const MatrixXd direction = coefficients(d);
    const LimitSlacks change = limits_->along(direction);
    double alpha = longest_step(slacks, change);
    for (int tries = 0; tries < 30; ++tries, alpha *= 0.5) {
      const MatrixXd x = x_ + alpha * direction;
      LimitSlacks moved = problem_.slacks(x);
      const double log = sum_of_logarithms(moved);
      if (!std::isfinite(log)) continue;
      const double f = problem_.value(x);
      if (!(f - mu_ * log <= f_ - mu_ * log_ + 1e-4 * alpha * slope)) continue;
      move_multipliers(central, ratio, change);
      move(x, log, std::move(moved), alpha * d);
      return -slope;
    }
    return 0;
  }

  /// Multipliers go their own way, and stay near the central ones. [Waechter, Biegler 2006, (16)]
  void move_multipliers(const LimitSlacks& central, const LimitSlacks& ratio, const LimitSlacks& change) {
    const LimitSlacks by_slack = combined(ratio, change, [](double r, double s) { return r * s; });
    LimitSlacks step = combined(central, multipliers_, [](double c, double l) { return c - l; });
    step = combined(step, by_slack, [](double a, double b) { return a - b; });
    const double length = longest_step(multipliers_, step);
    multipliers_ = combined(multipliers_, step, [&](double l, double s) { return l + length * s; });
  }

  void move(const MatrixXd& x, double log, LimitSlacks slacks, const VectorXd& step) {
    constexpr double far = 1e4;  // a multiplier may be off the central one by this factor
    const VectorXd before = scaled(slope_);
    multipliers_ = combined(multipliers_, slacks, [&](double l, double slack) {
      return std::clamp(l, mu_ / slack / far, mu_ / slack * far);
    });
    const VectorXd push_before = limits_->push_of_nonlinear(multipliers_);
    f_ = problem_.value(x, slope_);
    x_ = x, log_ = log;
    limits_.emplace(problem_, x_, std::move(slacks));
    learnt_.learn(step, scaled(slope_) - before - (limits_->push_of_nonlinear(multipliers_) - push_before));
  }

  const ExcitationProblem& problem_;
  const ExcitationSearchOptions& options_;
  MatrixXd x_, slope_;
  double f_ = 0, log_ = 0, mu_ = 1;
  int iterations_ = 0;
  std::optional<LinearisedLimits> limits_;
  LimitSlacks multipliers_;
  LearntCurvature learnt_;
};

}  // namespace

ExcitationSearchResult search_excitation(const ExcitationProblem& problem, const MatrixXd& start,
                                         const ExcitationSearchOptions& options) {
  return Search(problem, start, options).run();
}

}  // namespace torsor
