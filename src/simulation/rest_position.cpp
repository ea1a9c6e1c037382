#include "torsor/simulation/rest_position.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "simulation/balance.hpp"
#include "torsor/model/position.hpp"
#include "torsor/simulation/local_coordinates.hpp"

namespace torsor {
namespace {

using linear_algebra::MatrixXd, linear_algebra::VectorXd;
using simulation::Balance, simulation::Imbalance;

constexpr double farthest = 0.5;            // rad or m in a step
constexpr double balanced = 1e-9;           // of the largest torque and stiffness: at rest
constexpr double exactly_balanced = 1e-13;  // nothing is left to gain
constexpr double no_curvature = 1e-7;       // of the largest stiffness: neutral

/// A walk downhill.
class RestSearch {
 public:
  RestSearch(const Model<double>& model, Input<double> q, const Surroundings& surroundings, const RestOptions& options)
      : model_(model), balance_(model, surroundings, options), q_(q.begin(), q.end()), trial_(q_), u_(model.nv, 0.0) {}

  RestPosition run() {
    if (!balance_.bring_back(q_, {})) return {q_, false, false, false, {}, {}, 0, -1};
    here_ = balance_.at(q_);
    for (int turn = 0; turn < 500; ++turn) {
      look_around();
      const bool at_rest = residual() <= balanced * scale_;
      if (at_rest && is_saddle() && turn == 0) break;
      if (at_rest && !is_saddle() && !go_on_to_the_last_digit()) break;
      if (!go(downhill())) break;
    }
    look_around();
    bring_within_a_turn();
    return result();
  }

 private:
  double residual() const { return here_.push.size() == 0 ? 0 : here_.push.cwiseAbs().maxCoeff(); }
  double smallest_curvature() const { return curvatures_.size() == 0 ? 0 : curvatures_.minCoeff(); }
  bool is_saddle() const { return smallest_curvature() < -no_curvature * stiffest_; }

  /// Curvatures of the energy along the motions that are free, and what torques are measured by.
  void look_around() {
    const MatrixXd K = balance_.stiffness(q_, here_);
    stiffest_ = std::max({K.cwiseAbs().maxCoeff(), balance_.least_scale(), 1e-300});
    scale_ = std::max({scale_, stiffest_, here_.torque.cwiseAbs().maxCoeff()});
    curvatures_.resize(0);
    if (here_.free.cols() == 0) return;
    const linear_algebra::SymmetricEigen eigen =
        linear_algebra::symmetric_eigen(MatrixXd(here_.free.transpose() * K * here_.free));
    curvatures_ = eigen.values;
    directions_ = here_.free * eigen.vectors;
  }

  /// A few more steps while they still gain much: what is found is as exact as it can be.
  bool go_on_to_the_last_digit() {
    const bool more = residual() > exactly_balanced * scale_ && polished_ < 3;
    polished_ += more ? 1 : 0;
    return more;
  }

  /// Newton's step, downhill also along directions in which the energy is curved like a hill; along those in which it
  /// is not curved as far as a step may go. At the top of a hill that is not the start, to one side.
  VectorXd downhill() const {
    VectorXd step = VectorXd::Zero(model_.nv);
    for (long k = 0; k < curvatures_.size(); ++k) {
      const double push = directions_.col(k).dot(here_.push), curvature = std::abs(curvatures_[k]);
      if (std::abs(push) > exactly_balanced * scale_)
        step += push / std::max(curvature, std::abs(push) / farthest) * directions_.col(k);
      else if (curvatures_[k] < -no_curvature * stiffest_)
        step += 0.1 * directions_.col(k);
    }
    const double longest = step.size() == 0 ? 0 : step.cwiseAbs().maxCoeff();
    return longest > farthest ? VectorXd(farthest / longest * step) : step;
  }

  /// As much of a step as the energy falls along, by the trapezoid of both ends. False where none does.
  bool go(VectorXd step) {
    for (int turn = 0; turn < 40 && step.cwiseAbs().maxCoeff() > 1e-16; ++turn, step /= 2) {
      std::copy(step.begin(), step.end(), u_.begin());
      move_position<double>(model_, q_, u_, trial_);
      if (!balance_.bring_back(trial_, here_.stopped)) continue;
      Imbalance there = balance_.at(trial_);
      const double left = there.push.cwiseAbs().maxCoeff();
      const bool falls = (here_.push + there.push).dot(step) > 0 && std::isfinite(left);
      if (!falls && !(left < residual() / 2)) continue;
      here_ = std::move(there);
      q_ = trial_;
      return true;
    }
    return false;
  }

  /// Joints that turn and have no limits, where nothing depends on how often they have turned.
  void bring_within_a_turn() {
    constexpr double turn = 2 * std::numbers::pi;
    trial_ = q_;
    for (const Body<double>& body : model_.bodies) {
      const bool limited =
          std::any_of(balance_.ranges().begin(), balance_.ranges().end(), [&](const PositionRange& range) {
            return range.q == body.q && (std::isfinite(range.low) || std::isfinite(range.high));
          });
      if (&body == model_.bodies.data() || body.follows || body.joint != JointType::revolute || limited) continue;
      if (std::abs(trial_[body.q]) > turn / 2) trial_[body.q] -= turn * std::round(trial_[body.q] / turn);
    }
    if (trial_ == q_) return;
    const double before = widest_gap(loop_closure<double>(model_, q_, u_).gap);
    if (widest_gap(loop_closure<double>(model_, trial_, u_).gap) > before + 1e-9) return;
    Imbalance there = balance_.at(trial_);
    if (!((there.push - here_.push).cwiseAbs().maxCoeff() <= balanced * scale_)) return;
    q_ = trial_;
    here_ = std::move(there);
  }

  RestPosition result() const {
    RestPosition rest{q_, residual() <= balanced * scale_, true, !is_saddle(), {}, here_.stopped, residual(), -1};
    if (here_.push.size() > 0) {
      long worst = 0;
      here_.push.cwiseAbs().maxCoeff(&worst);
      rest.velocity = static_cast<int>(worst);
    }
    VectorXd part = VectorXd::Zero(model_.nv);  // that a joint has in what is neutral
    for (long k = 0; k < curvatures_.size(); ++k)
      if (std::abs(curvatures_[k]) <= no_curvature * stiffest_) part += directions_.col(k).cwiseAbs2();
    for (int v = 0; v < model_.nv; ++v)
      if (part[v] > 1e-6) rest.neutral.push_back(v);
    return rest;
  }

  const Model<double>& model_;
  Balance balance_;
  std::vector<double> q_, trial_, u_;
  Imbalance here_;
  VectorXd curvatures_;
  MatrixXd directions_;  // a column for each curvature
  double stiffest_ = 0, scale_ = 0;
  int polished_ = 0;
};

}  // namespace

RestPosition rest_position(const Model<double>& model, Input<double> q, const Surroundings& surroundings,
                           const RestOptions& options) {
  require_positions(model, q);
  return RestSearch(model, q, surroundings, options).run();
}

}  // namespace torsor
