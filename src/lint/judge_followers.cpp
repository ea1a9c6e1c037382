#include <fmt/format.h>

#include "lint/judge.hpp"
#include "torsor/model/evaluator.hpp"
#include "torsor/model/limits.hpp"

namespace torsor::lint {

void judge_followers(const Description& robot, const Add& add) {
  const Evaluator<double> numbers(robot);
  const auto range = [&](const described::Link& link) {
    if (!link.limits.position) return std::string("none");
    const auto& limits = *link.limits.position;
    return fmt::format("{:.6g} to {:.6g}", numbers.value(limits[0]), numbers.value(limits[1]));
  };
  for (const auto& [follower, leader] : contradicting_followers(robot))
    add({"mimic-limits", Severity::warning, "", follower->where, "joint " + follower->joint_name,
         fmt::format("expected limits that leave {} its own, {}, found {}: the limits of {} are not used",
                     leader->joint_name, range(*leader), range(*follower), follower->joint_name),
         "correct them, or the sign of the multiplier"});
}

}  // namespace torsor::lint
