#include "robot_files/yaml/mass.hpp"

#include "robot_files/yaml/shape.hpp"

namespace torsor::yaml {
namespace {

using namespace described;

void read_inertia(const Value& value, const std::string& owner, std::optional<ReferencePoint>& robots,
                  MassProperties& result) {
  Section section(value, "inertia of " + owner);
  result.where = value.where();
  constexpr std::array<const char*, 6> names{"xx", "xy", "xz", "yy", "yz", "zz"};
  for (std::size_t k = 0; k < names.size(); ++k) section.read(names[k], result.inertia[k]);
  section.read("rpy", result.rpy);
  const auto about = section.take("about");
  section.finish();
  if (!about && !robots) {
    if (section.sound())
      value.fail("inertia of " + owner + ": the reference point is missing; expected `about: com` or " +
                 "`about: origin` here, or `inertia_about` for the whole robot");
    robots = ReferencePoint::center_of_mass;
  }
  result.about = about ? read_reference_point(*about) : *robots;
}

void read_shapes(Section& section, MassProperties& result) {
  const auto one = section.take("shape"), several = section.take("shapes");
  if (one) result.shapes.push_back(read_shape(*one, section.what()));
  if (!several) return;
  for (const Value& item : several->list("shapes of " + section.what(), "shape"))
    result.shapes.push_back(read_shape(item, section.what()));
}

}  // namespace

ReferencePoint read_reference_point(const Value& value) {
  return value.choice<ReferencePoint>("inertia reference point",
                                      {{"com", ReferencePoint::center_of_mass}, {"origin", ReferencePoint::origin}});
}

Pose read_pose(Section& section) {
  Pose result;
  section.read("xyz", result.xyz);
  section.read("rpy", result.rpy);
  return result;
}

Pose read_pose(const Value& value, const std::string& what) {
  Section section(value, what);
  const Pose result = read_pose(section);
  section.finish();
  return result;
}

MassProperties read_mass(Section& section, std::optional<ReferencePoint>& about) {
  MassProperties result;
  result.where = section.value().where();
  read_shapes(section, result);
  const auto mass = section.take("mass"), com = section.take("com"), inertia = section.take("inertia");
  if (!result.shapes.empty()) {
    if (const auto& other = mass ? mass : com ? com : inertia)
      other->fail(section.what() + ": expected either shapes or mass, com and inertia, found both");
    return result;
  }
  if (mass) {
    result.mass = mass->quantity("mass of " + section.what());
    result.where = mass->where();
  }
  if (com) result.com = com->triple("com of " + section.what());
  if (inertia) read_inertia(*inertia, section.what(), about, result);
  return result;
}

}  // namespace torsor::yaml
