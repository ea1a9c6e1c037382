#include "output/answer.hpp"
#include "output/evaluated_robot.hpp"
#include "output/show_output.hpp"
#include "torsor/model/joint_name.hpp"
#include "torsor/model/tip.hpp"

namespace torsor::cli {
namespace {

using described::Link;

Json mass_json(const EvaluatedRobot::Mass& m) {
  const auto& I = m.inertia;
  return {{"mass", m.mass},
          {"com", entries_json(m.com)},
          {"inertia_about_com", {{"xx", I.xx}, {"xy", I.xy}, {"xz", I.xz}, {"yy", I.yy}, {"yz", I.yz}, {"zz", I.zz}}}};
}

class RobotJson : EvaluatedRobot {
 public:
  using EvaluatedRobot::EvaluatedRobot;

  Json json() const {
    Json parameters = Json::object();
    for (const auto& parameter : description_.parameters) parameters[parameter.name] = number(parameter.value);
    Json joints = Json::array(), links = Json::array();
    for (const Link& link : description_.links) {
      if (link.joint != JointType::fixed) joints.push_back(joint(link));
      Json entry{{"name", link.name}, {"parent", link.parent}, {"joint", name_of(link.joint)}};
      entry.update(mass_json(mass(link.mass)));
      if (link.gravity_compensation)
        entry["gravity_compensation"] = {{"part", number(link.gravity_compensation->part)},
                                         {"mass", number(link.gravity_compensation->mass)},
                                         {"com", entries_json(vector(link.gravity_compensation->com))}};
      links.push_back(entry);
    }
    Json result{
        {"name", description_.name},
        {"description", description_.description},
        {"source", description_.source},
        {"illustrative", description_.illustrative},
        {"dh", !has_table() ? Json() : Json(description_.dh == DhConvention::standard ? "standard" : "modified")},
        {"rotor_model", description_.rotor_model == RotorModel::reflected ? "reflected" : "gyroscopic"},
        {"gravity", entries_json(vector(description_.gravity))},
        {"parameters", parameters},
        {"joints", joints},
        {"links", links}};
    result["base"] = {{"xyz", entries_json(vector(description_.base.xyz))},
                      {"rpy", entries_json(vector(description_.base.rpy))}};
    if (description_.base_name != "base") result["base"]["name"] = description_.base_name;
    if (has_base_mass()) result["base"].update(mass_json(mass(description_.base_mass)));
    if (description_.payload) {
      result["payload"] = mass_json(mass(description_.payload->mass));
      result["payload"]["at"] = description_.payload->at;
    }
    result["tip_candidates"] = description_.tool ? std::vector<std::string>{"tool"} : tip_names(description_);
    result["couplings"] = Json::array();
    for (const described::Coupling& coupling : description_.couplings) {
      Json combination;
      for (const auto& [name, coefficient] : coupling.joints) combination[name] = number(coefficient);
      const auto directed = [&](const auto& pair) { return Json::array({number(pair[0]), number(pair[1])}); };
      Json one{{"joints", combination},
               {"stiffness", number(coupling.stiffness)},
               {"rest", number(coupling.rest)},
               {"sine", number(coupling.sine)},
               {"cosine", number(coupling.cosine)},
               {"viscous", directed(coupling.viscous)},
               {"coulomb", directed(coupling.coulomb)},
               {"width", number(coupling.width)},
               {"rotor_inertia", number(coupling.rotor_inertia)}};
      if (const double stiffness = number(coupling.presliding_stiffness); stiffness != 0)
        one["presliding"] = {{"stiffness", stiffness}, {"damping", number(coupling.presliding_damping)}};
      result["couplings"].push_back(std::move(one));
    }
    result["loops"] = Json::array();
    for (const described::Loop& loop : description_.loops)
      result["loops"].push_back(
          {{"name", loop.name},
           {"links", Json::array({loop.link[0], loop.link[1]})},
           {"points", Json::array({entries_json(vector(loop.point[0])), entries_json(vector(loop.point[1]))})}});
    if (description_.tool)
      result["tool"] = {{"link", description_.tool->link},
                        {"xyz", entries_json(vector(description_.tool->pose.xyz))},
                        {"rpy", entries_json(vector(description_.tool->pose.rpy))}};
    return result;
  }

 private:
  Json joint(const Link& link) const {
    Json result{{"name", link.joint_name}, {"type", name_of(link.joint)}, {"link", link.name}, {"parent", link.parent}};
    if (link.dh)
      result["dh"] = {{"theta", number(link.dh->theta)},
                      {"d", number(link.dh->d)},
                      {"a", number(link.dh->a)},
                      {"alpha", number(link.dh->alpha)},
                      {"offset", number(link.dh->offset)}};
    else
      result["axis"] = entries_json(vector(link.axis));
    if (link.origin)
      result["origin"] = {{"xyz", entries_json(vector(link.origin->xyz))},
                          {"rpy", entries_json(vector(link.origin->rpy))}};
    if (link.flip) result["flip"] = true;
    if (link.mimic) {
      const auto [leader, ratio, offset] = values_.follow(link);
      result["mimic"] = {{"joint", leader->joint_name}, {"multiplier", ratio}, {"offset", offset}};
    }
    if (link.rotor) result["rotor"] = {{"inertia", number(link.rotor->inertia)}, {"ratio", number(link.rotor->ratio)}};
    if (link.rotor && link.rotor->axis) result["rotor"]["axis"] = entries_json(vector(*link.rotor->axis));
    if (link.friction) {
      const auto& [viscous, coulomb, offset, side, width, stribeck, stribeck_velocity, stiffness, damping, load] =
          *link.friction;
      result["friction"] = {{"viscous", {number(viscous[0]), number(viscous[1])}},
                            {"coulomb", {number(coulomb[0]), number(coulomb[1])}},
                            {"side", side == Side::motor ? "motor" : "link"}};
      if (number(offset) != 0) result["friction"]["offset"] = number(offset);
      if (number(width) != 0) result["friction"]["width"] = number(width);
      if (number(stribeck) != 0) {
        result["friction"]["stribeck"] = number(stribeck);
        result["friction"]["stribeck_velocity"] = number(stribeck_velocity);
      }
      if (number(stiffness) != 0)
        result["friction"]["presliding"] = {{"stiffness", number(stiffness)}, {"damping", number(damping)}};
      if (number(load) != 0) result["friction"]["load"] = number(load);
    }
    if (link.spring)
      result["spring"] = {{"stiffness", number(link.spring->stiffness)},
                          {"rest", number(link.spring->rest)},
                          {"damping", number(link.spring->damping)}};
    if (link.spring && (link.joint == JointType::ball || link.joint == JointType::free)) {
      result["spring"]["rest"] = Json::array();
      for (const described::Quantity& entry : link.spring->pose) result["spring"]["rest"].push_back(number(entry));
    }
    Json limits = Json::object();
    if (link.limits.position)
      limits["position"] = {number((*link.limits.position)[0]), number((*link.limits.position)[1])};
    if (link.limits.velocity) limits["velocity"] = number(*link.limits.velocity);
    if (link.limits.acceleration) limits["acceleration"] = number(*link.limits.acceleration);
    if (link.limits.torque) limits["torque"] = number(*link.limits.torque);
    if (!limits.empty()) result["limits"] = limits;
    return result;
  }
};

}  // namespace

Json to_json(const Description& robot) { return RobotJson(robot).json(); }

}  // namespace torsor::cli
