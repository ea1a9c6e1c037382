#include "robot_files/plain_robot.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "torsor/core/error.hpp"
#include "torsor/model/evaluator.hpp"
#include "torsor/model/joint.hpp"
#include "torsor/model/tip.hpp"
#include "torsor/spatial/align.hpp"

namespace torsor {
namespace {

using described::Link;
using described::MassProperties;
using described::Quantity;

Vector3<double> cleaned(const Vector3<double>& v) {
  const auto plain = [](double x) { return x == 0 ? 0.0 : x; };  // no -0 where a number was computed
  return {plain(v.x), plain(v.y), plain(v.z)};
}
bool is_zero(const Vector3<double>& v) { return v.x == 0 && v.y == 0 && v.z == 0; }
bool is_identity(const Transform<double>& X) {
  const Matrix3<double>& R = X.R;
  return is_zero(X.p) && R.xx == 1 && R.yy == 1 && R.zz == 1 && R.xy == 0 && R.xz == 0 && R.yz == 0;
}

PlainPose plain_pose(const Transform<double>& X) { return {cleaned(X.p), roll_pitch_yaw(X.R)}; }
std::array<double, 6> entries(const Symmetric3<double>& I) {
  std::array<double, 6> result{I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
  for (double& entry : result) entry = entry == 0 ? 0.0 : entry;
  return result;
}

/// Numbers of the file are finite, products of them may not be.
bool is_finite(const PlainLink& link) {
  const auto finite = [](const Vector3<double>& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
  };
  return finite(link.origin.xyz) && finite(link.origin.rpy) && finite(link.axis) && std::isfinite(link.mass.mass) &&
         finite(link.mass.com) && finite(link.mass.rpy) &&
         std::ranges::all_of(link.mass.inertia, [](double x) { return std::isfinite(x); }) &&
         std::isfinite(link.viscous) && std::isfinite(link.coulomb) && std::isfinite(link.stiffness) &&
         std::isfinite(link.rest) && std::isfinite(link.armature);
}

class Flattening {
 public:
  explicit Flattening(const Description& robot) : robot_(robot), values_(robot) {}

  PlainRobot run() {
    PlainRobot result;
    result.name = robot_.name;
    result.base_name = robot_.base_name;
    result.base = pose(robot_.base);
    result.base_mass = mass(robot_.base_mass, {});
    result.gravity = vector(robot_.gravity);
    frames_.insert(robot_.base_name);
    own_frame_[robot_.base_name] = {};
    result.links.reserve(robot_.links.size() + 2);
    for (const Link& link : robot_.links) {
      frames_.insert(link.name);
      joints_.insert(link.joint_name);
      result.links.push_back(plain(link));
    }
    add_ends(result);
    return result;
  }

 private:
  double value(const Quantity& quantity) const { return values_.value(quantity); }
  std::optional<double> value(const std::optional<Quantity>& quantity) const {
    return quantity ? std::optional(value(*quantity)) : std::nullopt;
  }
  Vector3<double> vector(const described::Triple& t) const { return values_.vector(t); }
  PlainPose pose(const described::Pose& pose) const { return {vector(pose.xyz), vector(pose.rpy)}; }

  /// The two factors of a DH row at q = 0. [notes 000, 003]
  Transform<double> about_x(const described::DhRow& row) const {
    return {rotation_x(exact_sincos(value(row.alpha))), {value(row.a), 0, 0}};
  }
  Transform<double> about_z(const described::DhRow& row, bool sliding) const {
    const double theta = value(row.theta) + (sliding ? 0 : value(row.offset));
    const double d = value(row.d) + (sliding ? value(row.offset) : 0);
    return {rotation_z(exact_sincos(theta)), {0, 0, d}};
  }

  PlainLink plain(const Link& link) {
    PlainLink result;
    result.name = link.name;
    result.parent = link.parent;
    result.joint_name = link.joint_name;
    result.joint = link.joint;
    result.written = &link;
    place(link, result);
    result.mass = mass(link.mass, own_frame_.find(link.name)->second);
    add_drive(link, result);
    if (link.gravity_compensation) add_lift(link, result);
    return result;
  }

  /// Origin and axis, and where the user's frame then stands. A pose that is only copied keeps its digits.
  void place(const Link& link, PlainLink& result) {
    Transform<double> before, after;  // between the origin and the joint, and between the joint and the user's frame
    if (link.dh) {
      const Transform<double> x = about_x(*link.dh), z = about_z(*link.dh, slides(link.joint));
      (robot_.dh == DhConvention::standard ? after : before) = robot_.dh == DhConvention::standard ? z * x : x * z;
    }
    if (link.joint == JointType::fixed) {
      before = before * after;
      after = {};
    } else if (result.single()) {
      result.axis = direction(link);
    } else {
      turn(link, before, after);
    }
    if (link.origin) result.origin = pose(*link.origin);
    const Transform<double>& parent = own_frame_.find(link.parent)->second;
    if (!is_identity(parent) || !is_identity(before))
      result.origin = plain_pose(parent * transform(result.origin) * before);
    result.own_frame = plain_pose(after);
    own_frame_[link.name] = after;
  }

  /// The axis of one degree of freedom, of length 1 or so: a few digits less are left as they were written.
  Vector3<double> direction(const Link& link) const {
    Vector3<double> axis = link.dh ? Vector3<double>{0, 0, 1} : vector(link.axis);
    const double length = std::hypot(axis.x, axis.y, axis.z);
    if (std::abs(length - 1) > 1e-3) axis = {axis.x / length, axis.y / length, axis.z / length};
    return link.flip ? cleaned(-axis) : axis;
  }

  /// The axes in which a ball or free joint counts are those of its link, unless a flip or an axis turns them.
  void turn(const Link& link, Transform<double>& before, Transform<double>& after) const {
    Matrix3<double> A = link.dh ? Matrix3<double>::identity() : align_z(vector(link.axis));
    if (link.flip) A = A * rotation_x(SinCos<double>{0, -1});
    before.R = before.R * A;
    after = Transform<double>{transpose(A), {}} * after;
  }

  /// The same shapes about another point: nothing large is added and taken away again.
  MassProperties moved(MassProperties mass, const Vector3<double>& point) const {
    for (described::Shape& shape : mass.shapes) {
      const Vector3<double> at = vector(shape.pose.xyz) - point;
      shape.pose.xyz = {at.x, at.y, at.z};
    }
    return mass;
  }

  /// A mass in the frame of its link, which stands at the inverse of `own` in the user's.
  PlainMass mass(const MassProperties& written, const Transform<double>& own) const {
    PlainMass result;
    Symmetric3<double> I;
    if (written.shapes.empty()) {
      const auto& entry = written.inertia;
      for (std::size_t k = 0; k < 6; ++k) result.inertia[k] = value(entry[k]);
      result.mass = value(written.mass);
      result.com = vector(written.com);
      result.rpy = vector(written.rpy);
      if (written.about == ReferencePoint::center_of_mass && is_identity(own)) return result;
      const auto& e = result.inertia;
      I = rotated(rotation_of(result.rpy), Symmetric3<double>{e[0], e[1], e[2], e[3], e[4], e[5]});
      const Inertia<double> at_center{result.mass, {}, result.mass * outer(result.com)};
      if (written.about == ReferencePoint::origin) I = I - at_center.rotational();
    } else {
      const Inertia<double> all = values_.inertia(written);
      result.mass = all.mass;
      if (all.mass > 0) result.com = (1 / all.mass) * all.first_moment;
      I = values_.inertia(moved(written, result.com)).rotational();
    }
    result.com = cleaned(own * result.com);
    result.inertia = entries(rotated(own.R, I));
    result.rpy = {};
    return result;
  }

  void add_drive(const Link& link, PlainLink& result) const {
    if (link.rotor) {
      const double k = value(link.rotor->ratio);
      result.armature = k * (k * value(link.rotor->inertia));
    }
    if (link.friction) {
      const described::Friction& friction = *link.friction;
      const double gear = friction.side == Side::motor && link.rotor ? std::abs(value(link.rotor->ratio)) : 1.0;
      result.viscous = 0.5 * gear * gear * (value(friction.viscous[0]) + value(friction.viscous[1]));
      result.coulomb = 0.5 * gear * (value(friction.coulomb[0]) + value(friction.coulomb[1]));
    }
    if (link.spring) {
      result.viscous += value(link.spring->damping);
      result.stiffness = value(link.spring->stiffness);
      result.rest = value(link.spring->rest);
      for (const Quantity& entry : link.spring->pose) result.pose_at_rest.push_back(value(entry));
    }
    if (link.limits.position) result.position = {value((*link.limits.position)[0]), value((*link.limits.position)[1])};
    result.velocity = value(link.limits.velocity);
    result.acceleration = value(link.limits.acceleration);
    result.torque = value(link.limits.torque);
    if (link.mimic) result.mimic = {link.mimic->joint, value(link.mimic->multiplier), value(link.mimic->offset)};
  }

  void add_lift(const Link& link, PlainLink& result) const {
    const auto& [part, mass, com] = *link.gravity_compensation;
    const Inertia<double> own = values_.inertia(link.mass);
    const double added = value(mass), lift = value(part) + (own.mass > 0 ? added / own.mass : 0);
    const Vector3<double> off = added * vector(com) - (lift - value(part)) * own.first_moment;
    const double size = std::abs(added) * std::sqrt(dot(vector(com), vector(com)));
    result.lift_elsewhere = added != 0 && (own.mass <= 0 || std::sqrt(dot(off, off)) > 1e-12 * size);
    if (!result.lift_elsewhere && lift != 0) result.lift = lift;
  }

  /// A fixed link at a pose in the user's frame of `parent`.
  PlainLink added(const char* name, const std::string& parent, const described::Pose& at) {
    PlainLink result;
    result.name = unused_name(name, frames_);
    result.joint_name = unused_name(std::string(name) + "_joint", joints_);
    frames_.insert(result.name);
    result.parent = parent;
    result.origin = pose(at);
    const Transform<double>& own = own_frame_.find(parent)->second;
    if (!is_identity(own)) result.origin = plain_pose(own * transform(result.origin));
    return result;
  }

  /// The payload, and what is the tip where that is clear: the tool, or a frame of that name where the payload could
  /// else be taken for it or the link's own frame has moved.
  void add_ends(PlainRobot& result) {
    if (robot_.payload) {
      const bool in_hand = robot_.tool && robot_.payload->at == "tool";
      result.links.push_back(in_hand ? added("payload", robot_.tool->link, robot_.tool->pose)
                                     : added("payload", robot_.payload->at, {}));
      result.links.back().mass = mass(robot_.payload->mass, {});
    }
    if (robot_.tool) return result.links.push_back(added("tool", robot_.tool->link, robot_.tool->pose));
    const std::vector<std::string> ends = tip_names(robot_);
    if (ends.size() == 1 && (robot_.payload || !is_identity(own_frame_.find(ends[0])->second)))
      result.links.push_back(added("tool", ends[0], {}));
  }

  const Description& robot_;
  Evaluator<double> values_;
  std::map<std::string, Transform<double>, std::less<>> own_frame_;
  std::set<std::string, std::less<>> frames_, joints_;
};

}  // namespace

bool PlainPose::is_identity() const { return is_zero(xyz) && is_zero(rpy); }

bool PlainMass::is_weightless() const {
  return mass == 0 && std::all_of(inertia.begin(), inertia.end(), [](double entry) { return entry == 0; });
}
bool PlainMass::is_nothing() const { return is_weightless() && is_zero(com) && is_zero(rpy); }

PlainRobot plain_robot(const Description& robot) {
  PlainRobot plain = Flattening(robot).run();
  for (const PlainLink& link : plain.links)
    if (!is_finite(link))
      raise(
          ComputationError(robot.name + ": the numbers of " + link.name + " are not finite in the frame of its joint"));
  return plain;
}

Matrix3<double> rotation_of(const Vector3<double>& rpy) { return rotation_of_roll_pitch_yaw(rpy.x, rpy.y, rpy.z); }

std::array<double, 6> inertia_in_link_axes(const PlainMass& mass) {
  if (is_zero(mass.rpy)) return mass.inertia;
  const auto& I = mass.inertia;
  return entries(rotated(rotation_of(mass.rpy), Symmetric3<double>{I[0], I[1], I[2], I[3], I[4], I[5]}));
}

}  // namespace torsor
