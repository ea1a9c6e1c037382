#include <fmt/format.h>

#include "lint/judge.hpp"
#include "torsor/model/evaluator.hpp"

namespace torsor::lint {

void judge_friction(const Description& robot, const Add& add) {
  constexpr double most = 0.5;  // worm gears that just about turn from either side
  const Evaluator<double> numbers(robot);
  for (const described::Link& link : robot.links) {
    const double load = link.friction ? numbers.value(link.friction->load) : 0;
    if (load > most)
      add({"load-friction-large", Severity::warning, "", link.friction->load.where, "joint " + link.joint_name,
           fmt::format("expected load friction up to {:.6g} N m per N m, found {:.6g}", most, load),
           "gears have 0.02 to 0.3: look for a percentage, or for Coulomb friction in N m"});
  }
}

}  // namespace torsor::lint
