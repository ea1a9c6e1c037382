#include "estimation/term_rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace torsor {
namespace {

constexpr double least_gain = 0.03, least_errors = 1;
constexpr double least_gain_of_joint = 0.05, least_errors_of_joint = 2;
constexpr double clear_gain_of_joint = 0.2, least_errors_of_clear_gain = 1.5;
constexpr double most_lost = 0.04, most_lost_of_gain = 0.1;
// What is less than 0.3 % of the torque is not worth a term: it is the error of smoothing in a log without noise.
constexpr double least_share = 1e-5;

/// Whether no joint loses more than a little, or than a tenth of what is gained.
bool spoils_no_joint(const BlockLosses& before, const BlockLosses& after, double gained) {
  const Eigen::ArrayXd change = after.colwise().sum().array() / before.colwise().sum().array() - 1;
  return change.maxCoeff() < std::max(most_lost, most_lost_of_gain * gained);
}

}  // namespace

Gain gain_of(const BlockLosses& before, const BlockLosses& after, double least) {
  if (after.size() == 0) return {-1, 0};
  const Eigen::VectorXd fall = (before - after).rowwise().sum();
  const double count = static_cast<double>(fall.size()), mean = fall.mean(), whole = std::max(before.sum(), least);
  const double variance = (fall.array() - mean).square().sum() / std::max(1.0, count - 1);
  return {fall.sum() / whole, std::sqrt(variance * count) / whole};
}

double negligible_loss(const JointEquations& sums, const Eigen::VectorXd& weights, int joint) {
  double sum = 0;
  for (int j = 0; j < sums.joints(); ++j)
    if (joint < 0 || j == joint) sum += weights[j] * sums.joint(j).yty;
  return least_share * sum;
}

bool passes(const Gain& gain) { return gain.fall > least_gain && gain.fall > least_errors * gain.error; }

bool no_worse(const Gain& gain) { return gain.fall > -std::min(least_gain, least_errors * gain.error); }

bool passes_for_all(const BlockLosses& before, const BlockLosses& after, double least) {
  const Gain gain = gain_of(before, after, least);
  return after.size() > 0 && gain.fall > least_gain_of_joint && gain.fall > least_errors_of_clear_gain * gain.error &&
         spoils_no_joint(before, after, gain.fall);
}

namespace {

/// By how many standard errors blocks gain, each as a share of its own loss: a few blocks that lose much more than the
/// rest do not decide.
double errors_of_shares(const Eigen::VectorXd& before, const Eigen::VectorXd& after) {
  const Eigen::ArrayXd share =
      (before - after).array() / (before + after).array().max(std::numeric_limits<double>::min());
  const double count = static_cast<double>(share.size());
  const double variance = (share - share.mean()).square().sum() / std::max(1.0, count - 1);
  return share.mean() / std::max(std::sqrt(variance / count), std::numeric_limits<double>::min());
}

}  // namespace

bool passes_for_joint(const BlockLosses& before, const BlockLosses& after, int joint, double least) {
  if (after.size() == 0) return false;
  const Gain gain = gain_of(before.col(joint), after.col(joint), least);
  const bool clear = gain.fall > clear_gain_of_joint && gain.fall > least_errors_of_clear_gain * gain.error;
  return gain.fall > least_gain_of_joint &&
         (clear || errors_of_shares(before.col(joint), after.col(joint)) > least_errors_of_joint) &&
         spoils_no_joint(before, after, gain.fall) && after.sum() < before.sum();
}

}  // namespace torsor
