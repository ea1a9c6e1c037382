#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "torsor/estimation/equations.hpp"
#include "torsor/estimation/estimators.hpp"
#include "torsor/estimation/identify.hpp"

/// All estimators of an identification, in the order of its tables. Whoever adds one adds a line to the table.
namespace torsor {

/// What estimators draw on.
struct EstimatorInput {
  const IdentifyOptions& options;
  const Equations& equations;
  const JointEquations& sums;                       // of these equations
  const std::vector<LogPart>& logs;                 // that they were made from
  const std::vector<double>& slow;                  // by joint: the velocity below which its equations do not count
  const std::optional<std::vector<double>>& prior;  // standard parameters of the robot file
  LinearEstimate weighted;                          // where the others start
  Eigen::VectorXd deviation;                        // by joint: of its residual

  Eigen::VectorXd weights() const { return weights_of(deviation); }
};

/// What an estimator needs beside the sums. IdentifyOptions leave out what takes long.
enum class EstimatorNeeds { sums, cross_validation, further_passes, half_logs };

struct Estimator {
  std::string_view name;
  EstimatorNeeds needs;
  bool deviations;  // are computed for coloured noise
  LinearEstimate (*estimate)(const EstimatorInput& input);
};

std::span<const Estimator> estimators();
/// Whether the options ask for it.
bool wanted(const Estimator& estimator, const IdentifyOptions& options);

// Those that others rely on.
inline constexpr std::string_view weighted_name = "weighted";
inline constexpr std::string_view consistent_name = "physically consistent";

}  // namespace torsor
