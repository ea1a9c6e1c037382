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
  const auto plans = [&](const std::vector<NamedLog>& logs) {
    std::vector<const LogSource*> sources;
    sources.reserve(logs.size());
    for (const NamedLog& log : logs) sources.push_back(log.source);
    return plan_smoothing(sources, smoothing);
  };
  const std::vector<SmoothingPlan> learned = plans(training), told = plans(validation);
  for (std::size_t k = 0; k < training.size(); ++k) {
    split.training.push_back(part(training[k], learned[k], 0, kept));
    if (kept < 1) split.validation.push_back(part(training[k], learned[k], kept, 1));
  }
  for (std::size_t k = 0; k < validation.size(); ++k) split.validation.push_back(part(validation[k], told[k], 0, 1));
  split.held_out = !validation.empty() ? "separate logs"
                   : kept < 1          ? fmt::format("the last {:.0f} % of each log", 100 * options.hold_out)
                                       : "nothing";
  return split;
}

}  // namespace torsor
