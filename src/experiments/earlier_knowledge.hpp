#pragma once

#include "torsor/estimation/equations.hpp"
#include "torsor/estimation/identify.hpp"

namespace torsor {

/// What logs tell of the base parameters.
struct EarlierKnowledge {
  Eigen::MatrixXd information;  // no rows where there are no logs
  std::vector<double> noise;    // by joint: of one equation; none where the logs cannot tell
  double rate = 0;              // equations a second
};

/// `noise` (by joint) is taken where the logs alone do not determine all parameters, and so no residual.
EarlierKnowledge earlier_knowledge(const Unknowns& unknowns, const std::vector<NamedLog>& logs, IdentifyOptions options,
                                   const std::vector<double>& noise);

/// By parameter: its standard deviation; infinite where the information does not reach it.
std::vector<double> deviations(const Eigen::MatrixXd& information);

}  // namespace torsor
