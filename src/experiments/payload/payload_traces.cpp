#include "experiments/payload/payload_traces.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/model/position.hpp"

namespace torsor::payload {
namespace {

using Eigen::VectorXd;

constexpr long points_in_a_trace = 1500;

double rms(double squares, double rows) { return std::sqrt(squares / std::max(1.0, rows)); }

std::vector<PayloadTrace> traces_of(const Problem& problem, const Fit& fit, int loaded, const VectorXd& bare,
                                    const VectorXd& load) {
  const Equations& equations = problem.groups[loaded].equations;
  std::vector<PayloadTrace> traces(static_cast<std::size_t>(problem.joints()));
  const long stride = std::max(1L, problem.groups[loaded].range.equations / points_in_a_trace);
  double begin = 0, end = 0;
  int part = -1;
  for (long at = 0; at < equations.piece_count(); ++at) {
    const auto rows = equations.equations(at);
    if (equations.part_of(at) != part && rows->count() > 0) begin = end - rows->time[0];  // the next log follows
    part = equations.part_of(at);
    for (long k = 0; k < rows->count(); k += stride) {
      end = begin + rows->time[static_cast<std::size_t>(k)];
      for (int j = 0; j < problem.joints(); ++j) {
        const std::vector<int>& felt = equations.support()[j];
        PayloadTrace& trace = traces[static_cast<std::size_t>(j)];
        trace.time.push_back(end);
        trace.load_torque.push_back(rows->y(k, j) / fit.g[j] - rows->W[j].row(k).dot(VectorXd(bare(felt))));
        trace.explained.push_back(rows->W[j].row(k).dot(VectorXd(load(felt))));
      }
    }
  }
  return traces;
}

}  // namespace

void add_residuals(const Problem& problem, const Fit& fit, PayloadEstimate& result) {
  const Unknowns& unknowns = problem.groups[0].equations.unknowns();
  const std::vector<std::string> names = velocity_names(unknowns.model), units = torque_units(unknowns.model);
  for (int j = 0; j < problem.joints(); ++j)
    result.residuals.push_back({names[j], units[j], fit.deviation[0][j], 0, 0, 0});
  for (std::size_t k = 0; k < problem.groups.size(); ++k) {
    const Carries sought = problem.load >= 0 ? Carries::unknown_load : Carries::known_load;
    if (problem.groups[k].carries != sought) continue;
    const VectorXd all = fit.felt(problem, static_cast<int>(k));
    const VectorXd load = sought == Carries::known_load
                              ? problem.c[k]
                              : VectorXd(problem.A[k].middleCols(problem.load, 10) * fit.x.segment(problem.load, 10));
    const JointEquations& sums = problem.groups[k].sums;
    for (int j = 0; j < problem.joints(); ++j) {
      const NormalEquations one = sums.joint(j);
      PayloadResidual& residual = result.residuals[static_cast<std::size_t>(j)];
      residual.loaded = rms(one.squared_residual(fit.g[j] * sums.felt(j, all)), one.rows);
      residual.loaded_without_load = rms(one.squared_residual(fit.g[j] * sums.felt(j, all - load)), one.rows);
      residual.loaded_torque = rms(one.yty, one.rows);
    }
    result.traces = traces_of(problem, fit, static_cast<int>(k), all - load, load);
  }
}

}  // namespace torsor::payload
