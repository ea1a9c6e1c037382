#include "arguments/retime_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "torsor/model/position.hpp"
#include "torsor/trajectory/retime.hpp"
#include "torsor/trajectory/uniform_retime.hpp"

namespace torsor::cli {
namespace {

/// A little less than the limits, so that what is allowed between nodes does not exceed them.
constexpr double used_share = 1 - 1e-3;

std::vector<JointLimits> with_margin(std::vector<JointLimits> limits) {
  for (JointLimits& joint : limits)
    joint.velocity *= used_share, joint.acceleration *= used_share, joint.torque *= used_share;
  return limits;
}

/// Rows that are dense beside the points of the path.
Trajectory dense_rows(const SettledMotion& motion, double count) { return motion.sampled(count / motion.duration); }

SettledMotion optimal(const Model<double>& model, const std::vector<JointLimits>& limits, const SettledMotion& motion,
                      RetimedMotion& found) {
  auto made = path_of_motion(dense_rows(motion, 12000));
  if (const std::string* problem = std::get_if<std::string>(&made))
    throw ComputationError("no retiming: " + *problem, {"retime"});
  const auto path = std::make_shared<const JointPath>(std::get<JointPath>(std::move(made)));
  RetimeOptions options;
  Vector q(limits.size()), dq(limits.size()), ddq(limits.size());
  if (motion.tip.at)
    options.path_speed_at = [&](double s) {  // |J q'| ds/dt is the speed of the tip
      path->evaluate(s, q, dq, ddq);
      return used_share * motion.tip.most / motion.tip.at(q, dq);
    };
  const auto result = std::make_shared<const Retiming>(retime(model, *path, with_margin(limits), options));
  if (!result->end.found())
    throw ComputationError(fmt::format("no retiming along the path of length {:.6g}, {}", path->end,
                                       to_string(result->end, velocity_names(model))));
  found.stretches = result->timing.stretches(), found.after = result->timing.duration();
  SettledMotion retimed{"quickest motion along " + motion.kind, found.after,
                        [path, result](double rate) { return samples_of(*path, result->timing, rate); }};
  if (motion.tip.at) retimed.uses = {motion.tip.use(dense_rows(retimed, 4000))};
  retimed.tip = motion.tip;
  return retimed;
}

/// The factor that the tip needs as well.
void heed_tip(const TipSpeed& tip, const Trajectory& rows, UniformRetiming& result) {
  const LimitUse use = tip.use(rows);
  const double factor = use.share / used_share;
  const bool unlimited = result.kind == UniformRetiming::Kind::unlimited;
  if (!(unlimited || (result.found() && factor > result.factor))) return;
  const auto row = std::lower_bound(rows.time.begin(), rows.time.end(), use.time) - rows.time.begin();
  result = {
      UniformRetiming::Kind::found, factor, {ActiveLimit::Kind::path_speed, -1, true}, static_cast<std::size_t>(row)};
}

SettledMotion uniform(const Model<double>& model, const std::vector<JointLimits>& limits, const SettledMotion& motion,
                      RetimedMotion& found) {
  const Trajectory rows = dense_rows(motion, 4000);
  UniformRetiming result = uniform_retiming(model, rows, with_margin(limits));
  if (motion.tip.at) heed_tip(motion.tip, rows, result);
  const std::string joint = result.limit.joint >= 0 ? velocity_names(model)[result.limit.joint] : "";
  if (result.kind == UniformRetiming::Kind::unlimited)
    throw ComputationError("no retiming: nothing limits the motion, however quick it is");
  if (!result.found())
    throw ComputationError(fmt::format("no retiming: the torque of {} at {:.6g} s is beyond its limit at any pace",
                                       joint, rows.time[result.row]));
  const double factor = result.factor, at = rows.time[result.row];
  found.after = factor * motion.duration;
  found.stretches = {{at / motion.duration, at / motion.duration, at * factor, at * factor, result.limit}};
  SettledMotion retimed{motion.kind + " at another pace", found.after,
                        [motion, factor](double wanted) { return slowed(motion.sampled(wanted * factor), factor); }};
  if (motion.tip.at) retimed.uses = {motion.tip.use(slowed(rows, factor))};
  retimed.tip = motion.tip;
  return retimed;
}

}  // namespace

void RetimeArguments::add_to(Command& command) {
  option_ = command
                .option("--retime", way_,
                        "As quick as limits of velocity, acceleration and torque allow, on the same way: optimal "
                        "(default), at the best pace; or uniform, with one factor on the time")
                .one_of({"optimal", "uniform"})
                .value_optional();
}

SettledMotion RetimeArguments::apply(const Model<double>& model, const std::vector<JointLimits>& limits,
                                     const SettledMotion& motion, RetimedMotion& found) const {
  if (!given()) return motion;
  found.way = way_.empty() ? "optimal" : way_, found.before = motion.duration;
  return found.way == "uniform" ? uniform(model, limits, motion, found) : optimal(model, limits, motion, found);
}

}  // namespace torsor::cli
