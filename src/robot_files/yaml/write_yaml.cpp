#include "torsor/robot_files/yaml/write_yaml.hpp"

#include <utility>

#include "robot_files/yaml/keys.hpp"
#include "robot_files/yaml/text.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/model/capsule_around.hpp"
#include "torsor/model/joint_name.hpp"
#include "torsor/model/tip.hpp"

namespace torsor::yaml {
namespace {

using namespace described;

class RobotWriter {
 public:
  explicit RobotWriter(const Description& robot) : robot_(robot) {}

  WrittenRobot write() {
    find_conventions();
    add_head();
    if (!robot_.parameters.empty()) add_parameters();
    add_base();
    text_ += "\nlinks:\n";
    for (std::size_t k = 0; k < robot_.links.size(); ++k) {
      if (k > 0) text_ += '\n';
      text_ += link(k).block("  - ", "    ");
    }
    add_ends();
    return {std::move(text_), std::move(losses_)};
  }

 private:
  /// Whether the whole robot can say once about which point its inertias are, and what no robot file may have.
  void find_conventions() {
    std::vector<const MassProperties*> all{&robot_.base_mass};
    for (const Link& link : robot_.links) all.push_back(&link.mass);
    if (robot_.payload) all.push_back(&robot_.payload->mass);
    std::erase_if(all, [](const MassProperties* mass) { return !has_inertia(*mass); });
    if (!all.empty() &&
        std::all_of(all.begin(), all.end(), [&](const auto* mass) { return mass->about == all[0]->about; }))
      about_ = all[0]->about;
    const auto drawn = std::count_if(robot_.visuals.begin(), robot_.visuals.end(), [](const Visual& visual) {
      return !visual.link.empty() && !(visual.collision && has_extent(visual));
    });
    if (drawn > 0)
      losses_.push_back({"robot", counted(static_cast<int>(drawn), "visual shape or mesh", "visual shapes or meshes"),
                         "a robot file has capsules around collision shapes, and none of these", false});
    for (const Problem& problem : check(robot_)) {
      if (problem.code == "inertia-not-positive")
        checked_ = false;
      else if (problem.code == "no-links" || problem.code == "no-moving-joint")
        losses_.push_back({"robot", "no joint that moves", "a robot file needs one, and this one cannot be read back"});
    }
  }
  static bool has_inertia(const MassProperties& mass) {
    return mass.shapes.empty() && (!is_zero(mass.inertia) || mass.about == ReferencePoint::origin);
  }
  static const char* word(ReferencePoint about) { return about == ReferencePoint::origin ? "origin" : "com"; }

  void add_head() {
    Keys keys;
    keys.add("name", prose_text(robot_.name));
    if (!robot_.description.empty()) keys.add("description", prose_text(robot_.description));
    if (!robot_.source.empty()) keys.add("source", prose_text(robot_.source));
    if (robot_.illustrative) keys.add("illustrative", "true");
    if (std::any_of(robot_.links.begin(), robot_.links.end(), [](const Link& link) { return link.dh.has_value(); }))
      keys.add("dh", robot_.dh == DhConvention::standard ? "standard" : "modified");
    if (about_) keys.add("inertia_about", word(*about_));
    if (!checked_) keys.add("inertia_checked", "false");
    if (robot_.rotor_model == RotorModel::reflected) keys.add("rotor_model", "reflected");
    const Triple usual{0.0, 0.0, -9.81};
    if (list_text(robot_.gravity) != list_text(usual)) keys.add("gravity", list_text(robot_.gravity));
    text_ += keys.block("", "");
  }

  void add_parameters() {
    text_ += "\nparameters:\n";
    for (const Parameter& parameter : robot_.parameters)
      text_ += "  " + parameter.name + ": " + scalar_text(parameter.value) + "\n";
  }

  void add_base() {
    Keys keys;
    if (robot_.base_name != "base") keys.add("name", scalar_text(robot_.base_name));
    keys.add("xyz", robot_.base.xyz);
    keys.add("rpy", robot_.base.rpy);
    Keys block;
    add_mass(robot_.base_mass, block, "    ");
    add_capsules(robot_.base_capsules, robot_.base_name, block, "    ");
    if (!block.empty()) {
      add_mass(robot_.base_mass, keys, "    ");
      add_capsules(robot_.base_capsules, robot_.base_name, keys, "    ");
      text_ += "\nbase:\n" + keys.block("  ", "  ");
    } else if (!keys.empty()) {
      text_ += "\nbase: " + keys.flow() + "\n";
    }
  }

  /// The keys of a mass; `indent` is where a list of shapes stands.
  void add_mass(const MassProperties& mass, Keys& keys, const std::string& indent) const {
    if (mass.shapes.size() == 1) keys.add("shape", flow_text(mass.shapes[0]));
    if (mass.shapes.size() > 1) {
      std::string shapes;
      for (const Shape& shape : mass.shapes) shapes += "\n" + indent + "- " + flow_text(shape);
      keys.add("shapes", shapes);
    }
    if (!mass.shapes.empty()) return;
    if (is_zero(mass.mass) && !(is_zero(mass.com) && is_zero(mass.inertia)))
      keys.add("mass", "0");  // which was meant: without it lint asks where the mass is
    else
      keys.add("mass", mass.mass);
    keys.add("com", mass.com);
    if (!has_inertia(mass)) return;
    Keys inertia;
    constexpr std::array<std::pair<const char*, std::size_t>, 6> entries{
        {{"xx", 0}, {"yy", 3}, {"zz", 5}, {"xy", 1}, {"xz", 2}, {"yz", 4}}};
    for (const auto& [name, k] : entries) inertia.add(name, mass.inertia[k]);
    inertia.add("rpy", mass.rpy);
    if (!about_) inertia.add("about", word(mass.about));
    keys.add("inertia", inertia.flow());
  }

  /// Those of a link, and around its collision shapes where these were read with it.
  void add_capsules(std::vector<Capsule> capsules, const std::string& link, Keys& keys,
                    const std::string& indent) const {
    for (const Visual& shape : robot_.visuals)
      if (shape.collision && shape.link == link && has_extent(shape)) capsules.push_back(capsule_around(shape));
    if (capsules.empty()) return;
    std::string lines;
    for (const Capsule& capsule : capsules) lines += "\n" + indent + "- " + flow_text(capsule);
    keys.add("capsules", lines);
  }

  Keys link(std::size_t index) const {
    const Link& link = robot_.links[index];
    Keys keys;
    keys.add("name", scalar_text(link.name));
    if (link.parent != (index == 0 ? robot_.base_name : robot_.links[index - 1].name))
      keys.add("parent", scalar_text(link.parent));
    keys.add("joint", joint(link, index));
    if (link.mimic) keys.add("mimic", mimic(*link.mimic));
    if (link.origin && !(is_zero(link.origin->xyz) && is_zero(link.origin->rpy)))
      keys.add("origin", flow_text(*link.origin));
    if (link.dh) keys.add("dh", dh(*link.dh));
    const Triple usual{0.0, 0.0, 1.0};
    if (!link.dh && list_text(link.axis) != list_text(usual)) keys.add("axis", list_text(link.axis));
    add_mass(link.mass, keys, "      ");
    if (link.gravity_compensation) add_compensation(*link.gravity_compensation, keys);
    add_drive(link, keys);
    add_capsules(link.capsules, link.name, keys, "      ");
    return keys;
  }

  static std::string joint(const Link& link, std::size_t index) {
    std::string type = name_of(link.joint);
    Keys keys;
    if (link.joint_name != "joint" + std::to_string(index + 1)) keys.add("name", scalar_text(link.joint_name));
    if (keys.empty() && !link.flip) return type;
    keys.add("type", type);
    if (link.flip) keys.add("flip", "true");
    return keys.flow();
  }

  static std::string mimic(const Mimic& mimic) {
    Keys keys;
    keys.add("joint", scalar_text(mimic.joint));
    if (mimic.multiplier.expression.text() != "1") keys.add("multiplier", scalar_text(mimic.multiplier));
    keys.add("offset", mimic.offset);
    return keys.flow();
  }

  static std::string dh(const DhRow& row) {
    Keys keys;
    keys.add("a", scalar_text(row.a));
    keys.add("alpha", scalar_text(row.alpha));
    keys.add("d", scalar_text(row.d));
    keys.add("theta", scalar_text(row.theta));
    keys.add("offset", row.offset);
    return keys.flow();
  }

  static void add_compensation(const GravityCompensation& written, Keys& keys) {
    if (is_zero(written.mass) && is_zero(written.com)) return keys.add("gravity_compensation", written.part);
    Keys compensation;
    compensation.add("part", written.part);
    compensation.add("mass", written.mass);
    compensation.add("com", written.com);
    keys.add("gravity_compensation", compensation.flow());
  }

  static void add_drive(const Link& link, Keys& keys) {
    if (link.rotor) {
      Keys rotor;
      rotor.add("inertia", scalar_text(link.rotor->inertia));
      if (link.rotor->ratio.expression.text() != "1") rotor.add("ratio", scalar_text(link.rotor->ratio));
      if (link.rotor->axis) rotor.add("axis", list_text(*link.rotor->axis));
      keys.add("rotor", rotor.flow());
    }
    if (link.friction) {
      Keys friction;
      friction.add("viscous", link.friction->viscous);
      friction.add("coulomb", link.friction->coulomb);
      friction.add("offset", link.friction->offset);
      friction.add("width", link.friction->width);
      friction.add("stribeck", link.friction->stribeck);
      friction.add("stribeck_velocity", link.friction->stribeck_velocity);
      friction.add("load", link.friction->load);
      add_presliding(*link.friction, friction);
      if (link.friction->side == Side::motor) friction.add("side", "motor");
      keys.add("friction", friction.flow());
    }
    if (link.spring) {
      Keys spring;
      spring.add("stiffness", link.spring->stiffness);
      spring.add("rest", link.spring->rest);
      if (!link.spring->pose.empty()) spring.add("rest", list_text(link.spring->pose));
      spring.add("damping", link.spring->damping);
      keys.add("spring", spring.flow());
    }
    Keys limits;
    if (link.limits.position) limits.add("position", list_text(*link.limits.position));
    limits.add("velocity", link.limits.velocity);
    limits.add("acceleration", link.limits.acceleration);
    limits.add("torque", link.limits.torque);
    if (!limits.empty()) keys.add("limits", limits.flow());
  }

  void add_ends() {
    Keys keys;
    if (robot_.tool) {
      Keys tool;
      if (tip_names(robot_) != std::vector{robot_.tool->link}) tool.add("link", scalar_text(robot_.tool->link));
      tool.add("xyz", robot_.tool->pose.xyz);
      tool.add("rpy", robot_.tool->pose.rpy);
      keys.add("tool", tool.flow());
    }
    if (robot_.payload) {
      Keys payload;
      payload.add("at", scalar_text(robot_.payload->at));
      add_mass(robot_.payload->mass, payload, "    ");
      std::string lines(1, '\n');
      lines += payload.block("  ", "  ");
      lines.pop_back();
      keys.add("payload", lines);
    }
    std::string ends = keys.block("", "");
    if (!robot_.couplings.empty()) ends += "couplings:\n";
    for (const Coupling& one : robot_.couplings) ends += "  - " + coupling(one) + "\n";
    if (!robot_.loops.empty()) ends += "loops:\n";
    for (const Loop& one : robot_.loops) ends += "  - " + loop(one) + "\n";
    if (!ends.empty()) text_ += "\n" + ends;
  }

  template <class Owner>
  static void add_presliding(const Owner& owner, Keys& keys) {
    Keys presliding;
    presliding.add("stiffness", owner.presliding_stiffness);
    presliding.add("damping", owner.presliding_damping);
    if (!presliding.empty()) keys.add("presliding", presliding.flow());
  }

  static std::string coupling(const Coupling& coupling) {
    Keys joints, keys;
    for (const auto& [name, coefficient] : coupling.joints) joints.add(scalar_text(name), scalar_text(coefficient));
    keys.add("joints", joints.flow());
    keys.add("stiffness", coupling.stiffness);
    keys.add("rest", coupling.rest);
    keys.add("sine", coupling.sine);
    keys.add("cosine", coupling.cosine);
    keys.add("viscous", coupling.viscous);
    keys.add("coulomb", coupling.coulomb);
    keys.add("width", coupling.width);
    add_presliding(coupling, keys);
    keys.add("rotor_inertia", coupling.rotor_inertia);
    return keys.flow();
  }

  static std::string loop(const Loop& loop) {
    Keys keys;
    if (!loop.name.empty()) keys.add("name", scalar_text(loop.name));
    keys.add("links", "[" + scalar_text(loop.link[0]) + ", " + scalar_text(loop.link[1]) + "]");
    keys.add("points", "[" + list_text(loop.point[0]) + ", " + list_text(loop.point[1]) + "]");
    return keys.flow();
  }

  const Description& robot_;
  std::optional<ReferencePoint> about_;
  bool checked_ = true;
  std::string text_;
  std::vector<Loss> losses_;
};

}  // namespace
}  // namespace torsor::yaml

namespace torsor {

WrittenRobot write_yaml(const Description& robot) { return yaml::RobotWriter(robot).write(); }

}  // namespace torsor
