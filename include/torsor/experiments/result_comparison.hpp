#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <string>
#include <vector>

#include "torsor/estimation/identification.hpp"

/// What changed between identifications of one robot, beyond their uncertainty. (docs/compare.md)
namespace torsor {

/// What a comparison needs of an identification.
struct ComparableResult {
  std::string name;      // messages call it so: the file that it was read from
  std::string robot;     // its name
  std::string friction;  // the terms of the model, in words
  std::vector<std::string> joints;
  std::vector<std::string> parameters;    // base parameters by their short names
  std::vector<std::string> combinations;  // the same in words: they tell whether results mean the same
  std::vector<std::string> units;
  std::vector<double> coulomb_width;                                                      // by joint
  std::vector<double> stribeck_velocity{}, presliding_distance{}, hysteresis_distance{};  // by joint
  Eigen::VectorXd value;
  Eigen::MatrixXd covariance;
  /// Parameters x joints: by what the value moves where a joint's width grows by width_search_step; no rows where the
  /// widths were given.
  Eigen::MatrixXd width_sensitivity;
  double degrees_of_freedom = 0;  // from which the sizes of deviations are known
};

/// The weighted estimate of a result. Throws ComputationError where it has no covariance.
ComparableResult comparable(const Identification& result, const std::string& name);

/// The same from a file that has the result as JSON. Throws FileError.
ComparableResult read_result(const std::filesystem::path& path);

struct ResultComparisonOptions {
  double level = 0.01;           // probability that anything at all is reported where nothing has changed
  std::vector<double> position;  // of each result in time, in any unit, rising; without: 0, 1, 2, ...
};

/// One parameter over all results. The change is the last result less the first; those between show how it came.
struct ParameterChange {
  std::vector<double> value, deviation;  // by result
  double change = 0, change_deviation = 0;
  double alone = 0;                // deviations that the change has where no other parameter may have changed
  double family_probability = 1;   // of one as large among all parameters, where nothing has changed
  bool significant = false;        // one of the changes that explain the difference
  double explained = 0;            // its size where only the significant ones changed
  double explained_deviation = 0;  // of that
  double noticed_from = 0;         // a change of this one that would be found in 95 of 100 comparisons
};

struct ResultComparison {
  std::vector<std::string> results;  // their names, in order
  std::vector<double> position;
  std::string robot;
  std::vector<std::string> joints, parameters, combinations, units;
  std::vector<ParameterChange> changes;  // by base parameter
  std::vector<int> significant;          // their numbers, the clearest first
  std::vector<int> other_width;          // joints whose Coulomb friction was given different widths
  double level = 0.01;
  double degrees_of_freedom = 0;  // of Student's distribution: those of the result with the fewest
  double joint_probability = 1;   // of a difference as large in all parameters together, where nothing has changed

  bool changed() const { return !significant.empty(); }
};

/// Finds the fewest parameters whose change explains the difference: the one that is clearest where nothing else may
/// change, then the next beside it, as long as one is significant among all that are left [Sidak 1967]. Needs two
/// results or more, of the same robot, joints and base parameters; throws UsageError for options and numbers of results
/// that make no sense, and FileError with the first difference where results do not match.
ResultComparison compare_results(const std::vector<ComparableResult>& results,
                                 const ResultComparisonOptions& options = {});

}  // namespace torsor
