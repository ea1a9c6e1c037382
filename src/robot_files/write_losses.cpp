#include "robot_files/write_losses.hpp"

#include <cmath>

#include "robot_files/xml/text.hpp"
#include "torsor/model/evaluator.hpp"

namespace torsor {
namespace {

class Losses {
 public:
  Losses(const Description& robot, RobotFormat format, std::vector<Loss>& losses)
      : values_(robot), format_(name_of(format)), losses_(losses) {}

  void add(const std::string& element, const std::string& what, const std::string& why, bool changes_motion = true) {
    losses_.push_back({element, what, format_ + " " + why, changes_motion});
  }

  void add_robot(const Description& robot) {
    if (!robot.description.empty()) add("robot", "description", "has no place for it", false);
    if (!robot.source.empty()) add("robot", "source", "has no place for it", false);
    if (robot.illustrative) add("robot", "illustrative", "has no mark for masses that are made up", false);
    std::string names;
    for (const described::Parameter& parameter : robot.parameters)
      names += (names.empty() ? "" : ", ") + parameter.name;
    if (!names.empty()) add("robot", "parameters " + names, "has numbers only", false);
    for (const described::Coupling& coupling : robot.couplings) {
      std::string joints;
      for (const auto& [name, coefficient] : coupling.joints) joints += (joints.empty() ? "" : ", ") + name;
      add("coupling of " + joints, "spring, friction and rotor on several joints", "has no coupling");
    }
    if (is_mjcf()) return;
    for (const described::Loop& loop : robot.loops)
      add(loop.name.empty() ? "loop" : "loop " + loop.name,
          "points of " + loop.link[0] + " and " + loop.link[1] + " in one place", "has trees only");
  }

  void add_link(const PlainLink& link) {
    if (link.lift_elsewhere || (link.lift && !is_mjcf()))
      add("link " + link.name, "gravity compensation",
          is_mjcf() ? "has it at the centre of mass, as a part of the weight" : "has none");
    if (link.written == nullptr || !link.moves()) return;
    const std::string element = "joint " + link.joint_name;
    if (!link.single()) add_several(element, link);
    if (link.written->friction && (link.single() || is_mjcf())) add_friction(element, *link.written);
  }

 private:
  bool is_mjcf() const { return format_ == name_of(RobotFormat::mjcf); }

  void add_friction(const std::string& element, const described::Link& link) {
    const described::Friction& friction = *link.friction;
    const auto value = [&](const described::Quantity& quantity) { return values_.value(quantity); };
    const auto pair = [&](const std::array<described::Quantity, 2>& both, const char* what) {
      if (value(both[0]) == value(both[1])) return;
      add(element, what,
          "has one value for both directions; written is the mean of " + number_text(value(both[0])) + " and " +
              number_text(value(both[1])));
    };
    pair(friction.viscous, "viscous friction that differs by direction");
    pair(friction.coulomb, "Coulomb friction that differs by direction");
    if (value(friction.width) != 0) add(element, "width of Coulomb friction", "has a step only");
    if (value(friction.stribeck) != 0) add(element, "Stribeck friction", "has none");
    if (value(friction.presliding_stiffness) != 0)
      add(element, "presliding", "has Coulomb friction that sticks or slides only");
    if (value(friction.load) != 0) add(element, "friction that grows with the load", "has none");
    if (value(friction.offset) != 0) add(element, "friction offset", "has no torque that is always there");
  }

  static bool rests_turned(const PlainLink& plain) {
    return !plain.pose_at_rest.empty() && std::abs(plain.pose_at_rest[0]) < 1;
  }

  /// MJCF has armature, damping, friction and springs of ball joints, and damping and springs of free ones.
  void add_several(const std::string& element, const PlainLink& plain) {
    const described::Link& link = *plain.written;
    const bool ball = is_mjcf() && link.joint == JointType::ball, free = is_mjcf() && link.joint == JointType::free;
    const auto lost = [&](bool there, const char* what, bool changes_motion = true) {
      if (there) add(element, what, "has it for joints of one degree of freedom only", changes_motion);
    };
    lost(link.rotor && !ball, "rotor");
    lost(link.friction && !ball && !free, "friction");
    if (free && plain.coulomb != 0) add(element, "Coulomb friction", "has it along the axes of the world only");
    lost(link.spring && !ball && !free, "spring");
    if (ball && link.spring && rests_turned(plain))
      add(element, "rest of the spring", "has springs of ball joints that rest at a quaternion of 1 0 0 0 only");
    const described::Limits& limits = link.limits;
    lost(limits.position || limits.velocity || limits.acceleration || limits.torque, "limits", false);
  }

  Evaluator<double> values_;
  std::string format_;
  std::vector<Loss>& losses_;
};

}  // namespace

void add_shared_losses(const Description& robot, const PlainRobot& plain, RobotFormat format,
                       std::vector<Loss>& losses) {
  Losses all(robot, format, losses);
  all.add_robot(robot);
  for (const PlainLink& link : plain.links) all.add_link(link);
}

}  // namespace torsor
