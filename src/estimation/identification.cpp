#include "torsor/estimation/identification.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "torsor/estimation/estimator_table.hpp"

namespace torsor {

const Estimate* Identification::estimate(std::string_view method) const {
  const auto found = std::find_if(estimates.begin(), estimates.end(),
                                  [&](const Estimate& estimate) { return estimate.method == method; });
  return found == estimates.end() ? nullptr : &*found;
}

const Estimate& Identification::weighted() const {
  const Estimate* found = estimate(weighted_name);
  assert(found != nullptr);
  return *found;
}

const Estimate* Identification::chosen_estimate() const {
  if (chosen < 0 || chosen >= static_cast<int>(estimates.size()) || !estimates[chosen].valid) return nullptr;
  return &estimates[chosen];
}

std::vector<Finding> Identification::all_findings() const {
  std::vector<Finding> all = findings;
  all.insert(all.end(), verdict.reasons.begin(), verdict.reasons.end());
  return all;
}

const std::vector<JointFit>& judged_fits(const Estimate& estimate) {
  return estimate.validation.empty() ? estimate.training : estimate.validation;
}

double standard_deviation(const Estimate& estimate, std::size_t b) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const auto& naive = estimate.naive_standard_deviation;
  const double bootstrap = b < estimate.standard_deviation.size() ? estimate.standard_deviation[b] : none;
  if (!std::isnan(bootstrap)) return bootstrap;
  return b < naive.size() ? naive[b] : none;
}

}  // namespace torsor
