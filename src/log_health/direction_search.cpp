#include "log_health/direction_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace torsor::log_health {
namespace {

/// A torque is not turned round where the misfit grows by no more than this without.
constexpr double as_good = 1.05;

}  // namespace

DirectionSearch::DirectionSearch(const QuickFitter& fitter, const Vector3<double>& gravity, std::size_t every)
    : fitter_(fitter), gravity_(gravity), every_(every),
      base_(fitter.fit({.gravity = gravity, .in_motion = true}, every)) {}

DirectionSearch::Found DirectionSearch::gravity() const {
  const double g = length(gravity_) > 0 ? length(gravity_) : 9.81;
  Found best{{.gravity = gravity_, .in_motion = true}, base_.misfit};
  const auto try_it = [&](const Vector3<double>& direction) {
    const FitTrial trial{.gravity = (g / length(direction)) * direction, .in_motion = true};
    if (const double found = misfit(trial); found < best.misfit) best = {trial, found};
  };
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {1.0, -1.0}) try_it({axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0});
  for (const double step : {0.35, 0.18, 0.09, 0.04}) {
    const Vector3<double> middle = (1 / g) * best.trial.gravity;
    for (const Vector3<double>& side :
         {Vector3<double>{step, 0, 0}, {-step, 0, 0}, {0, step, 0}, {0, -step, 0}, {0, 0, step}, {0, 0, -step}})
      if (length(cross(middle, side)) > 0.3 * step) try_it(middle + side);
  }
  return best;
}

DirectionSearch::Found DirectionSearch::signs() const {
  FitTrial trial{.gravity = gravity_, .torque_signs = base_.best_signs, .in_motion = true};
  if (std::count(trial.torque_signs.begin(), trial.torque_signs.end(), -1.0) == 0) return {trial, base_.misfit};
  // Signs and their opposite fit alike, but with the right ones inertia and friction are positive.
  const Found one = without_needless(trial);
  for (double& sign : trial.torque_signs) sign = -sign;
  const Found other = without_needless(trial);
  const auto wrong = [&](const Found& found) {
    const auto& signs = found.trial.torque_signs;
    return std::pair{negative(found.trial), std::count(signs.begin(), signs.end(), -1.0)};
  };
  return wrong(one) <= wrong(other) ? one : other;
}

/// Signs are turned back one by one, while the fit stays as good.
DirectionSearch::Found DirectionSearch::without_needless(const FitTrial& turned) const {
  Found best{turned, misfit(turned)};
  const double most = as_good * best.misfit;
  for (bool needless = true; needless;) {
    needless = false;
    Found less{best.trial, most};
    for (std::size_t j = 0; j < turned.torque_signs.size(); ++j) {
      if (best.trial.torque_signs[j] > 0) continue;
      FitTrial trial = best.trial;
      trial.torque_signs[j] = 1;
      if (const double found = misfit(trial); found <= less.misfit) less = {trial, found}, needless = true;
    }
    if (needless) best = less;
  }
  return best;
}

/// How many inertias and frictions come out negative.
long DirectionSearch::negative(const FitTrial& trial) const {
  Eigen::VectorXd inertia, dissipation;
  fitter_.physics(fitter_.fit(trial, every_).theta, inertia, dissipation);
  return (inertia.array() < 0).count() + (dissipation.array() < 0).count();
}

DirectionSearch::Found DirectionSearch::positions() const {
  using std::numbers::pi;
  Found best{{.gravity = gravity_, .in_motion = true}, base_.misfit};
  const int n = fitter_.joint_count();
  for (int j = 0; j < n; ++j)
    for (const auto& [sign, offset, turned] : {std::tuple{1.0, pi / 2, false},
                                               {1.0, -pi / 2, false},
                                               {1.0, pi, false},
                                               {-1.0, 0.0, false},
                                               {-1.0, 0.0, true}}) {
      FitTrial trial{.gravity = gravity_, .joint = j, .sign = sign, .offset = offset, .in_motion = true};
      if (turned) trial.torque_signs.assign(static_cast<std::size_t>(n), 1.0);
      if (turned) trial.torque_signs[static_cast<std::size_t>(j)] = -1;
      if (const double found = misfit(trial); found < best.misfit) best = {trial, found};
    }
  return best;
}

}  // namespace torsor::log_health
