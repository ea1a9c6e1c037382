#include "robot_files/yaml/joint.hpp"

namespace torsor::yaml {

using namespace described;

void read_joint(const Value& value, Link& link) {
  const std::map<std::string, JointType> types{{"revolute", JointType::revolute},
                                               {"prismatic", JointType::prismatic},
                                               {"fixed", JointType::fixed},
                                               {"ball", JointType::ball},
                                               {"free", JointType::free}};
  if (!value.is_map()) {
    link.joint = value.choice("joint of " + link.name, types);
    return;
  }
  Section section(value, "joint of " + link.name);
  link.joint = section.require("type").choice("type of joint", types);
  section.read("name", link.joint_name);
  section.read("flip", link.flip);
  section.finish();
}

DhRow read_dh_row(const Value& value, const std::string& owner) {
  Section section(value, "dh of " + owner);
  DhRow row;
  section.read("theta", row.theta);
  section.read("d", row.d);
  section.read("a", row.a);
  section.read("alpha", row.alpha);
  section.read("offset", row.offset);
  section.finish();
  return row;
}

Mimic read_mimic(const Value& value, const std::string& owner) {
  Section section(value, "mimic of " + owner);
  Mimic result;
  result.where = value.where();
  result.joint = section.require("joint").text("joint of " + section.what());
  section.read("multiplier", result.multiplier);
  section.read("offset", result.offset);
  section.finish();
  return result;
}

Rotor read_rotor(const Value& value, const std::string& owner) {
  Section section(value, "rotor of " + owner);
  Rotor result;
  result.inertia = section.require("inertia").quantity("rotor inertia of " + owner);
  section.read("ratio", result.ratio);
  if (const auto found = section.take("axis")) result.axis = found->triple("rotor axis of " + owner);
  section.finish();
  return result;
}

namespace {

/// What a contact does before it slides; a damping alone would act on nothing.
template <class Owner>
void read_presliding(const Value& value, const std::string& owner, Owner& friction) {
  Section section(value, "presliding of " + owner);
  friction.presliding_stiffness = section.require("stiffness").quantity("stiffness of " + section.what());
  section.read("damping", friction.presliding_damping);
  section.finish();
}

}  // namespace

Friction read_friction(const Value& value, const std::string& owner) {
  Section section(value, "friction of " + owner);
  Friction result;
  section.read("viscous", result.viscous);
  section.read("coulomb", result.coulomb);
  section.read("offset", result.offset);
  section.read("width", result.width);
  section.read("stribeck", result.stribeck);
  section.read("stribeck_velocity", result.stribeck_velocity);
  section.read("load", result.load);
  if (const auto found = section.take("presliding")) read_presliding(*found, owner, result);
  if (const auto found = section.take("side"))
    result.side = found->choice<Side>("side", {{"link", Side::link}, {"motor", Side::motor}});
  section.finish();
  for (auto* pair : {&result.viscous, &result.coulomb})
    for (Quantity& entry : *pair)
      if (entry.where.line == 0) entry.where = value.where();
  return result;
}

Spring read_spring(const Value& value, const std::string& owner) {
  Section section(value, "spring of " + owner);
  Spring result;
  section.read("stiffness", result.stiffness);
  if (const auto found = section.take("rest"); found && found->is_list())
    for (const Value& entry : found->list("rest of " + section.what()))
      result.pose.push_back(entry.quantity("rest of " + section.what()));
  else if (found)
    result.rest = found->quantity("rest of " + section.what());
  section.read("damping", result.damping);
  section.finish();
  return result;
}

GravityCompensation read_gravity_compensation(const Value& value, const std::string& owner) {
  const std::string what = "gravity_compensation of " + owner;
  GravityCompensation result;
  if (!value.is_map()) {
    result.part = value.quantity(what);
    return result;
  }
  Section section(value, what);
  section.read("part", result.part);
  section.read("mass", result.mass);
  section.read("com", result.com);
  section.finish();
  return result;
}

Limits read_limits(const Value& value, const std::string& owner) {
  Section section(value, "limits of " + owner);
  Limits result;
  if (const auto found = section.take("position")) result.position = found->pair("position limits of " + owner);
  section.read("velocity", result.velocity);
  section.read("acceleration", result.acceleration);
  section.read("torque", result.torque);
  section.finish();
  return result;
}

Coupling read_coupling(const Value& value) {
  Section section(value, "coupling");
  Coupling result;
  result.where = value.where();
  Section joints(section.require("joints"), "joints of a coupling");
  for (const auto& [key, item] : joints.take_all()) {
    const std::string name(key.scalar());
    result.joints.emplace_back(name, item.quantity("coupling coefficient of " + name));
  }
  section.read("stiffness", result.stiffness);
  section.read("rest", result.rest);
  section.read("sine", result.sine);
  section.read("cosine", result.cosine);
  section.read("viscous", result.viscous);
  section.read("coulomb", result.coulomb);
  section.read("width", result.width);
  if (const auto found = section.take("presliding")) read_presliding(*found, "a coupling", result);
  section.read("rotor_inertia", result.rotor_inertia);
  section.finish();
  return result;
}

/// The two entries of a list; none after a report that there are others.
static std::vector<Value> two(const Value& value, const std::string& what) {
  std::vector<Value> entries = value.list(what);
  if (!value.is_list() || entries.size() == 2) return entries;
  value.fail(what + ": expected a list of 2, found " + value.found());
  return {};
}

Loop read_loop(const Value& value) {
  Section section(value, "loop");
  Loop result;
  result.where = value.where();
  section.read("name", result.name);
  int side = 0;
  for (const Value& link : two(section.require("links"), "links of a loop"))
    result.link[side++] = link.text("link of a loop");
  side = 0;
  for (const Value& point : two(section.require("points"), "points of a loop"))
    result.point[side++] = point.triple("point of a loop");
  section.finish();
  return result;
}

}  // namespace torsor::yaml
