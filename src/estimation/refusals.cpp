#include "estimation/refusals.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "torsor/core/counted.hpp"
#include "torsor/core/error.hpp"
#include "torsor/estimation/estimators.hpp"

namespace torsor {

void require_equations(const Equations& equations, const std::vector<LogPart>& logs, double trim) {
  if (equations.piece_count() > 0) return;
  double seconds = 0, cutoff = 0;
  for (const LogPart& part : logs) {
    seconds = std::max(seconds, part.step * static_cast<double>(part.count));
    for (const double one : part.plan.cutoff) cutoff = std::max(cutoff, one);
  }
  const double ends = trim >= 0 ? trim : cutoff > 0 ? 2 / cutoff : 0;
  constexpr double long_rest = 10;  // s: nothing that moves has so slow a content
  if (trim < 0 && ends > long_rest)
    throw ComputationError(fmt::format(
        "the logs give no equations: expected joints that move, for more than some seconds; found {:.3g} s in the "
        "longest log, and no motion in it faster than {:.2g} Hz",
        seconds, cutoff));
  throw ComputationError(
      fmt::format("the logs give no equations: expected more than the {:.3g} s at either end that are "
                  "not used and the {:.3g} s of an equation, found {:.3g} s in the longest",
                  ends, equations.step(), seconds),
      {"trim", "equation_rate"});
}

void require_enough(const JointEquations& sums) {
  double rows = 0;
  for (int j = 0; j < sums.joints(); ++j) rows += sums.joint(j).rows;
  if (rows > 2.0 * sums.columns) return;
  throw ComputationError(
      fmt::format("the logs give {}: expected at least twice as many as the {} base "
                  "parameters",
                  counted(static_cast<long>(rows), "equation"), sums.columns));
}

void refuse_undetermined(const Unknowns& unknowns, const JointEquations& sums) {
  const Conditioning all = conditioning(sums.total(Eigen::VectorXd::Ones(sums.joints())));
  const Eigen::VectorXd weakest = all.directions.col(all.directions.cols() - 1).cwiseAbs();
  std::string names;
  for (int b = 0; b < unknowns.base.count(); ++b)
    if (weakest[b] > 0.3 * weakest.maxCoeff())
      names += (names.empty() ? "" : ", ") + parameter_name(unknowns.layout.entries[unknowns.base.independent[b]]);
  throw ComputationError("the logs do not determine all parameters: they say nothing about " + names +
                         " (or only about a combination of them); expected motion of all joints at different "
                         "velocities");
}

}  // namespace torsor
