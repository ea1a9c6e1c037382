#include "experiments/payload/payload_groups.hpp"

#include <algorithm>

#include "estimation/refusals.hpp"
#include "torsor/estimation/estimators.hpp"
#include "torsor/estimation/friction_shape.hpp"

namespace torsor::payload {
namespace {

constexpr int searches_for_a_shape = 2;

std::vector<LogPart> parts_of(const std::vector<NamedLog>& logs, const SmoothingOptions& smoothing) {
  std::vector<LogPart> parts;
  parts.reserve(logs.size());
  for (const NamedLog& log : logs) {
    const SmoothingPlan plan = plan_smoothing(*log.source, smoothing);
    parts.push_back({log.source, plan, plan.step, 0, log.source->row_count()});
  }
  return parts;
}

/// By joint: the velocity below which its equations do not count, as in identification.
std::vector<double> slow_of(const Model<double>& model, const MotionRange& range, const IdentifyOptions& options) {
  if (options.slow.size() == 1) return std::vector<double>(static_cast<std::size_t>(model.nv), options.slow[0]);
  std::vector<double> list = options.slow;
  for (int j = 0; options.slow.empty() && j < model.nv; ++j) {
    const double fastest = range.largest_velocity[j];
    const double slow = std::max(options.slow_in_widths * model.friction[j].width, options.slow_share * fastest);
    list.push_back(options.coulomb ? std::min(slow, 0.5 * fastest) : 0);
  }
  return list;
}

bool shape_is_searched(const IdentifyOptions& options) {
  return options.coulomb && options.widths.empty() && options.width == CoulombWidth::searched;
}

}  // namespace

Group make_group(Carries carries, const Unknowns& unknowns, const std::vector<NamedLog>& logs,
                 const IdentifyOptions& options, const Model<double>& shape) {
  const std::vector<LogPart> parts = parts_of(logs, options.smoothing);
  Group group{
      carries, Equations(unknowns, parts, {options.equation_rate, {}, options.trim, options.threads}), {}, {}, {}};
  Equations& equations = group.equations;
  require_equations(equations, parts, options.trim);
  group.range = motion_range(equations);
  group.smoothing = in_words(parts[0].plan);
  const auto settle = [&](const Model<double>& model) {
    equations.reshape_friction(model);
    equations.drop_below(slow_of(equations.unknowns().model, group.range, options));
    group.sums = equations.sums(1);
  };
  settle(shape);
  for (int pass = 0; shape_is_searched(options) && pass < searches_for_a_shape; ++pass) {
    const LinearEstimate alone = weighted_least_squares(group.sums);
    if (alone.beta.size() == 0) break;
    settle(with_best_friction_shape(equations, alone.beta, group.range.largest_velocity));
  }
  return group;
}

}  // namespace torsor::payload
