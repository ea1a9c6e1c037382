#include "torsor/model/change_description.hpp"

#include <algorithm>

namespace torsor {

Description without_friction(Description robot) {
  for (described::Link& link : robot.links) {
    link.friction.reset();
    if (link.spring) link.spring->damping = 0.0;
  }
  for (described::Coupling& coupling : robot.couplings) {
    coupling.viscous = coupling.coulomb = {};
    coupling.presliding_stiffness = coupling.presliding_damping = {};
  }
  return robot;
}

Description without_rotors(Description robot) {
  for (described::Link& link : robot.links)
    if (link.rotor) link.rotor->inertia = 0.0;
  for (described::Coupling& coupling : robot.couplings) coupling.rotor_inertia = 0.0;
  return robot;
}

Description with_payload(Description robot, const std::string& frame, const described::MassProperties& load) {
  if (!robot.payload) {
    robot.payload = described::Payload{load, frame};
    return robot;
  }
  described::Link link;
  link.name = "payload";
  const auto is_taken = [&](const described::Link& other) { return other.name == link.name; };
  while (std::any_of(robot.links.begin(), robot.links.end(), is_taken)) link.name += "_";
  link.parent = frame;
  link.joint = JointType::fixed;
  link.mass = load;
  if (robot.tool && frame == "tool") link.parent = robot.tool->link, link.origin = robot.tool->pose;
  if (!robot.tool && !robot.links.empty()) robot.tool = described::Tool{robot.links.back().name, {}};
  robot.links.push_back(link);
  return robot;
}

}  // namespace torsor
