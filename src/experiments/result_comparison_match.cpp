#include "experiments/result_comparison_match.hpp"

#include <fmt/format.h>

#include <cmath>

#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"

namespace torsor::experiments {
namespace {

[[noreturn]] void differ(const ComparableResult& first, const ComparableResult& other, const std::string& what,
                         const std::string& expected, const std::string& found) {
  throw FileError(other.name, {1, 1},
                  fmt::format("{}: expected {} as in {}, found {}", what, expected, first.name, found));
}

void require_same(const ComparableResult& first, const ComparableResult& other, const std::string& what,
                  const std::string& expected, const std::string& found) {
  if (expected != found) differ(first, other, what, in_quotes(expected), in_quotes(found));
}

void require_same(const ComparableResult& first, const ComparableResult& other, const std::string& what,
                  const std::vector<std::string>& expected, const std::vector<std::string>& found) {
  for (std::size_t k = 0; k < std::max(expected.size(), found.size()); ++k) {
    const std::string one = k < expected.size() ? in_quotes(expected[k]) : "the end of the list";
    const std::string another = k < found.size() ? in_quotes(found[k]) : "the end of the list";
    if (one != another) differ(first, other, fmt::format("{} {}", what, k + 1), one, another);
  }
}

/// Coefficients of friction mean something beside the law that they are of.
void require_same_terms(const ComparableResult& first, const ComparableResult& other) {
  constexpr const char* advice = " (identify all without a choice of terms)";
  if (first.friction != other.friction)
    differ(first, other, "terms of friction", in_quotes(first.friction), in_quotes(other.friction) + advice);
  const auto require = [&](const std::string& what, const std::vector<double>& expected,
                           const std::vector<double>& found) {
    for (std::size_t j = 0; j < std::min(expected.size(), found.size()); ++j)
      if (!(std::abs(found[j] - expected[j]) <= 0.02 * std::abs(expected[j])))
        differ(first, other, what + " of " + first.joints[j], fmt::format("{:.4g}", expected[j]),
               fmt::format("{:.4g}{}", found[j], advice));
  };
  require("Stribeck velocity", first.stribeck_velocity, other.stribeck_velocity);
  require("distance of presliding", first.presliding_distance, other.presliding_distance);
  require("distance of hysteresis", first.hysteresis_distance, other.hysteresis_distance);
}

void require_same_meaning(const ComparableResult& first, const ComparableResult& other) {
  require_same(first, other, "robot", first.robot, other.robot);
  require_same(first, other, "joint", first.joints, other.joints);
  require_same_terms(first, other);
  require_same(first, other, "base parameter", first.parameters, other.parameters);
  require_same(first, other, "combination of base parameter", first.combinations, other.combinations);
  require_same(first, other, "unit of base parameter", first.units, other.units);
}

}  // namespace

void require_comparable(const std::vector<ComparableResult>& results, const ResultComparisonOptions& options) {
  if (results.size() < 2) throw UsageError("results", fmt::format("expected 2 or more, found {}", results.size()));
  if (!(options.level > 0 && options.level < 1))
    throw UsageError("level", fmt::format("expected a probability between 0 and 1, found {:.6g}", options.level));
  const std::vector<double>& position = options.position;
  if (!position.empty() && position.size() != results.size())
    throw UsageError(
        "position", fmt::format("expected {} numbers, one for each result, found {}", results.size(), position.size()));
  for (std::size_t k = 1; k < position.size(); ++k)
    if (!(position[k] > position[k - 1]) || !std::isfinite(position[k] - position[0]))
      throw UsageError("position",
                       fmt::format("expected rising numbers, found {:.6g} after {:.6g}", position[k], position[k - 1]));
  for (const ComparableResult& other : results) require_same_meaning(results.front(), other);
}

std::vector<int> joints_of_other_width(const std::vector<ComparableResult>& results) {
  std::vector<int> joints;
  const std::vector<double>& first = results.front().coulomb_width;
  for (std::size_t j = 0; j < first.size(); ++j) {
    const auto differs = [&](const ComparableResult& other) {
      return std::abs(other.coulomb_width[j] - first[j]) > 0.02 * first[j];
    };
    if (std::any_of(results.begin(), results.end(), differs)) joints.push_back(static_cast<int>(j));
  }
  return joints;
}

}  // namespace torsor::experiments
