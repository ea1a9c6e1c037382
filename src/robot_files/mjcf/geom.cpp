#include "robot_files/mjcf/mass.hpp"
#include "torsor/model/shape.hpp"

namespace torsor::mjcf {
namespace {

using described::Shape;

/// The ends of a geom's axis give its place and its last half size.
std::optional<Solid> read_ends(const Attributes& geom, const std::string& type, double width) {
  const auto ends = geom.numbers("fromto", 6);
  if (!ends) return {};
  const Vector3<double> from{(*ends)[0], (*ends)[1], (*ends)[2]}, to{(*ends)[3], (*ends)[4], (*ends)[5]};
  const double half = length(to - from) / 2;
  if (type == "sphere" || !(half > 0)) {
    geom.report().error("geom-size", geom.place("fromto"),
                        "fromto: expected two different points and a capsule, cylinder, box or ellipsoid, found '" +
                            geom.text("fromto") + "' and a " + type);
    return {};
  }
  if (const Vector3<double> pos = geom.vector("pos", {}); length(pos) > 0)
    geom.report().error("geom-size", geom.place("pos"), "expected no pos beside fromto, which says where the geom is");
  const bool round = type == "capsule" || type == "cylinder";
  return Solid{{width, round ? half : width, half}, {rotation_from_z(to - from), 0.5 * (from + to)}};
}

}  // namespace

std::optional<Solid> read_solid(const Attributes& geom, const std::string& type, const Context& context) {
  const Vector3<double> size = geom.partial_vector("size");
  std::optional<Solid> solid = Solid{size, {}};
  if (geom.has("fromto"))
    solid = read_ends(geom, type, size.x);
  else
    solid->pose = read_pose(geom, context.settings);
  if (!solid) return {};
  const auto& [half, pose] = *solid;
  const bool one = type == "sphere", two = type == "capsule" || type == "cylinder";
  if (half.x > 0 && (one || half.y > 0) && (one || two || half.z > 0)) return solid;
  const char* count = one                          ? "1 positive number"
                      : two && !geom.has("fromto") ? "2 positive numbers"
                                                   : "positive numbers";
  context.report.error(
      "geom-size", geom.has("size") ? geom.place("size") : Place(&geom.element()),
      std::string("size: expected ") + count + " for a " + type + ", found '" + geom.text("size") + "'");
  return {};
}

namespace {

Shape::Kind kind_of(const std::string& type) {
  using enum Shape::Kind;
  return type == "box"         ? box
         : type == "capsule"   ? capsule
         : type == "cylinder"  ? cylinder
         : type == "ellipsoid" ? ellipsoid
                               : sphere;
}

Shape shape_of(const std::string& type, const Solid& solid, const Transform<double>& frame) {
  Shape shape;
  shape.kind = kind_of(type);
  const auto& [half, pose] = solid;
  if (type == "box")
    shape.size = {2 * half.x, 2 * half.y, 2 * half.z};
  else if (type == "ellipsoid")
    shape.size = {half.x, half.y, half.z};
  else
    shape.size = {half.x, 2 * half.y, 0.0};  // radius and length
  shape.pose = described_pose(frame * pose);
  return shape;
}

/// A body that does not move needs no mass.
void refuse(const Attributes& geom, const std::string& what, bool moves) {
  const std::string message = what + "; expected an inertial in the body";
  const char* fix = "write an <inertial>, let MuJoCo save the compiled model, or ignore the geoms";
  if (moves)
    geom.report().error("geom-mass-unknown", &geom.element(), message, fix);
  else
    geom.report().note("geom-mass-unknown", &geom.element(), message, fix);
}

}  // namespace

std::optional<Shape> read_geom(const Part& part, bool moves, const Context& context) {
  const Attributes geom = context.defaults.attributes(*part.element, part.inherited);
  const Settings& settings = context.settings;
  const std::string type =
      geom.word("type", {"sphere", "capsule", "cylinder", "box", "ellipsoid", "mesh", "sdf", "plane", "hfield"});
  const double group = geom.number("group", 0);
  const double mass = geom.magnitude("mass", 0), density = geom.magnitude("density", 1000);
  if (type == "plane" || type == "hfield" || group < settings.first_group || group > settings.last_group) return {};
  if (geom.has("mass") ? mass == 0 : density == 0) return {};
  if (type == "mesh" || type == "sdf" || geom.has("mesh")) {
    refuse(geom, "the mass of a mesh is not known here", moves);
    return {};
  }
  if (geom.has("shellinertia") && geom.word("shellinertia", {"false", "true"}) == "true") {
    refuse(geom, "the inertia of a shell is not known here", moves);
    return {};
  }
  const std::optional<Solid> solid = read_solid(geom, type, context);
  if (!solid) return {};
  Shape shape = shape_of(type, *solid, part.frame);
  shape.where = where(part.element);
  if (geom.has("mass"))
    shape.mass = mass;
  else
    shape.density = density;
  return shape;
}

}  // namespace torsor::mjcf
