#include "estimation/log_split.hpp"

#include <fmt/format.h>

#include <cmath>

namespace torsor {
namespace {

LogPart part(const NamedLog& log, const SmoothingPlan& plan, double from, double to) {
  const double rows = static_cast<double>(log.source->row_count());
  const long first = std::lround(from * rows);
  return {log.source, plan, plan.step, first, std::lround(to * rows) - first};
}

}  // namespace

LogSplit split_logs(const std::vector<NamedLog>& training, const std::vector<NamedLog>& validation,
                    const IdentifyOptions& options) {
  LogSplit split;
  SmoothingOptions smoothing = options.smoothing;
  smoothing.spare_turns = options.coulomb && options.select_terms;
  const double kept = validation.empty() ? 1 - options.hold_out : 1;
  for (const NamedLog& log : training) {
    const SmoothingPlan plan = plan_smoothing(*log.source, smoothing);
    split.training.push_back(part(log, plan, 0, kept));
    if (kept < 1) split.validation.push_back(part(log, plan, kept, 1));
  }
  for (const NamedLog& log : validation)
    split.validation.push_back(part(log, plan_smoothing(*log.source, smoothing), 0, 1));
  split.held_out = !validation.empty() ? "separate logs"
                   : kept < 1          ? fmt::format("the last {:.0f} % of each log", 100 * options.hold_out)
                                       : "nothing";
  return split;
}

}  // namespace torsor
