#include "torsor/robot_files/urdf/write_urdf.hpp"

#include <set>

#include "robot_files/collision_shapes.hpp"
#include "robot_files/urdf/write_visual.hpp"
#include "robot_files/write_losses.hpp"
#include "robot_files/xml/text.hpp"
#include "torsor/core/error.hpp"

namespace torsor {
namespace {

using Element = xml::Writer::Element;

class UrdfWriter {
 public:
  explicit UrdfWriter(const Description& robot)
      : robot_(plain_robot(robot)), visuals_(shapes_with_capsules(robot, robot_)) {
    add_shared_losses(robot, robot_, RobotFormat::urdf, losses_);
    const Vector3<double>& g = robot_.gravity;
    if (g.x != 0 || g.y != 0 || g.z != -9.81)
      lose("robot", "gravity " + xml::vector_text(g), "URDF has none, and 0 0 -9.81 is taken");
    if (!robot_.base.is_identity()) put_base_in_world();
    name_fixed_joints();
  }

  WrittenRobot write() {
    xml_.line("<?xml version=\"1.0\"?>");
    {
      Element robot(xml_, "robot");
      robot.text("name", robot_.name);
      write_visuals("");
      write_link(robot_.base_name, robot_.base_mass);
      for (const PlainLink& link : robot_.links) write_link(link.name, link.mass);
      for (const PlainLink& link : robot_.links) write_joint(link);
    }
    return {xml_.take(), std::move(losses_)};
  }

 private:
  void lose(const std::string& element, const std::string& what, const std::string& why, bool changes_motion = true) {
    losses_.push_back({element, what, why, changes_motion});
  }

  /// Gravity and poses are in base axes, which are those of the root: frame 0 is then a link that is fixed to it.
  void put_base_in_world() {
    std::set<std::string, std::less<>> frames{robot_.base_name}, joints;
    for (const PlainLink& link : robot_.links) {
      frames.insert(link.name);
      joints.insert(link.joint_name);
    }
    PlainLink base;
    base.name = robot_.base_name;
    base.parent = unused_name("world", frames);
    base.joint_name = unused_name(base.name + "_joint", joints);
    base.origin = robot_.base;
    base.mass = robot_.base_mass;
    robot_.base_name = base.parent;
    robot_.base_mass = {};
    robot_.links.insert(robot_.links.begin(), base);
  }

  /// Fixed joints have names in URDF, which no other joint may have; elsewhere they have none, or do not care.
  void name_fixed_joints() {
    std::set<std::string, std::less<>> taken;
    for (const PlainLink& link : robot_.links)
      if (link.moves()) taken.insert(link.joint_name);
    for (PlainLink& link : robot_.links) {
      if (link.moves()) continue;
      link.joint_name = unused_name(link.joint_name, taken);
      taken.insert(link.joint_name);
    }
  }

  void write_origin(const PlainPose& pose) {
    if (pose.is_identity()) return;
    Element(xml_, "origin").vector("xyz", pose.xyz).vector("rpy", pose.rpy);
  }

  void write_link(const std::string& name, const PlainMass& mass) {
    Element link(xml_, "link");
    link.text("name", name);
    if (!mass.is_nothing()) write_inertial(mass);
    write_visuals(name);
  }

  void write_inertial(const PlainMass& mass) {
    const Element inertial(xml_, "inertial");
    write_origin({mass.com, mass.rpy});
    Element(xml_, "mass").number("value", mass.mass);
    Element inertia(xml_, "inertia");
    constexpr std::array<const char*, 6> entries{"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    for (std::size_t k = 0; k < entries.size(); ++k) inertia.number(entries[k], mass.inertia[k]);
  }

  void write_visuals(const std::string& link) {
    for (const described::Visual& visual : visuals_)
      if (visual.link == link && !write_urdf_visual(visual, xml_))
        lose("link " + link, "visual or collision shape", "URDF has boxes, cylinders, spheres and meshes only", false);
  }

  static const char* type(const PlainLink& link) {
    switch (link.joint) {
      case JointType::revolute:
        return link.position ? "revolute" : "continuous";
      case JointType::prismatic:
        return "prismatic";
      case JointType::free:
        return "floating";
      case JointType::ball:
        raise(ComputationError("joint " + link.joint_name + ": URDF has no ball joint"));
      default:
        return "fixed";
    }
  }

  void write_joint(const PlainLink& link) {
    Element joint(xml_, "joint");
    joint.text("name", link.joint_name).text("type", type(link));
    Element(xml_, "parent").text("link", link.parent);
    Element(xml_, "child").text("link", link.name);
    write_origin(link.origin);
    if (!link.single()) return;
    Element(xml_, "axis").vector("xyz", link.axis);
    write_limits(link);
    if (link.viscous != 0 || link.coulomb != 0)
      Element(xml_, "dynamics").number("damping", link.viscous).number("friction", link.coulomb);
    if (link.mimic)
      Element(xml_, "mimic")
          .text("joint", link.mimic->joint)
          .number("multiplier", link.mimic->multiplier)
          .number("offset", link.mimic->offset);
    const std::string element = "joint " + link.joint_name;
    if (link.armature != 0) lose(element, "rotor", "URDF has no rotor inertia");
    if (link.stiffness != 0) lose(element, "spring", "URDF has no springs");
  }

  /// Other readers want velocity and effort beside a range; 0 is what URDF has for one that is not known.
  void write_limits(const PlainLink& link) {
    const std::string element = "joint " + link.joint_name;
    const bool others = link.velocity || link.acceleration || link.torque;
    if (!link.position && link.joint == JointType::prismatic) {
      lose(element, "no position limits", "many readers of URDF refuse a joint that slides without; it is written",
           false);
      if (others)
        lose(element, "limits of velocity, acceleration and torque", "URDF has them beside a range of positions only",
             false);
      return;
    }
    if (!link.position && !others) return;
    Element limit(xml_, "limit");
    if (link.position) limit.number("lower", (*link.position)[0]).number("upper", (*link.position)[1]);
    limit.number("effort", link.torque.value_or(0)).number("velocity", link.velocity.value_or(0));
    limit.number("acceleration", link.acceleration);
  }

  PlainRobot robot_;
  std::vector<described::Visual> visuals_;
  xml::Writer xml_;
  std::vector<Loss> losses_;
};

}  // namespace

WrittenRobot write_urdf(const Description& robot) { return UrdfWriter(robot).write(); }

}  // namespace torsor
