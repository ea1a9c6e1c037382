#include "torsor/trajectory/repeated_motion.hpp"

#include <algorithm>
#include <cmath>

namespace torsor {
namespace {

/// Files have some nine digits.
constexpr double rounding = 1e-6;

bool same_at_both_ends(const std::vector<std::vector<double>>& rows) {
  double largest = 0;
  for (const std::vector<double>& row : rows)
    for (const double x : row) largest = std::max(largest, std::abs(x));
  for (std::size_t j = 0; j < rows.front().size(); ++j)
    if (!(std::abs(rows.back()[j] - rows.front()[j]) <= rounding * largest)) return false;
  return true;
}

}  // namespace

RepeatedMotion::RepeatedMotion(SampledMotion motion)
    : motion_(std::move(motion)), comes_back_(same_at_both_ends(std::get<SampledMotion>(motion_).rows().q) &&
                                              same_at_both_ends(std::get<SampledMotion>(motion_).rows().qd)) {}

int RepeatedMotion::joint_count() const {
  if (const auto* excitation = std::get_if<Excitation>(&motion_)) return excitation->joint_count();
  return static_cast<int>(std::get<SampledMotion>(motion_).rows().q.front().size());
}

double RepeatedMotion::period() const {
  if (const auto* excitation = std::get_if<Excitation>(&motion_)) return excitation->period();
  const auto& sampled = std::get<SampledMotion>(motion_);
  return sampled.end() - sampled.begin();
}

std::vector<double> RepeatedMotion::centre() const {
  if (const auto* excitation = std::get_if<Excitation>(&motion_)) return excitation->series().centre;
  const std::vector<std::vector<double>>& rows = std::get<SampledMotion>(motion_).rows().q;
  std::vector<double> mean(rows.front().size(), 0.0);
  for (const std::vector<double>& row : rows)
    for (std::size_t j = 0; j < mean.size(); ++j) mean[j] += row[j] / static_cast<double>(rows.size());
  return mean;
}

void RepeatedMotion::evaluate(double time, std::span<double> q, std::span<double> qd, std::span<double> qdd) const {
  if (const auto* excitation = std::get_if<Excitation>(&motion_)) return excitation->evaluate(time, q, qd, qdd);
  const auto& sampled = std::get<SampledMotion>(motion_);
  const double since = comes_back_ ? time - std::floor(time / period()) * period() : time;
  sampled.evaluate(sampled.begin() + since, q, qd, qdd);
}

}  // namespace torsor
