#pragma once

#include <string>
#include <vector>

#include "torsor/model/compiled_expression.hpp"
#include "torsor/model/model.hpp"
#include "torsor/smoothing/smoothing.hpp"

/// Terms of the user's own: a torque of one joint that is a number, to be identified, times a formula.
namespace torsor {

/// Names in the formula are t, q1.., qd1.., qdd1.., and those of further columns of the log (LogSource::other_names).
struct OwnTerm {
  std::string joint;    // "joint2"
  std::string formula;  // "sin(2*q2)", "temperature*qd2"
};

/// The same with its names resolved.
struct CompiledTerm {
  int number = 0;  // among those that were asked about, from 0
  int joint = 0;   // that it acts on: tau = ... + beta * formula
  int body = 0;
  CompiledExpression formula;

  /// Its value at some samples. Throws ComputationError where that is no finite number.
  Eigen::VectorXd column(const SmoothedRows& rows) const;
};

/// Throws UsageError where there is no such joint, or a formula cannot be read. `other_names` are those of the logs.
std::vector<CompiledTerm> compile_terms(const std::vector<OwnTerm>& terms, const Model<double>& model,
                                        const std::vector<std::string>& other_names);

/// The names in the formulas that are those of columns of the log, each once.
std::vector<std::string> columns_wanted(const std::vector<OwnTerm>& terms);

}  // namespace torsor
