#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lint/judge.hpp"
#include "torsor/kinematics/loop_closure.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/position_ranges.hpp"

namespace torsor::lint {
namespace {

constexpr int most_loop_velocities = 100;  // a linter is quick
constexpr double loop_is_closed = 1e-6;    // m, as a simulation has it

/// Starts from which loops are closed: zero, and the middle of all limits.
std::vector<std::vector<double>> starts_of(const Model<double>& model, const std::vector<PositionRange>& ranges) {
  std::vector<std::vector<double>> starts(2, zero_position(model));
  for (const PositionRange& range : ranges)
    if (std::isfinite(range.low) && std::isfinite(range.high))
      starts[1][static_cast<std::size_t>(range.q)] = (range.low + range.high) / 2;
  return starts;
}

/// The gaps where they are smallest, three numbers for each loop; `widest` of them.
struct Gaps {
  std::vector<double> gap;
  double widest = HUGE_VAL;
};
Gaps smallest_gaps(const Model<double>& model, const std::vector<JointLimits>& limits) {
  const std::vector<double> still(static_cast<std::size_t>(model.nv), 0.0);
  Gaps best;
  for (std::vector<double>& q : starts_of(model, position_ranges(model, limits))) {
    close_loops(model, q, {.limits = limits});
    std::vector<double> gap = loop_closure<double>(model, q, still).gap;
    if (const double widest = widest_gap(gap); widest < best.widest) best = {std::move(gap), widest};
  }
  return best;
}

}  // namespace

void judge_loops(const Description& robot, const Add& add) {
  if (robot.loops.empty()) return;
  const Model<double> model = build_model<double>(robot);
  if (model.nv > most_loop_velocities || model.loops.size() != robot.loops.size()) return;
  const Gaps within = smallest_gaps(model, joint_limits(robot));
  if (!(within.widest > loop_is_closed)) return;
  const bool limits_do_it = smallest_gaps(model, {}).widest <= loop_is_closed;
  for (std::size_t k = 0; k < robot.loops.size(); ++k) {
    const double gap = widest_gap(Input<double>(&within.gap[3 * k], 3));
    if (!(gap > loop_is_closed)) continue;
    const described::Loop& loop = robot.loops[k];
    add({"loop-open", Severity::warning, "", loop.where, "loop " + loop.name,
         fmt::format("expected points of {} and {} that can meet, found {:.4g} mm between them at the nearest{}",
                     loop.link[0], loop.link[1], 1e3 * gap, limits_do_it ? " within the limits of the joints" : ""),
         limits_do_it ? "correct the limits or the points" : "correct the points, or the origins of the links"});
  }
}

}  // namespace torsor::lint
