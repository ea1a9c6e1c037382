#include "robot_files/mjcf/joints.hpp"

namespace torsor::mjcf {
namespace {

using described::Link;

void read_limits(const Attributes& joint, double unit, const Context& context, Link& link) {
  const std::string limited = joint.word("limited", {"auto", "true", "false"});
  const auto range = joint.numbers("range", 2);
  if (limited == "false" || (limited == "auto" && !range)) return;
  if (limited == "auto" && !context.settings.limits_from_range)
    return context.report.warning("range-unused", joint.place("range"),
                                  "range without limited has no effect where autolimits is false",
                                  "write limited=\"true\" or limited=\"false\"");
  if (range && (*range)[0] < (*range)[1]) {
    link.limits.position = {{(*range)[0] * unit, (*range)[1] * unit}};
    return;
  }
  context.report.error("range", joint.has("range") ? joint.place("range") : joint.place("limited"),
                       "range: expected two numbers, the lower one first, found '" + joint.text("range") + "'");
}

/// The bound on what actuators give the joint, where it is the same in both directions.
void read_torque_limit(const Attributes& joint, Link& link) {
  const auto range = joint.numbers("actuatorfrcrange", 2);
  if (!range || joint.word("actuatorfrclimited", {"auto", "true", "false"}) == "false") return;
  if ((*range)[1] > 0 && (*range)[0] == -(*range)[1]) link.limits.torque = (*range)[1];
}

}  // namespace

void read_drive(const Attributes& joint, Link& link) {
  const double armature = joint.effect("armature");
  if (armature > 0) link.rotor = described::Rotor{armature, 1.0, {}};
  const double damping = joint.effect("damping"), loss = joint.effect("frictionloss");
  if (damping > 0 || loss > 0) {
    described::Friction& friction = link.friction.emplace();
    friction.viscous.fill(damping);
    friction.coulomb.fill(loss);
  }
  for (const char* attribute : {"springdamper", "springyield"})
    if (joint.has(attribute) && joint.text(attribute).find_first_of("123456789") != std::string::npos)
      joint.report().warning("joint-effect-ignored", joint.place(attribute),
                             std::string(attribute) + " is not modelled", "write stiffness and damping");
}

void read_joint_effects(const Attributes& joint, double unit, const Context& context, Link& link) {
  read_drive(joint, link);
  const double stiffness = joint.number("stiffness", 0), rest = joint.number("springref", 0) * unit;
  if (stiffness != 0) link.spring = described::Spring{stiffness, rest, 0.0};
  read_limits(joint, unit, context, link);
  read_torque_limit(joint, link);
}

void read_turning_effects(const Attributes& joint, const std::vector<described::Quantity>& rest, Link& link) {
  read_drive(joint, link);
  if (const double stiffness = joint.number("stiffness", 0); stiffness != 0) {
    link.spring = described::Spring{stiffness, 0.0, 0.0};
    link.spring->pose = rest;
  }
  if (joint.has("range"))
    joint.report().note("joint-effect-ignored", joint.place("range"), "range of a ball joint is not read");
}

}  // namespace torsor::mjcf
