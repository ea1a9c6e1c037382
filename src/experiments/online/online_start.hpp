#pragma once

#include <optional>

#include "torsor/experiments/online_estimator.hpp"

/// What an on-line estimator knows before the first sample.
namespace torsor::experiments {

/// The robot's own base parameters; zeros where it has no masses.
Eigen::VectorXd start_of(const Unknowns& unknowns, const std::optional<std::vector<double>>& prior);
/// By base parameter: three times itself and what is usual among those of its kind.
Eigen::VectorXd start_deviation(const Unknowns& unknowns, const Eigen::VectorXd& start);
/// By base parameter: by what share of itself it wanders in a second.
Eigen::VectorXd walk_shares(const Unknowns& unknowns, const OnlineOptions& options);

/// By parameter of a link: a deviation that any load has, for a robot of this mass.
Eigen::VectorXd load_deviations(const Unknowns& unknowns);
bool is_friction(const Parameter& parameter);

}  // namespace torsor::experiments
