#pragma once

#include <vector>

#include "torsor/estimation/evaluation.hpp"
#include "torsor/estimation/identify.hpp"

namespace torsor {

/// What the estimates are assessed with, beside the equations that they were made from.
struct AssessmentInput {
  const IdentifyOptions& options;
  const MotionRange& range;
  const std::vector<double>& slow;       // by joint
  const Eigen::VectorXd& deviation;      // by joint: of its residual
  const std::vector<LogPart>& held_out;  // no parts where nothing was
};

/// How well every estimate of `result` predicts the torques, on the data that it was made from and on those that were
/// held out; the traces of the chosen one; and standard deviations, where they are asked for.
void assess_estimates(const Equations& equations, const AssessmentInput& input, Identification& result);

/// Standard deviations for coloured noise of the estimates that have them, from `fitted`, the training data's
/// residuals.
void add_deviations(const Equations& equations, const AssessmentInput& input, const Evaluation& fitted,
                    Identification& result);

}  // namespace torsor
