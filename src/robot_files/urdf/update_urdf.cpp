#include "torsor/robot_files/urdf/update_urdf.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "robot_files/plain_robot.hpp"
#include "robot_files/xml/document.hpp"
#include "robot_files/xml/text.hpp"
#include "torsor/core/error.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"
#include "torsor/robot_files/urdf/write_urdf.hpp"
#include "torsor/robot_files/xml/edit.hpp"

namespace torsor {
namespace {

constexpr std::array<const char*, 6> inertia_names{"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
const std::string zeros = "0 0 0";

using Masses = std::map<std::string, PlainMass, std::less<>>;
using Joints = std::map<std::string, const PlainLink*, std::less<>>;

Masses masses_of(const PlainRobot& robot) {
  Masses result{{robot.base_name, robot.base_mass}};
  for (const PlainLink& link : robot.links)
    if (link.written != nullptr) result.emplace(link.name, link.mass);
  return result;
}
Joints joints_of(const PlainRobot& robot) {
  Joints result;
  for (const PlainLink& link : robot.links)
    if (link.written != nullptr) result.emplace(link.joint_name, &link);
  return result;
}

/// A base that is only there to hold a robot that floats is no link of the file.
bool holds_only(const PlainRobot& robot) {
  return robot.base_mass.is_weightless() &&
         std::all_of(robot.links.begin(), robot.links.end(), [&](const PlainLink& link) {
           return link.parent != robot.base_name || link.joint == JointType::free;
         });
}

std::string missing(const Masses& from, const Masses& in) {
  std::string names;
  for (const auto& [name, mass] : from)
    if (!in.contains(name)) names += (names.empty() ? "" : ", ") + in_quotes(name);
  return names;
}

bool near(const Vector3<double>& a, const Vector3<double>& b) {
  const Vector3<double> d = a - b;
  return std::sqrt(dot(d, d)) <= 1e-9 * (1 + std::sqrt(dot(b, b)));
}
bool near(const PlainPose& a, const PlainPose& b) {
  const Matrix3<double> A = rotation_of(a.rpy), B = rotation_of(b.rpy);
  return near(a.xyz, b.xyz) && near(axis(A, 0), axis(B, 0)) && near(axis(A, 1), axis(B, 1));
}
Vector3<double> unit(const Vector3<double>& v) { return (1 / std::sqrt(dot(v, v))) * v; }

/// A frame that carries nothing and that the robot does not have, or what fastens the robot's base to one.
bool is_of_the_file_alone(const PlainLink& link, const Masses& robot, const std::string& base) {
  return !link.moves() && ((link.mass.is_weightless() && !robot.contains(link.name)) || link.name == base);
}

/// Masses can only be compared where the frames are the same.
void require_same_joints(const Joints& file, const Joints& robot, const Masses& masses, const std::string& base) {
  std::string names;
  for (const auto& [name, own] : file) {
    const auto found = robot.find(name);
    if (found == robot.end() && is_of_the_file_alone(*own, masses, base)) continue;
    const bool same = found != robot.end() && found->second->joint == own->joint && found->second->name == own->name &&
                      near(found->second->origin, own->origin) &&
                      (!own->single() || near(unit(found->second->axis), unit(own->axis)));
    if (!same) names += (names.empty() ? "" : ", ") + in_quotes(name);
  }
  if (!names.empty())
    raise(ComputationError("the robot and the file have to agree in kinematics; they differ in the joints " + names));
}

/// The mass with its inertia in the axes that the file gives it. What is only rounding of the change of axes is none.
PlainMass in_axes_of(const PlainMass& old, const PlainMass& mass) {
  const bool same = old.rpy.x == mass.rpy.x && old.rpy.y == mass.rpy.y && old.rpy.z == mass.rpy.z;
  PlainMass result = mass;
  result.rpy = old.rpy;
  if (same) return result;
  const auto I = inertia_in_link_axes(mass);
  const Symmetric3<double> J =
      rotated(transpose(rotation_of(old.rpy)), Symmetric3<double>{I[0], I[1], I[2], I[3], I[4], I[5]});
  result.inertia = {J.xx, J.xy, J.xz, J.yy, J.yz, J.zz};
  const double size = std::max({std::abs(J.xx), std::abs(J.yy), std::abs(J.zz)});
  for (std::size_t k = 0; k < 6; ++k)
    if (std::abs(result.inertia[k] - old.inertia[k]) <= 1e-15 * size) result.inertia[k] = old.inertia[k];
  return result;
}

XmlEdit::Attributes attributes(const PlainMass& mass) {
  XmlEdit::Attributes result;
  for (std::size_t k = 0; k < inertia_names.size(); ++k)
    result.emplace_back(inertia_names[k], number_text(mass.inertia[k]));
  return result;
}

bool same(const PlainMass& a, const PlainMass& b) {
  return a.mass == b.mass && a.com.x == b.com.x && a.com.y == b.com.y && a.com.z == b.com.z && a.inertia == b.inertia;
}

/// The three parts of each <inertial> that was added without any.
std::string filled_in(const std::string& text, const std::string& file_name, const Masses& added) {
  std::vector<Finding> none;
  const xml::Document document(text, file_name, none);
  XmlEdit edit(text);
  for (const pugi::xml_node link : document.root().children("link")) {
    const auto found = added.find(link.attribute("name").value());
    if (found == added.end()) continue;
    const PlainMass& mass = found->second;
    const Location place = document.where(link.child("inertial"));
    edit.insert_child(place, "origin", {{"xyz", xml::vector_text(mass.com)}, {"rpy", zeros}});
    edit.insert_child(place, "mass", {{"value", number_text(mass.mass)}});
    edit.insert_child(place, "inertia", attributes(mass));
  }
  return edit.text();
}

class UrdfUpdate {
 public:
  UrdfUpdate(const std::string& text, const std::string& file_name, const PlainRobot& robot)
      : document_(text, file_name, findings_), edit_(text), robot_(robot) {
    Reading reading = read_urdf(text, file_name);
    if (!reading.sound()) raise(FileError(errors(reading.findings)));
    file_robot_ = std::move(reading.robot);
    file_ = plain_robot(file_robot_);
  }

  UpdatedUrdf run() {
    const Masses old = masses_of(file_), fresh = wanted(old);
    require_same_joints(joints_of(file_), joints_of(robot_), masses_of(robot_), robot_.base_name);
    for (const pugi::xml_node link : document_.root().children("link")) {
      const std::string name = link.attribute("name").value();
      const PlainMass mass = in_axes_of(old.find(name)->second, fresh.find(name)->second);
      if (same(old.find(name)->second, mass)) continue;
      changed_.push_back("link " + name);
      set_mass(link, old.find(name)->second, mass);
    }
    const Joints before = joints_of(file_), after = joints_of(robot_);
    for (const pugi::xml_node joint : document_.root().children("joint")) {
      const auto own = before.find(joint.attribute("name").value());
      if (own == before.end() || !own->second->single()) continue;
      set_dynamics(joint, *own->second, *after.find(own->first)->second);
    }
    const std::string text = edit_.text();
    return {added_.empty() ? text : filled_in(text, document_.file_name(), added_), std::move(changed_), {}};
  }
  /// Frames of the file that carry nothing, such as a tool or the world, need not be in the robot and stay as they are.
  Masses wanted(const Masses& old) const {
    Masses fresh = masses_of(robot_);
    if (file_.base_mass.is_weightless()) fresh.emplace(file_.base_name, file_.base_mass);
    for (const PlainLink& link : file_.links)
      if (!link.moves() && link.mass.is_weightless() && old.contains(link.name)) fresh.emplace(link.name, link.mass);
    if (!old.contains(robot_.base_name) && holds_only(robot_)) fresh.erase(robot_.base_name);
    const std::string here = missing(old, fresh), there = missing(fresh, old);
    if (!here.empty()) raise(ComputationError("the robot has no links " + here + ", which the file has"));
    if (!there.empty()) raise(ComputationError("the file has no links " + there + ", which the robot has"));
    return fresh;
  }

  void set(const pugi::xml_node& element, const char* attribute, const std::string& value) {
    edit_.set(document_.where(element), attribute, value);
  }

  void set_mass(const pugi::xml_node& link, const PlainMass& old, const PlainMass& mass) {
    const pugi::xml_node inertial = link.child("inertial");
    if (!inertial) {
      edit_.insert_child(document_.where(link), "inertial", {});
      added_.emplace(link.attribute("name").value(), mass);
      return;
    }
    const Location place = document_.where(inertial);
    const std::string com = xml::vector_text(mass.com);
    if (xml::vector_text(old.com) != com) {
      if (const pugi::xml_node origin = inertial.child("origin"))
        set(origin, "xyz", com);
      else
        edit_.insert_child(place, "origin", {{"xyz", com}, {"rpy", zeros}});
    }
    if (const pugi::xml_node value = inertial.child("mass"); value && old.mass != mass.mass)
      set(value, "value", number_text(mass.mass));
    const pugi::xml_node inertia = inertial.child("inertia");
    for (std::size_t k = 0; inertia && k < inertia_names.size(); ++k)
      if (old.inertia[k] != mass.inertia[k]) set(inertia, inertia_names[k], number_text(mass.inertia[k]));
    if (!inertia && old.inertia != mass.inertia) edit_.insert_child(place, "inertia", attributes(mass));
  }

  void set_dynamics(const pugi::xml_node& joint, const PlainLink& old, const PlainLink& link) {
    if (old.viscous == link.viscous && old.coulomb == link.coulomb) return;
    changed_.push_back("joint " + link.joint_name);
    const pugi::xml_node dynamics = joint.child("dynamics");
    const std::string damping = number_text(link.viscous), friction = number_text(link.coulomb);
    if (!dynamics)
      edit_.insert_child(document_.where(joint), "dynamics", {{"damping", damping}, {"friction", friction}});
    if (dynamics && old.viscous != link.viscous) set(dynamics, "damping", damping);
    if (dynamics && old.coulomb != link.coulomb) set(dynamics, "friction", friction);
  }

  std::vector<Finding> findings_;
  xml::Document document_;
  XmlEdit edit_;
  const PlainRobot& robot_;
  Description file_robot_;
  PlainRobot file_;
  Masses added_;  // of the links that had none
  std::vector<std::string> changed_;
};

}  // namespace

UpdatedUrdf update_urdf(const std::string& original, const std::string& file_name, const Description& robot) {
  const PlainRobot plain = plain_robot(robot);
  UpdatedUrdf result = UrdfUpdate(original, file_name, plain).run();
  result.losses = write_urdf(robot).losses;
  if (robot.payload) result.losses.push_back({"payload", "mass", "the file has no link for it"});
  return result;
}

}  // namespace torsor
