#include "robot_files/yaml/shape.hpp"

namespace torsor::yaml {
namespace {

using described::Shape;

/// A kind of shape, and the names of its lengths: a section where there are several, one number where there is one, and
/// `true` where there is none. Extents are a list of three.
struct Kind {
  const char* key;
  Shape::Kind kind;
  std::vector<const char*> lengths;
  bool extents = false;
};

const std::vector<Kind>& kinds() {
  using enum Shape::Kind;
  static const std::vector<Kind> all{{"box", box, {}, true},
                                     {"ellipsoid", ellipsoid, {}, true},
                                     {"cylinder", cylinder, {"radius", "length"}},
                                     {"capsule", capsule, {"radius", "length"}},
                                     {"cone", cone, {"radius", "length"}},
                                     {"tube", tube, {"outer", "inner", "length"}},
                                     {"sphere", sphere, {"radius"}},
                                     {"rod", rod, {"length"}},
                                     {"point", point, {}}};
  return all;
}

void read_size(const Value& value, const Kind& kind, const std::string& owner, Shape& result) {
  const std::string what = "shape of " + owner;
  result.kind = kind.kind;
  if (kind.extents) {
    result.size = value.triple(what);
  } else if (kind.lengths.empty()) {
    value.choice<bool>(what, {{"true", true}});
  } else if (kind.lengths.size() == 1) {
    result.size[0] = value.quantity(what);
  } else {
    Section sizes(value, std::string(kind.key) + " of " + owner);
    for (std::size_t k = 0; k < kind.lengths.size(); ++k)
      result.size[k] = sizes.require(kind.lengths[k]).quantity(what);
    sizes.finish();
  }
}

}  // namespace

Shape read_shape(const Value& value, const std::string& owner) {
  const std::string what = "shape of " + owner;
  Section section(value, what);
  Shape result;
  result.where = value.where();
  int found_kinds = 0;
  for (const Kind& kind : kinds())
    if (const auto found = section.take(kind.key)) {
      ++found_kinds;
      read_size(*found, kind, owner, result);
    }
  section.read("mass", result.mass);
  section.read("density", result.density);
  section.read("at", result.pose.xyz);
  section.read("rpy", result.pose.rpy);
  section.finish();
  if (!section.sound()) return result;
  if (found_kinds != 1)
    value.fail(what + ": expected one kind of shape, found " + std::to_string(found_kinds));
  else if (result.mass.has_value() == result.density.has_value())
    value.fail(what + ": expected either mass or density, found " + (result.mass ? "both" : "neither"));
  else if (result.density && (result.kind == Shape::Kind::rod || result.kind == Shape::Kind::point))
    value.fail(what + ": a rod or a point has no volume; expected a mass, found a density");
  return result;
}

std::vector<described::Capsule> read_capsules(Section& section) {
  std::vector<described::Capsule> result;
  const auto found = section.take("capsules");
  if (!found) return result;
  for (const Value& item : found->list("capsules of " + section.what(), "capsule")) {
    const std::string what = "capsule of " + section.what();
    Section keys(item, what);
    described::Capsule capsule{keys.require("from").triple("from of " + what),
                               keys.require("to").triple("to of " + what),
                               keys.require("radius").quantity("radius of " + what), item.where()};
    keys.finish();
    result.push_back(std::move(capsule));
  }
  return result;
}

}  // namespace torsor::yaml
