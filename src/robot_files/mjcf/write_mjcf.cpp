#include "torsor/robot_files/mjcf/write_mjcf.hpp"

#include <algorithm>
#include <memory>
#include <set>

#include "robot_files/collision_shapes.hpp"
#include "robot_files/mjcf/robot.hpp"
#include "robot_files/mjcf/write_geoms.hpp"
#include "robot_files/xml/text.hpp"

namespace torsor::mjcf {
namespace {

class Writer {
 public:
  explicit Writer(const Description& robot)
      : robot_(make_robot(robot)), geoms_(shapes_with_capsules(robot, *robot_.plain), robot_.losses) {}

  WrittenRobot write() {
    {
      xml::Writer::Element mujoco(xml_, "mujoco");
      mujoco.text("model", robot_.name);
      write_compiler();
      xml::Writer::Element(xml_, "option").vector("gravity", robot_.gravity);
      geoms_.write_assets(xml_);
      {
        const xml::Writer::Element world(xml_, "worldbody");
        write_sites(std::nullopt);
        if (robot_.base_is_world) geoms_.write_of(robot_.plain->base_name, xml_);
        write_bodies();
      }
      write_equalities();
    }
    return {xml_.take(), std::move(robot_.losses)};
  }

 private:
  /// Capital letters: the angles are roll, pitch and yaw, as they are in robot files.
  void write_compiler() {
    xml::Writer::Element compiler(xml_, "compiler");
    compiler.text("angle", "radian").text("eulerseq", "XYZ");
    if (!geoms_.empty()) compiler.text("inertiafromgeom", "false");
  }

  /// Bodies inside their parents, with a stack of its own: a chain may be long.
  void write_bodies() {
    std::vector<std::unique_ptr<xml::Writer::Element>> open;
    for (const WrittenBody& body : robot_.bodies) {
      while (open.size() > body.depth) open.pop_back();
      open.push_back(std::make_unique<xml::Writer::Element>(xml_, "body"));
      open.back()->text("name", body.name);
      write_pose(*open.back(), body.pose);
      if (body.link != nullptr && body.link->lift) open.back()->number("gravcomp", *body.link->lift);
      write_inertial(body);
      for (const WrittenBody::Joint& joint : body.joints) write_joint(joint);
      if (body.frame) {
        xml::Writer::Element site(xml_, "site");
        site.text("name", body.name);
        write_pose(site, *body.frame);
      }
      write_sites(static_cast<std::size_t>(&body - robot_.bodies.data()));
      geoms_.write_of(body.link != nullptr ? body.link->name : robot_.plain->base_name, xml_);
    }
    while (!open.empty()) open.pop_back();
  }

  void write_sites(std::optional<std::size_t> body) {
    for (const WrittenSite& site : robot_.sites)
      if (site.body == body) xml::Writer::Element(xml_, "site").text("name", site.name).vector("pos", site.pos);
  }

  static bool is_zero(const Vector3<double>& v) { return v.x == 0 && v.y == 0 && v.z == 0; }
  static void write_pose(xml::Writer::Element& element, const PlainPose& pose) {
    if (!is_zero(pose.xyz)) element.vector("pos", pose.xyz);
    if (!is_zero(pose.rpy)) element.vector("euler", pose.rpy);
  }

  /// Principal moments with the axes as they were given, or else the whole matrix in the body's axes.
  void write_inertial(const WrittenBody& body) {
    const PlainMass& mass = body.mass;
    if (mass.is_weightless()) return;
    xml::Writer::Element inertial(xml_, "inertial");
    inertial.vector("pos", mass.com).number("mass", mass.mass);
    const auto& I = mass.inertia;
    if (I[1] == 0 && I[2] == 0 && I[4] == 0) {
      if (!is_zero(mass.rpy)) inertial.vector("euler", mass.rpy);
      const auto moment = [](double x) { return std::max(x, 0.0); };  // a negative one is only rounding here
      inertial.vector("diaginertia", {moment(I[0]), moment(I[3]), moment(I[5])});
      return;
    }
    const std::array<double, 6> full = inertia_in_link_axes(mass);
    inertial.text("fullinertia",
                  xml::vector_text({full[0], full[3], full[5]}) + " " + xml::vector_text({full[1], full[2], full[4]}));
  }

  void write_joint(const WrittenBody::Joint& written) {
    const PlainLink& link = *written.link;
    if (link.joint == JointType::free && link.viscous == 0 && link.stiffness == 0) {
      xml::Writer::Element(xml_, "freejoint").text("name", link.joint_name);
      return;
    }
    xml::Writer::Element joint(xml_, "joint");
    joint.text("name", link.joint_name);
    if (link.joint == JointType::free) {
      joint.text("type", "free");
      if (link.viscous != 0) joint.number("damping", link.viscous);
    }
    if (link.joint == JointType::ball) write_drive(joint.text("type", "ball"), link);
    if (!link.single()) {
      if (link.stiffness != 0) joint.number("stiffness", link.stiffness);
      return;
    }
    joint.text("type", link.joint == JointType::prismatic ? "slide" : "hinge");
    if (link.joint == JointType::revolute && !is_zero(written.pos)) joint.vector("pos", written.pos);
    joint.vector("axis", written.axis);
    if (link.position && (*link.position)[0] < (*link.position)[1])
      joint.text("range", number_text((*link.position)[0]) + " " + number_text((*link.position)[1]));
    if (link.torque) joint.text("actuatorfrcrange", number_text(-*link.torque) + " " + number_text(*link.torque));
    write_drive(joint, link);
    if (link.stiffness != 0) joint.number("stiffness", link.stiffness).number("springref", link.rest);
  }
  static void write_drive(xml::Writer::Element& joint, const PlainLink& link) {
    if (link.armature != 0) joint.number("armature", link.armature);
    if (link.viscous != 0) joint.number("damping", link.viscous);
    if (link.coulomb != 0) joint.number("frictionloss", link.coulomb);
  }

  void write_equalities() {
    std::unique_ptr<xml::Writer::Element> equality;
    for (const PlainLink& link : robot_.plain->links) {
      if (!link.mimic) continue;
      if (!equality) equality = std::make_unique<xml::Writer::Element>(xml_, "equality");
      const PlainLink::Mimic& mimic = *link.mimic;
      xml::Writer::Element(xml_, "joint")
          .text("joint1", link.joint_name)
          .text("joint2", mimic.joint)
          .text("polycoef", number_text(mimic.offset) + " " + number_text(mimic.multiplier) + " 0 0 0");
    }
    if (!equality && !robot_.loops.empty()) equality = std::make_unique<xml::Writer::Element>(xml_, "equality");
    for (const WrittenLoop& loop : robot_.loops) write_loop(loop);
  }

  void write_loop(const WrittenLoop& loop) {
    xml::Writer::Element connect(xml_, "connect");
    if (!loop.name.empty()) connect.text("name", loop.name);
    if (!loop.site[0].empty())
      connect.text("site1", loop.site[0]).text("site2", loop.site[1]);
    else
      connect.text("body1", loop.body[0]).text("body2", loop.body[1]).vector("anchor", loop.anchor);
  }

  Robot robot_;
  Geoms geoms_;
  xml::Writer xml_;
};

}  // namespace
}  // namespace torsor::mjcf

namespace torsor {

WrittenRobot write_mjcf(const Description& robot) { return mjcf::Writer(robot).write(); }

}  // namespace torsor
