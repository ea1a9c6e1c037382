#include "robot_files/mjcf/joints.hpp"

namespace torsor::mjcf {
namespace {

using described::Link;

bool is_zero(const Vector3<double>& v) { return v.x == 0 && v.y == 0 && v.z == 0; }

std::string type_of(const Attributes& joint) {
  if (joint.element().tag() == "freejoint") return "free";
  return joint.word("type", {"hinge", "slide", "ball", "free"});
}

}  // namespace

Links::Links(const std::vector<Body>& bodies, const Context& context, Description& robot)
    : bodies_(bodies), context_(context), robot_(robot) {
  link_names_.insert(robot.base_name);
  for (const Body& body : bodies) link_names_.insert(body.name);
}

void Links::add_all() {
  name_joints();
  for (const Body& body : bodies_) add_body(body);
}

/// Names that are written, and joint1, joint2, ... for the others.
void Links::name_joints() {
  std::set<std::string, std::less<>>& names = taken_joint_names_;
  std::vector<const Element*> all;
  for (const Body& body : bodies_)
    for (const Part& joint : body.joints) all.push_back(joint.element);
  for (const Element* joint : all) {
    const char* name = joint->text("name");
    if (name == nullptr || *name == 0) continue;
    joint_names_[joint] = name;
    if (!names.insert(name).second)
      context_.report.error("name-repeated", {joint, "name"}, "two joints are named '" + std::string(name) + "'");
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    std::string& name = joint_names_[all[k]];
    if (!name.empty()) continue;
    name = "joint" + std::to_string(k + 1);
    while (!names.insert(name).second) name += "_";
  }
}

Link Links::link_of(const Body& body, const std::string& parent) const {
  Link link;
  link.name = body.name;
  link.parent = parent;
  link.joint = JointType::fixed;
  link.joint_name = body.name;
  link.where = where(body.element);
  link.mass.where = link.where;
  return link;
}

std::string Links::chain_name(const Body& body, const std::string& joint) {
  std::string name = body.name + "/" + joint;
  while (!link_names_.insert(name).second) name += "_";
  return name;
}

/// Each joint moves what the joints before it have moved: body pose, first joint, second joint, ... [MuJoCo,
/// Computation, kinematic tree]
void Links::add_body(const Body& body) {
  std::string parent = body.parent < 0 ? robot_.base_name : bodies_[static_cast<std::size_t>(body.parent)].name;
  if (check_free(body)) return add_free(body, body.joints.empty() ? body.name : joint_names_[body.joints[0].element]);
  Transform<double> before = body.pose;  // what stands between the last joint and the next
  Link link = link_of(body, parent);
  for (std::size_t k = 0; k < body.joints.size(); ++k) {
    link = link_of(body, parent);
    link.joint_name = joint_names_[body.joints[k].element];
    double reference = 0;
    before = read_joint(body.joints[k], before, link, reference);
    joints_.emplace(link.joint_name, Joint{robot_.links.size(), reference});
    const bool last = k + 1 == body.joints.size() && is_zero(before.p);
    if (!last) link.name = chain_name(body, link.joint_name);
    parent = link.name;
    if (last) link.mass = read_mass(body, context_);
    robot_.links.push_back(link);
    if (last) return;
  }
  link = link_of(body, parent);
  link.origin = described_pose(before);
  link.mass = read_mass(body, context_);
  robot_.links.push_back(link);
}

/// Whether the body floats: it has a free joint, which must be alone and in a body of the world, or is asked to.
bool Links::check_free(const Body& body) const {
  if (body.joints.empty()) return context_.options.free_base && body.parent < 0;
  bool free = false;
  for (const Part& part : body.joints) {
    const Attributes joint = context_.defaults.attributes(*part.element, part.inherited);
    if (type_of(joint) != "free") continue;
    free = true;
    if (body.joints.size() > 1 || body.parent >= 0)
      context_.report.error("free-joint", part.element,
                            "expected a free joint alone in a body of the world, found " +
                                std::string(body.parent >= 0 ? "it in a body of a body" : "other joints beside it"));
    if (part.element->tag() == "freejoint" && joint.word("align", {"auto", "true", "false"}) == "true")
      context_.report.warning("joint-effect-ignored", joint.place("align"),
                              "align moves the body's frame to its inertial one, which is not done here");
  }
  return free;
}

/// A free joint's position is that of the body in the world; where the file shows the body is where it starts, and
/// where its spring rests. Its damping is the same in all axes; armature and friction act along the axes of the world:
/// then it is three slides and a ball joint, which have MuJoCo's velocities. A <freejoint> takes no defaults and has
/// nothing of this.
void Links::add_free(const Body& body, const std::string& name) {
  Link link = link_of(body, robot_.base_name);
  link.joint = JointType::free;
  link.joint_name = name;
  link.origin.emplace();
  if (!body.joints.empty() && body.joints[0].element->tag() == "joint") {
    const Attributes joint = context_.defaults.attributes(*body.joints[0].element, body.joints[0].inherited);
    std::vector<described::Quantity> rest = described_quaternion(body.pose.R);
    const bool along_the_world = joint.number("armature", 0) > 0 || joint.number("frictionloss", 0) > 0;
    if (along_the_world) {
      link.joint = JointType::ball;
      link.parent = add_slides(body, joint, name);
    } else {
      const described::Triple place = described_vector(body.pose.p);
      rest.insert(rest.begin(), place.begin(), place.end());
    }
    read_turning_effects(joint, rest, link);
  }
  link.mass = read_mass(body, context_);
  robot_.links.push_back(link);
}

/// Links without mass that slide along x, y and z of the world; the name of the last.
std::string Links::add_slides(const Body& body, const Attributes& joint, const std::string& name) {
  std::string parent = robot_.base_name;
  const Vector3<double> axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double stiffness = joint.number("stiffness", 0), start[] = {body.pose.p.x, body.pose.p.y, body.pose.p.z};
  for (const std::size_t k : {0, 1, 2}) {
    Link link = link_of(body, parent);
    link.joint = JointType::prismatic;
    link.joint_name = name + "_" + "xyz"[k];
    while (!taken_joint_names_.insert(link.joint_name).second) link.joint_name += '_';
    link.name = parent = chain_name(body, link.joint_name);
    link.axis = described_vector(axes[k]);
    read_drive(joint, link);
    if (stiffness != 0) link.spring = described::Spring{stiffness, start[k], 0.0};
    robot_.links.push_back(link);
  }
  return parent;
}

/// Fills in the link that a joint carries; what is left between the joint's frame and the body's is returned.
Transform<double> Links::read_joint(const Part& part, const Transform<double>& before, Link& link,
                                    double& reference) const {
  const Attributes joint = context_.defaults.attributes(*part.element, part.inherited);
  const std::string type = type_of(joint);
  const bool sliding = type == "slide";
  link.where = where(part.element);
  const Vector3<double> anchor = sliding ? Vector3<double>{} : part.frame * joint.vector("pos", {});
  if (type == "ball") {
    link.joint = JointType::ball;
    read_turning_effects(joint, {}, link);
    link.origin = described_pose(before * translation(anchor));
    return translation(-anchor);
  }
  link.joint = sliding ? JointType::prismatic : JointType::revolute;
  Vector3<double> axis = joint.vector("axis", {0, 0, 1});
  if (const double size = length(axis); size > 1e-100 && size < 1e100) {
    axis = part.frame.R * ((1 / size) * axis);
  } else {
    context_.report.error("direction", joint.place("axis"),
                          "axis: expected a direction, found '" + joint.text("axis") + "'");
    axis = {0, 0, 1};
  }
  const double unit = sliding ? 1.0 : context_.settings.angle;
  reference = joint.number("ref", 0) * unit;
  const Transform<double> back =
      sliding ? translation(-reference * axis) : Transform<double>{rotation_about(axis, -reference), {}};
  link.axis = described_vector(axis);
  link.origin = described_pose(before * translation(anchor) * back);
  read_joint_effects(joint, unit, context_, link);
  return translation(-anchor);
}

}  // namespace torsor::mjcf
