#include "experiments/earlier_knowledge.hpp"

#include <cmath>
#include <limits>

#include "estimation/log_split.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/estimation/estimators.hpp"

namespace torsor {

using Eigen::MatrixXd, Eigen::VectorXd;

EarlierKnowledge earlier_knowledge(const Unknowns& unknowns, const std::vector<NamedLog>& logs, IdentifyOptions options,
                                   const std::vector<double>& noise) {
  if (logs.empty()) return {};
  options.hold_out = 0;
  LogSplit split = split_logs(logs, {}, options);
  const Equations equations(unknowns, std::move(split.training),
                            {options.equation_rate, options.slow, options.trim, options.threads});
  const JointEquations sums = equations.sums(1);
  const VectorXd beta = weighted_least_squares(sums).beta;
  VectorXd deviation = Eigen::Map<const VectorXd>(noise.data(), static_cast<long>(noise.size()));
  EarlierKnowledge result;
  if (beta.size() > 0 && beta.allFinite()) {
    deviation = residual_deviation(sums, beta);
    result.noise.assign(deviation.data(), deviation.data() + deviation.size());
  }
  result.information = sums.total(weights_of(deviation)).WtW;
  result.rate = 1 / equations.step();
  return result;
}

std::vector<double> deviations(const MatrixXd& information) {
  constexpr double nothing = 1e-13;  // of the largest eigenvalue, with all parameters in units of their own
  const VectorXd scale = information.diagonal().unaryExpr([](double x) { return x > 0 ? 1 / std::sqrt(x) : 1.0; });
  const auto eigen = linear_algebra::symmetric_eigen(scale.asDiagonal() * information * scale.asDiagonal());
  std::vector<double> result;
  for (long i = 0; i < information.rows(); ++i) {
    double variance = 0;
    for (long k = 0; k < eigen.values.size(); ++k) {
      const double share = eigen.vectors(i, k) * eigen.vectors(i, k);
      if (eigen.values[k] > nothing * eigen.values[eigen.values.size() - 1])
        variance += share / eigen.values[k];
      else if (share > 1e-12)
        variance = std::numeric_limits<double>::infinity();
    }
    result.push_back(scale[i] * std::sqrt(variance));
  }
  return result;
}

}  // namespace torsor
