#include "estimation/assessment.hpp"

#include <utility>

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double slow_share = 0.05;  // of the largest velocity: a joint below it does not count as moving

/// One a column; zero for those without an answer.
MatrixXd values_of(const std::vector<Estimate>& estimates, int base_parameters) {
  MatrixXd betas = MatrixXd::Zero(base_parameters, static_cast<Eigen::Index>(estimates.size()));
  for (std::size_t e = 0; e < estimates.size(); ++e)
    if (estimates[e].valid)
      betas.col(static_cast<Eigen::Index>(e)) = VectorXd::Map(estimates[e].value.data(), betas.rows());
  return betas;
}

void take_fits(const Evaluation& evaluation, std::vector<JointFit> Estimate::* where,
               std::vector<Estimate>& estimates) {
  for (std::size_t e = 0; e < estimates.size(); ++e)
    if (estimates[e].valid) estimates[e].*where = evaluation.fits[e];
}

}  // namespace

void assess_estimates(const Equations& equations, const AssessmentInput& input, Identification& result) {
  const IdentifyOptions& options = input.options;
  const MatrixXd betas = values_of(result.estimates, equations.columns());
  const VectorXd moving_above =
      (slow_share * input.range.largest_velocity).cwiseMax(VectorXd::Map(input.slow.data(), equations.joints()));
  Evaluation fitted = evaluate_estimates(equations, betas, result.chosen, moving_above);
  take_fits(fitted, &Estimate::training, result.estimates);
  result.training_traces = std::move(fitted.traces);
  result.correlation_time = fitted.correlation_time;
  for (const std::vector<double>& one : fitted.correlation) result.autocorrelation.push_back({equations.step(), one});
  if (options.deviations) add_deviations(equations, input, fitted, result);
  if (input.held_out.empty()) return;
  if (options.progress) options.progress("validation", 0.9);
  const EquationOptions rows{options.equation_rate, input.slow, options.trim, options.threads};
  Evaluation held_out =
      evaluate_estimates(Equations(equations.unknowns(), input.held_out, rows), betas, result.chosen, moving_above);
  take_fits(held_out, &Estimate::validation, result.estimates);
  result.validation_traces = std::move(held_out.traces);
}

}  // namespace torsor
