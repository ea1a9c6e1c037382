#include <algorithm>
#include <cmath>

#include "estimation/assessment.hpp"
#include "estimation/width_sensitivity.hpp"
#include "torsor/estimation/estimator_table.hpp"
#include "torsor/estimation/friction_shape.hpp"
#include "torsor/estimation/streamed_estimators.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

/// Several correlation times, but no longer than leaves enough blocks to tell the parameters apart.
long block_length(const Equations& equations, const AssessmentInput& input, const Evaluation& fitted) {
  if (input.options.block_length > 0) return input.options.block_length;
  double longest = 0;
  for (const double time : fitted.correlation_time) longest = std::max(longest, time / equations.step());
  const long most = std::max(2L, input.range.equations * equations.joints() / (4L * equations.columns()));
  return std::clamp(std::lround(std::ceil(3 * longest)), 2L, most);
}

/// What blocks do not see of coloured noise: the correlation across their borders, and that a fit takes as many degrees
/// of freedom from fewer independent residuals. A factor on standard deviations, near 1, the mean over joints.
double across_blocks(const Equations& equations, const Evaluation& fitted, double rows, long length) {
  const double p = equations.columns();
  double sum = 0;
  for (int j = 0; j < equations.joints(); ++j) {
    const std::vector<double>& correlation = fitted.correlation[j];
    const double time = fitted.correlation_time[j] / equations.step();
    double whole = 1, seen = 1;
    for (std::size_t lag = 1; lag < correlation.size() && whole < time; ++lag) {
      whole += 2 * correlation[lag];
      seen += 2 * correlation[lag] * std::max(0.0, 1 - static_cast<double>(lag) / static_cast<double>(length));
    }
    const double taken = std::max(0.2, 1 - p * time / rows) / (1 - p / rows);
    sum += std::sqrt(std::max(1.0, whole / seen) / std::min(1.0, taken));
  }
  return sum / equations.joints();
}

/// Blocks tell the size of every deviation, but are too few to tell all correlations: these are taken from the
/// equations.
MatrixXd covariance(const VectorXd& deviation, const BlockDeviation& found) {
  const VectorXd size = deviation.array() / found.white.diagonal().array().sqrt();
  return size.asDiagonal() * found.white * size.asDiagonal();
}

bool searched_width(const IdentifyOptions& options) {
  return options.coulomb && options.widths.empty() && options.width == CoulombWidth::searched;
}

}  // namespace

void add_deviations(const Equations& equations, const AssessmentInput& input, const Evaluation& fitted,
                    Identification& result) {
  if (input.options.progress) input.options.progress("standard deviations", 0.85);
  const long length = block_length(equations, input, fitted);
  const double factor = across_blocks(equations, fitted, static_cast<double>(result.rows_used), length);
  for (const Estimator& estimator : estimators()) {
    if (!estimator.deviations) continue;
    for (Estimate& estimate : result.estimates) {
      if (estimate.method != estimator.name || !estimate.valid) continue;
      const VectorXd beta = VectorXd::Map(estimate.value.data(), equations.columns());
      const BlockDeviation found = block_deviation(equations, beta, weights_of(input.deviation), length);
      const VectorXd deviation = factor * found.deviation;
      estimate.standard_deviation.assign(deviation.begin(), deviation.end());
      if (estimator.name != weighted_name) continue;
      estimate.covariance = covariance(deviation, found);
      if (searched_width(input.options))
        estimate.width_sensitivity = width_sensitivity(equations, beta, weights_of(input.deviation), width_search_step);
      result.degrees_of_freedom = found.degrees_of_freedom;
    }
  }
  result.block_length = length;
}

}  // namespace torsor
