#include "arguments/retime_arguments.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "torsor/model/position.hpp"
#include "torsor/trajectory/retime.hpp"
#include "torsor/trajectory/uniform_retime.hpp"

namespace torsor::cli {
namespace {

/// A little less than the limits, so that what is allowed between nodes does not exceed them.
std::vector<JointLimits> with_margin(std::vector<JointLimits> limits) {
  constexpr double share = 1 - 1e-3;
  for (JointLimits& joint : limits) joint.velocity *= share, joint.acceleration *= share, joint.torque *= share;
  return limits;
}

/// Rows that are dense beside the points of the path.
Trajectory dense_rows(const PlannedMotion& motion, double count) { return motion.sampled(count / motion.duration); }

PlannedMotion optimal(const Model<double>& model, const std::vector<JointLimits>& limits, const PlannedMotion& motion,
                      RetimedMotion& found) {
  auto made = path_of_motion(dense_rows(motion, 12000));
  if (const std::string* problem = std::get_if<std::string>(&made))
    throw ComputationError("no retiming: " + *problem, {"retime"});
  const auto path = std::make_shared<const JointPath>(std::get<JointPath>(std::move(made)));
  const auto result = std::make_shared<const Retiming>(retime(model, *path, with_margin(limits)));
  if (!result->end.found())
    throw ComputationError(fmt::format("no retiming along the path of length {:.6g}, {}", path->end,
                                       to_string(result->end, velocity_names(model))));
  found.stretches = result->timing.stretches(), found.after = result->timing.duration();
  return {"quickest motion along " + motion.kind, found.after,
          [path, result](double rate) { return samples_of(*path, result->timing, rate); }};
}

PlannedMotion uniform(const Model<double>& model, const std::vector<JointLimits>& limits, const PlannedMotion& motion,
                      RetimedMotion& found) {
  const Trajectory rows = dense_rows(motion, 4000);
  const UniformRetiming result = uniform_retiming(model, rows, with_margin(limits));
  const std::string joint = result.limit.joint >= 0 ? velocity_names(model)[result.limit.joint] : "";
  if (result.kind == UniformRetiming::Kind::unlimited)
    throw ComputationError("no retiming: nothing limits the motion, however quick it is");
  if (!result.found())
    throw ComputationError(fmt::format("no retiming: the torque of {} at {:.6g} s is beyond its limit at any pace",
                                       joint, rows.time[result.row]));
  const double factor = result.factor, at = rows.time[result.row];
  found.after = factor * motion.duration;
  found.stretches = {{at / motion.duration, at / motion.duration, at * factor, at * factor, result.limit}};
  return {motion.kind + " at another pace", found.after,
          [motion, factor](double wanted) { return slowed(motion.sampled(wanted * factor), factor); }};
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

PlannedMotion RetimeArguments::apply(const Model<double>& model, const std::vector<JointLimits>& limits,
                                     const PlannedMotion& motion, RetimedMotion& found) const {
  if (!given()) return motion;
  found.way = way_.empty() ? "optimal" : way_, found.before = motion.duration;
  return found.way == "uniform" ? uniform(model, limits, motion, found) : optimal(model, limits, motion, found);
}

}  // namespace torsor::cli
