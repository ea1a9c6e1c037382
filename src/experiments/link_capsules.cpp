#include "torsor/experiments/link_capsules.hpp"

#include <algorithm>

#include "torsor/core/text.hpp"
#include "torsor/model/capsule_around.hpp"
#include "torsor/model/evaluator.hpp"

namespace torsor {

std::vector<Capsule> link_capsules(const Description& robot, const Model<double>& model,
                                   std::vector<std::string>& notes) {
  std::vector<Capsule> result;
  const Evaluator<double> values(robot);
  const auto add = [&](const std::string& link, const described::Capsule& capsule) {
    const Frame<double>& frame = model.frames[std::max(0, find_frame(model, link))];
    result.push_back({link, frame.body, frame.pose * values.vector(capsule.from),
                      frame.pose * values.vector(capsule.to), values.value(capsule.radius)});
  };
  for (const described::Capsule& capsule : robot.base_capsules) add(robot.base_name, capsule);
  for (const described::Link& link : robot.links)
    for (const described::Capsule& capsule : link.capsules) add(link.name, capsule);
  std::vector<std::string> without;
  for (const described::Visual& shape : robot.visuals) {
    if (!shape.collision || shape.link.empty()) continue;
    if (has_extent(shape))
      add(shape.link, capsule_around(shape));
    else if (std::ranges::find(without, shape.link) == without.end())
      without.push_back(shape.link);
  }
  if (!without.empty()) notes.push_back("nothing is kept from collision meshes of " + enumerated(without));
  return result;
}

}  // namespace torsor
