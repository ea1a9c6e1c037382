#include "estimation/half_logs.hpp"

#include <algorithm>

#include "torsor/estimation/streamed_estimators.hpp"
#include "torsor/estimation/thinned_log.hpp"

namespace torsor {

LinearEstimate instrumental_from_half_logs(const EstimatorInput& input) {
  const IdentifyOptions& options = input.options;
  std::vector<ThinnedLog> even, odd;
  even.reserve(input.logs.size()), odd.reserve(input.logs.size());
  std::vector<LogPart> first, second;
  for (const LogPart& part : input.logs) {
    even.emplace_back(*part.source, part.first, part.count, 0);
    odd.emplace_back(*part.source, part.first, part.count, 1);
    SmoothingOptions smoothing = options.smoothing;
    smoothing.cutoff = std::min(*std::max_element(part.plan.cutoff.begin(), part.plan.cutoff.end()),
                                0.4 * 0.5 / part.plan.step);  // half the samples carry half the band
    const SmoothingPlan plan = plan_smoothing(even.back(), smoothing);
    first.push_back({&even.back(), plan, plan.step, 0, odd.back().row_count()});
    second.push_back({&odd.back(), plan, plan.step, 0, odd.back().row_count()});
  }
  const EquationOptions rows{options.equation_rate, input.slow, options.trim, options.threads};
  const Unknowns& unknowns = input.equations.unknowns();
  return instrumental_variable(Equations(unknowns, std::move(first), rows),
                               Equations(unknowns, std::move(second), rows), input.weights());
}

}  // namespace torsor
