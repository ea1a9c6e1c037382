#include "torsor/estimation/estimator_table.hpp"

#include <array>

#include "estimation/consistent_estimate.hpp"
#include "estimation/half_logs.hpp"
#include "torsor/estimation/streamed_estimators.hpp"

namespace torsor {
namespace {

/// The prior's base parameters, or zero: where ridge and lasso pull to.
Eigen::VectorXd centre_of(const EstimatorInput& input) {
  if (!input.prior) return Eigen::VectorXd::Zero(input.sums.columns);
  const std::vector<double> values = base_values(input.equations.unknowns().base, *input.prior);
  return Eigen::VectorXd::Map(values.data(), input.sums.columns);
}

using enum EstimatorNeeds;
using Given = const EstimatorInput&;

const std::array<Estimator, 10> table{{
    {"least squares", sums, false, [](Given in) { return least_squares(in.sums); }},
    {weighted_name, sums, true, [](Given in) { return in.weighted; }},
    {"weighted by covariance", further_passes, false,
     [](Given in) { return covariance_weighted(in.equations, in.weighted, in.deviation); }},
    {"robust (Huber)", further_passes, false, [](Given in) { return huber(in.equations, in.weighted); }},
    {"ridge", cross_validation, false, [](Given in) { return ridge(in.sums, in.weights(), centre_of(in)); }},
    {"lasso", cross_validation, false, [](Given in) { return lasso(in.sums, in.weights(), centre_of(in)); }},
    {"sequential", sums, false, [](Given in) { return sequential(in.sums); }},
    {"total least squares", sums, false, [](Given in) { return total_least_squares(in.sums, in.weights()); }},
    {"instrumental variable", half_logs, false, instrumental_from_half_logs},
    {consistent_name, sums, true, consistent_estimate},
}};

}  // namespace

std::span<const Estimator> estimators() { return table; }

bool wanted(const Estimator& estimator, const IdentifyOptions& options) {
  switch (estimator.needs) {
    case sums:
      return true;
    case cross_validation:
      return options.regularised;
    case further_passes:
      return options.huber;
    case half_logs:
      return options.instrumental;
  }
  return false;
}

}  // namespace torsor
