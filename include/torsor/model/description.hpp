#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "torsor/core/finding.hpp"
#include "torsor/model/expression.hpp"
#include "torsor/model/visual.hpp"

/// A robot as the user wrote it: names, expressions, the user's own frames. Readers fill it in; build_model turns it
/// into a Model for any scalar. The keys and their meaning are those of docs/robot-file.md.
namespace torsor {

enum class DhConvention { standard, modified };
/// A ball joint has a unit quaternion w x y z for its position, a free one x y z before it; their velocities are twists
/// in the axes of the link they carry.
enum class JointType { revolute, prismatic, fixed, ball, free };
enum class RotorModel { gyroscopic, reflected };
enum class ReferencePoint { center_of_mass, origin };
enum class Side { link, motor };

/// The parts of a description. Their namesakes in torsor:: are the parts of a Model.
namespace described {

/// A number in a description, with its place.
struct Quantity {
  Expression expression;
  Location where;

  Quantity() = default;
  Quantity(double value) : expression(value) {}  // NOLINT(google-explicit-constructor)
  Quantity(Expression written, Location place) : expression(std::move(written)), where(place) {}
};

using Triple = std::array<Quantity, 3>;

struct Parameter {
  std::string name;
  Quantity value;
};

struct Pose {
  Triple xyz;
  Triple rpy;  // R = Rot_z(yaw) Rot_y(pitch) Rot_x(roll)
};

struct DhRow {
  Quantity theta, d, a, alpha, offset;
};

/// A uniform solid (or a rod, or a point) whose mass distribution is integrated.
struct Shape {
  enum class Kind { box, cylinder, tube, capsule, cone, sphere, ellipsoid, rod, point };
  Kind kind = Kind::point;
  Triple size;  // box, ellipsoid: x y z; cylinder, capsule, cone: radius length; tube: outer inner length; sphere:
                // radius; rod: length
  std::optional<Quantity> mass, density;
  Pose pose;
  Location where;
};

/// All points within `radius` of the line between two points of a link: room that it takes, and that motions keep
/// clear of. No equation of motion reads it.
struct Capsule {
  Triple from, to;
  Quantity radius;
  Location where{};
};

/// Mass, centre and inertia matrix (entries), or shapes.
struct MassProperties {
  Quantity mass;
  Triple com;
  std::array<Quantity, 6> inertia;  // xx xy xz yy yz zz
  Triple rpy;                       // how the axes of `inertia` stand in the link's frame; com is in the link's axes
  ReferencePoint about = ReferencePoint::center_of_mass;
  std::vector<Shape> shapes;
  Location where;
};

struct Rotor {
  Quantity inertia;
  Quantity ratio = 1.0;
  std::optional<Triple> axis;  // in the parent link's frame
};

/// Magnitudes, for the positive and the negative direction of the joint, and a constant torque of either sign.
struct Friction {
  std::array<Quantity, 2> viscous, coulomb;
  Quantity offset;
  Side side = Side::link;
  Quantity width{};  // of the step of Coulomb friction at rest, a velocity
  Quantity stribeck{}, stribeck_velocity{};
  Quantity presliding_stiffness{}, presliding_damping{};  // of the contact before it slides; 0: none
  Quantity load{};  // how much Coulomb friction grows with the torque that the links ask, N m per N m
};

struct Spring {
  Quantity stiffness, rest, damping;
  std::vector<Quantity> pose{};  // of a ball or free joint, in place of `rest`: w x y z, or x y z w x y z; or nothing
};

/// What of a link's weight is carried from outside: that of a part of its own mass, and of a mass at a point.
struct GravityCompensation {
  Quantity part, mass;
  Triple com{};
};

struct Limits {
  std::optional<std::array<Quantity, 2>> position;
  std::optional<Quantity> velocity, acceleration, torque;
};

/// A joint that follows another: its own coordinate is multiplier * that of `joint` + offset, and it has none in q.
struct Mimic {
  std::string joint;
  Quantity multiplier = 1.0, offset;
  Location where{};
};

/// A link and the joint that carries it.
struct Link {
  std::string name;
  std::string parent;  // "base" or the name of an earlier link
  std::string joint_name;
  JointType joint = JointType::revolute;
  bool flip = false;
  std::optional<Pose> origin;
  std::optional<DhRow> dh;
  Triple axis{0.0, 0.0, 1.0};
  MassProperties mass;
  std::optional<Rotor> rotor;
  std::optional<Friction> friction;
  std::optional<Spring> spring;
  std::optional<GravityCompensation> gravity_compensation{};
  std::optional<Mimic> mimic;
  Limits limits;
  std::vector<Capsule> capsules{};
  Location where;
};

struct Tool {
  std::string link;
  Pose pose;
  Location where{};  // of `link`
};

struct Payload {
  MassProperties mass;
  std::string at;    // a link, or "tool"
  Location where{};  // of `at`
};

/// Spring, damper, Coulomb friction and rotor on a linear combination x of joints, and sine sin x + cosine cos x.
struct Coupling {
  std::vector<std::pair<std::string, Quantity>> joints;
  Quantity stiffness, rest;
  std::array<Quantity, 2> viscous, coulomb;
  Quantity width;
  Quantity presliding_stiffness{}, presliding_damping{};
  Quantity rotor_inertia;
  Quantity sine{}, cosine{};
  Location where;
};

/// Two points that stay in one place: what closes a chain. Each is given in the frame of its link, or "base".
struct Loop {
  std::string name;
  std::string link[2];
  Triple point[2];
  Location where;
};

}  // namespace described

struct Description {
  std::string name, description, source;
  bool illustrative = false;
  DhConvention dh = DhConvention::standard;
  RotorModel rotor_model = RotorModel::gyroscopic;
  described::Triple gravity{0.0, 0.0, -9.81};
  std::vector<described::Parameter> parameters;
  described::Pose base;
  std::string base_name = "base";       // of frame 0, which is the first links' parent
  described::MassProperties base_mass;  // of what is bolted down, in frame 0
  std::vector<described::Capsule> base_capsules;
  std::vector<described::Link> links;
  std::optional<described::Tool> tool;
  std::optional<described::Payload> payload;
  std::vector<described::Coupling> couplings;
  std::vector<described::Loop> loops;
  std::vector<described::Visual> visuals;  // where they were asked for: see XmlRobotOptions
};

/// Something that makes a description no robot: what is wrong, what was expected, what was found.
struct Problem {
  Location where;
  std::string message;
  /// Short and lasting, for readers that judge a rule in their own way: "no-links", "no-moving-joint" and
  /// "inertia-not-positive"; all else is "impossible".
  std::string code = "impossible";
};

/// Everything that build_model relies on: names resolve, numbers are finite, masses and inertias are possible.
std::vector<Problem> check(const Description& description);

/// The same for a mass alone, such as a load, that names no parameters; the messages call it `owner`.
std::vector<Problem> check(const described::MassProperties& mass, const std::string& owner);

}  // namespace torsor
