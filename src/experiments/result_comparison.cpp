#include "torsor/experiments/result_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/result_comparison_match.hpp"
#include "experiments/result_comparison_tails.hpp"
#include "experiments/result_comparison_width.hpp"
#include "torsor/core/linear_algebra.hpp"

namespace torsor {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using namespace experiments;

constexpr double power_quantile = 1.6448536;  // of the normal distribution: 95 of 100

/// What the results say about the change from the first to the last: its information and its score, which is the
/// information times the estimate. In units of the first result's deviations.
struct Trend {
  VectorXd unit;
  MatrixXd information;
  VectorXd score;

  VectorXd change() const { return linear_algebra::ScaledFactor(information).solve(score); }
};

Trend trend_of(const ComparableResult& first, const ComparableResult& last) {
  Trend trend{first.covariance.diagonal().cwiseSqrt(), {}, {}};
  const VectorXd inverse_unit = trend.unit.cwiseInverse();
  const Difference difference = difference_of(first, last);
  const MatrixXd covariance = inverse_unit.asDiagonal() * difference.covariance * inverse_unit.asDiagonal();
  trend.information = linear_algebra::ScaledFactor(covariance).inverse();
  trend.information = (0.5 * (trend.information + trend.information.transpose())).eval();
  trend.score = trend.information * inverse_unit.cwiseProduct(difference.value);
  return trend;
}

/// What is left of score and information of every parameter once some may change freely.
struct Remaining {
  VectorXd score, information;
};

Remaining beside(const Trend& trend, const std::vector<int>& free) {
  Remaining left{trend.score, trend.information.diagonal()};
  if (free.empty()) return left;
  const MatrixXd columns = trend.information(Eigen::all, free);
  const linear_algebra::ScaledFactor factor(columns(free, Eigen::all));
  left.score -= columns * factor.solve(trend.score(free));
  left.information -= columns.cwiseProduct(factor.solve(columns.transpose()).transpose()).rowwise().sum();
  return left;
}

/// One after the other, the clearest first.
void find_significant(const Trend& trend, ResultComparison& comparison) {
  const Index p = trend.score.size();
  std::vector<bool> taken(static_cast<std::size_t>(p), false);
  for (Index found = 0; found < p; ++found) {
    const Remaining left = beside(trend, comparison.significant);
    Index clearest = -1;
    double largest = 0;
    for (Index j = 0; j < p; ++j) {
      if (taken[j] || left.information[j] <= 1e-9 * trend.information(j, j)) continue;
      const double size = std::abs(left.score[j]) / std::sqrt(left.information[j]);
      if (size > largest) largest = size, clearest = j;
    }
    if (clearest < 0) return;
    const double probability =
        family_probability(student_tail(largest, comparison.degrees_of_freedom), static_cast<double>(p - found));
    if (probability >= comparison.level) return;
    taken[clearest] = true;
    comparison.significant.push_back(static_cast<int>(clearest));
    comparison.changes[clearest].significant = true;
    comparison.changes[clearest].family_probability = probability;
  }
}

void explain(const Trend& trend, ResultComparison& comparison) {
  if (!comparison.changed()) return;
  const std::vector<int>& free = comparison.significant;
  const linear_algebra::ScaledFactor factor(trend.information(free, free));
  const VectorXd size = factor.solve(trend.score(free)), variance = factor.inverse().diagonal();
  for (std::size_t k = 0; k < free.size(); ++k) {
    ParameterChange& change = comparison.changes[free[k]];
    const Index at = static_cast<Index>(k);
    change.explained = trend.unit[free[k]] * size[at];
    change.explained_deviation = trend.unit[free[k]] * std::sqrt(variance[at]);
  }
}

void describe_changes(const std::vector<ComparableResult>& results, const Trend& trend, ResultComparison& comparison) {
  const Index p = trend.score.size();
  const VectorXd change = trend.change();
  const VectorXd variance = linear_algebra::ScaledFactor(trend.information).inverse().diagonal();
  const double n = comparison.degrees_of_freedom;
  const double limit = student_quantile(single_probability(comparison.level, static_cast<double>(p)), n);
  for (Index j = 0; j < p; ++j) {
    ParameterChange& one = comparison.changes[j];
    for (const ComparableResult& result : results) {
      one.value.push_back(result.value[j]);
      one.deviation.push_back(std::sqrt(result.covariance(j, j)));
    }
    const double root = std::sqrt(trend.information(j, j));
    one.change = trend.unit[j] * change[j];
    one.change_deviation = trend.unit[j] * std::sqrt(variance[j]);
    one.alone = trend.score[j] / root;
    one.noticed_from = trend.unit[j] * (limit + power_quantile) / root;
    one.family_probability = family_probability(student_tail(one.alone, n), static_cast<double>(p));
  }
  comparison.joint_probability =
      fisher_tail(trend.score.dot(change) / static_cast<double>(p), static_cast<double>(p), n);
}

}  // namespace

ResultComparison compare_results(const std::vector<ComparableResult>& results, const ResultComparisonOptions& options) {
  require_comparable(results, options);
  ResultComparison comparison;
  const ComparableResult& first = results.front();
  comparison.robot = first.robot, comparison.joints = first.joints, comparison.level = options.level;
  comparison.parameters = first.parameters, comparison.combinations = first.combinations;
  comparison.units = first.units;
  comparison.position = options.position;
  comparison.degrees_of_freedom = first.degrees_of_freedom;
  for (std::size_t k = 0; k < results.size(); ++k) {
    comparison.results.push_back(results[k].name);
    if (options.position.empty()) comparison.position.push_back(static_cast<double>(k));
    comparison.degrees_of_freedom = std::min(comparison.degrees_of_freedom, results[k].degrees_of_freedom);
  }
  comparison.other_width = joints_of_other_width(results);
  comparison.changes.resize(first.parameters.size());
  const Trend trend = trend_of(results.front(), results.back());
  describe_changes(results, trend, comparison);
  find_significant(trend, comparison);
  explain(trend, comparison);
  return comparison;
}

}  // namespace torsor
