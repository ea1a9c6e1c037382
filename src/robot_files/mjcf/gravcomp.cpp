#include "robot_files/mjcf/gravcomp.hpp"

#include <algorithm>

namespace torsor::mjcf {
namespace {

/// The joints that move a body, and those of them whose motors carry the weight.
struct Carriers {
  int all = 0, motors = 0;
};
Carriers carriers_of(const std::vector<Body>& bodies, const Body& body, const Context& context) {
  Carriers result;
  for (const Body* at = &body;; at = &bodies[static_cast<std::size_t>(at->parent)]) {
    for (const Part& joint : at->joints) {
      ++result.all;
      if (joint.element->tag() == "freejoint") continue;  // which has no such attribute
      const Attributes attributes = context.defaults.attributes(*joint.element, joint.inherited);
      result.motors += attributes.word("actuatorgravcomp", {"false", "true"}) == "true" ? 1 : 0;
    }
    if (at->parent < 0) return result;
  }
}

}  // namespace

void apply_gravcomp(const std::vector<Body>& bodies, const Context& context, Description& robot) {
  if (std::none_of(bodies.begin(), bodies.end(), [](const Body& body) { return body.lift != 0; })) return;
  std::map<std::string, described::Link*, std::less<>> links;
  for (described::Link& link : robot.links) links[link.name] = &link;
  for (const Body& body : bodies) {
    if (body.lift == 0) continue;
    const auto [all, motors] = carriers_of(bodies, body, context);
    if (motors > 0 && motors == all) continue;  // tau is the torque of the motors
    if (motors > 0)
      context.report.warning("gravcomp-ignored", {body.element, "gravcomp"},
                             "gravcomp: expected actuatorgravcomp at all joints that move the body or at none, found "
                             "it at some, where it is ignored",
                             "give all joints the same actuatorgravcomp");
    links.at(body.name)->gravity_compensation.emplace().part = body.lift;
  }
}

}  // namespace torsor::mjcf
