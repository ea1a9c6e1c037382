#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "robot_files/judge_body.hpp"
#include "robot_files/urdf/tree.hpp"
#include "robot_files/urdf/visuals.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"

namespace torsor::urdf {
namespace {

using Kind = Joint::Kind;

/// Two directions that make a right-handed frame with the unit vector `n`: x, y for z, and so on in a circle.
std::array<std::array<double, 3>, 2> across(const std::array<double, 3>& n) {
  std::size_t i = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (std::abs(n[k]) > std::abs(n[i])) i = k;
  const std::size_t j = (i + 1) % 3;
  std::array<double, 3> u{};
  for (std::size_t k = 0; k < 3; ++k) u[k] = (k == j ? 1.0 : 0.0) - n[j] * n[k];
  const double length = std::hypot(u[0], u[1], u[2]);
  for (double& entry : u) entry /= length;
  return {u, {n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]}};
}

/// Puts the parts together to a description whose links come after their parents.
class Assembly {
 public:
  Assembly(Log& log, Parts& parts, const Tree& tree, const XmlRobotOptions& options)
      : log_(log), parts_(parts), tree_(tree), options_(options) {
    const auto planar = [](const Joint& joint) { return joint.kind == Kind::planar; };
    if (!options.free_base && std::none_of(parts.joints.begin(), parts.joints.end(), planar)) return;  // no new names
    for (const urdf::Link& link : parts.links) frames_.insert(link.name);
    for (const Joint& joint : parts.joints) joints_.insert(joint.name);
  }

  Description build() {
    robot_.name = parts_.name;
    place_root(parts_.links[tree_.root]);
    robot_.links.reserve(robot_.links.size() + tree_.links.size());
    for (std::size_t k = 0; k < tree_.links.size(); ++k)
      add(parts_.joints[tree_.joints[k]], parts_.links[tree_.links[k]]);
    return std::move(robot_);
  }

 private:
  static std::string unused(std::string name, const std::unordered_set<std::string>& taken) {
    while (taken.contains(name)) name += '_';
    return name;
  }

  void place_root(Link& root) {
    if (!options_.free_base) {
      robot_.base_name = root.name;
      robot_.base_mass = std::move(root.mass);
      return;
    }
    robot_.base_name = unused("world", frames_);
    described::Link link;
    link.name = root.name;
    link.parent = robot_.base_name;
    link.joint_name = unused(root.name + "_free", joints_);
    link.joint = JointType::free;
    link.mass = std::move(root.mass);
    link.where = root.where;
    robot_.links.push_back(std::move(link));
  }

  static described::Triple direction(const std::array<double, 3>& axis, Location where) {
    return {described::Quantity{axis[0], where}, {axis[1], where}, {axis[2], where}};
  }

  void add(Joint& joint, Link& child) {
    described::Link link;
    link.name = child.name;
    link.parent = joint.parent;
    link.joint_name = joint.name;
    link.origin = std::move(joint.origin);
    link.where = joint.where;
    link.joint = joint.kind == Kind::fixed       ? JointType::fixed
                 : joint.kind == Kind::prismatic ? JointType::prismatic
                 : joint.kind == Kind::floating  ? JointType::free
                                                 : JointType::revolute;
    if (joint.single() || joint.kind == Kind::planar) link.axis = direction(joint.axis, joint.axis_where);
    link.friction = std::move(joint.friction);
    link.limits = std::move(joint.limits);
    link.mimic = std::move(joint.mimic);
    if (joint.kind == Kind::planar) slide(joint, link);
    link.mass = std::move(child.mass);
    robot_.links.push_back(std::move(link));
  }

  /// Two sliding links before the one that turns, for a planar joint.
  void slide(const Joint& joint, described::Link& turning) {
    const auto directions = across(joint.axis);
    for (const std::size_t k : {0, 1}) {
      described::Link link = turning;
      link.name = link.joint_name = joint.name + (k == 0 ? "_x" : "_y");
      link.joint = JointType::prismatic;
      link.axis = direction(directions[k], joint.axis_where);
      turning.parent = link.name;
      turning.origin.reset();
      claim(joint, link.name, frames_, "link");
      claim(joint, link.joint_name, joints_, "joint");
      robot_.links.push_back(std::move(link));
    }
    turning.joint_name = joint.name + "_angle";
    claim(joint, turning.joint_name, joints_, "joint");
  }
  void claim(const Joint& joint, const std::string& name, std::unordered_set<std::string>& taken, const char* kind) {
    if (taken.insert(name).second) return;
    log_.error("name-duplicate", joint.where, "joint " + joint.name,
               "a planar joint needs a " + std::string(kind) + " named " + in_quotes(name) + ", found another with it",
               "give the other one a different name");
  }

  Log& log_;
  Parts& parts_;
  const Tree& tree_;
  const XmlRobotOptions& options_;
  std::unordered_set<std::string> frames_, joints_;
  Description robot_;
};

void read(Log& log, const XmlRobotOptions& options, Reading& reading) {
  const pugi::xml_node root = log.document().root();
  if (std::string_view(root.name()) != "robot") {
    const bool xacro = std::string_view(root.name()).starts_with("xacro:");
    return log.error(xacro ? "xacro" : "not-urdf", log.document().where(root), "",
                     "expected <robot>, found <" + std::string(root.name()) + ">",
                     xacro ? "run `xacro FILE > robot.urdf` on the file that includes this one" : "");
  }
  Parts parts = read_parts(log, root);
  if (log.errors() > 0) return;
  const std::optional<Tree> tree = build_tree(log, parts);
  if (options.free_mimic)
    for (Joint& joint : parts.joints) joint.mimic.reset();
  resolve_mimics(log, parts);
  if (log.errors() > 0) return;
  reading.robot = Assembly(log, parts, *tree, options).build();
  if (options.visuals) reading.robot.visuals = read_visuals(root);
  if (log.errors() > 0) return;
  add_problems(reading, log.document().file_name());
}

}  // namespace
}  // namespace torsor::urdf

namespace torsor {

Reading read_urdf(std::string_view text, const std::string& file_name, const XmlRobotOptions& options) {
  Reading reading;
  const xml::Document document(std::string(text), file_name, reading.findings);
  if (!document.root()) return reading;
  urdf::Log log(document, reading.findings);
  urdf::read(log, options, reading);
  if (!reading.sound()) reading.robot = {};
  return reading;
}

}  // namespace torsor
