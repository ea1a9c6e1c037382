#pragma once

#include "robot_files/mjcf/mass.hpp"

namespace torsor::mjcf {

/// Turns bodies into links. A body with several joints, or with a joint beside its origin, becomes a chain: one link
/// without mass for each joint, and one with the body's name, frame and mass at the end.
class Links {
 public:
  Links(const std::vector<Body>& bodies, const Context& context, Description& robot);

  void add_all();

  /// Where the joint of a name is, and its value in the pose that the file shows.
  struct Joint {
    std::size_t link;
    double reference;
  };
  const std::map<std::string, Joint, std::less<>>& joints() const { return joints_; }

 private:
  void name_joints();
  void add_body(const Body& body);
  described::Link link_of(const Body& body, const std::string& parent) const;
  std::string chain_name(const Body& body, const std::string& joint);
  bool check_free(const Body& body) const;
  void add_free(const Body& body, const std::string& name);
  std::string add_slides(const Body& body, const Attributes& joint, const std::string& name);
  Transform<double> read_joint(const Part& part, const Transform<double>& before, described::Link& link,
                               double& reference) const;

  const std::vector<Body>& bodies_;
  const Context& context_;
  Description& robot_;
  std::set<std::string, std::less<>> link_names_;
  std::map<const Element*, std::string> joint_names_;
  std::set<std::string, std::less<>> taken_joint_names_;
  std::map<std::string, Joint, std::less<>> joints_;
};

/// Armature, damping, frictionloss, spring and limits of a hinge or slide; `unit` is what a written value is worth.
void read_joint_effects(const Attributes& joint, double unit, const Context& context, described::Link& link);
/// Armature, damping and frictionloss alone.
void read_drive(const Attributes& joint, described::Link& link);
/// The same of a ball or free joint, which has them at each of its velocities, and its spring, which rests in the
/// position `rest`; the range of a ball joint is named.
void read_turning_effects(const Attributes& joint, const std::vector<described::Quantity>& rest, described::Link& link);

}  // namespace torsor::mjcf
