#include "torsor/estimation/own_term.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "torsor/core/did_you_mean.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/text.hpp"
#include "torsor/logs/log_mapping.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

/// t, q1.., qd1.., qdd1.., and the columns of the log.
std::vector<std::string> names_of(int joints, const std::vector<std::string>& other_names) {
  std::vector<std::string> names{"t"};
  for (const char* quantity : {"q", "qd", "qdd"})
    for (int j = 1; j <= joints; ++j) names.push_back(quantity + std::to_string(j));
  names.insert(names.end(), other_names.begin(), other_names.end());
  return names;
}

CompiledTerm compiled(const OwnTerm& term, const Model<double>& model, const std::vector<std::string>& names) {
  const std::vector<std::string> joints = velocity_names(model);
  const auto joint = std::find(joints.begin(), joints.end(), term.joint);
  if (joint == joints.end())
    throw UsageError("own_terms", "expected a joint of " + model.name + " before the formula, found " +
                                      in_quotes(term.joint) + did_you_mean(term.joint, joints));
  const auto formula = compile_formula(term.formula, names);
  if (const auto* error = std::get_if<ExpressionError>(&formula))
    throw UsageError("own_terms", fmt::format("{}, at character {} of {}", error->message, error->position + 1,
                                              in_quotes(term.formula)));
  CompiledTerm result;
  result.joint = static_cast<int>(joint - joints.begin());
  result.formula = *std::get_if<CompiledExpression>(&formula);
  result.body = static_cast<int>(&body_of_velocity(model, result.joint) - model.bodies.data());
  return result;
}

}  // namespace

Eigen::VectorXd CompiledTerm::column(const SmoothedRows& rows) const {
  const int joints = static_cast<int>(rows.q.cols());
  Eigen::VectorXd result(rows.q.rows());
  for (Eigen::Index row = 0; row < result.size(); ++row) {
    result[row] = formula.value<double>([&](int variable) {
      if (variable == 0) return rows.time[static_cast<std::size_t>(row)];
      const int at = (variable - 1) % joints;
      if (variable <= joints) return rows.q(row, at);
      if (variable <= 2 * joints) return rows.qd(row, at);
      if (variable <= 3 * joints) return rows.qdd(row, at);
      return rows.other(row, variable - 1 - 3 * joints);
    });
    if (!std::isfinite(result[row]))
      throw ComputationError(fmt::format("term {} is no finite number at {:.6g} s: look at its formula", number + 1,
                                         rows.time[static_cast<std::size_t>(row)]));
  }
  return result;
}

std::vector<CompiledTerm> compile_terms(const std::vector<OwnTerm>& terms, const Model<double>& model,
                                        const std::vector<std::string>& other_names) {
  const std::vector<std::string> names = names_of(model.nv, other_names);
  std::vector<CompiledTerm> result;
  for (const OwnTerm& term : terms) {
    result.push_back(compiled(term, model, names));
    result.back().number = static_cast<int>(result.size()) - 1;
  }
  return result;
}

std::vector<std::string> columns_wanted(const std::vector<OwnTerm>& terms) {
  std::vector<std::string> wanted;
  for (const OwnTerm& term : terms)
    for (const std::string& name : names_in_formula(term.formula))
      if (!names_motion(name) && std::find(wanted.begin(), wanted.end(), name) == wanted.end()) wanted.push_back(name);
  return wanted;
}

}  // namespace torsor
