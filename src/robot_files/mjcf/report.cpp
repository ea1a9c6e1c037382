#include "robot_files/mjcf/report.hpp"

#include <algorithm>
#include <map>

namespace torsor::mjcf {
namespace {

/// Where in `text` the attribute stands, in the start tag whose name is at `at`.
std::size_t attribute_offset(std::string_view text, std::size_t at, std::string_view attribute) {
  const auto ends_name = [](char c) { return c == '=' || c == ' ' || (c >= '\t' && c <= '\r'); };
  char quote = 0;
  for (std::size_t k = at; k < text.size() && (quote != 0 || text[k] != '>'); ++k) {
    if (quote != 0) {
      if (text[k] == quote) quote = 0;
    } else if (text[k] == '"' || text[k] == '\'') {
      quote = text[k];
    } else if (text.substr(k).starts_with(attribute) && k > at && ends_name(text[k - 1]) &&
               k + attribute.size() < text.size() && ends_name(text[k + attribute.size()])) {
      return k;
    }
  }
  return at;
}

using Names = std::set<std::string_view>;

const std::map<std::string_view, Names>& known_attributes() {
  static const std::map<std::string_view, Names> known{
      {"body",
       {"name", "childclass", "mocap", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "gravcomp", "user",
        "sleep", "fuse", "simple"}},
      {"frame", {"name", "childclass", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler"}},
      {"inertial", {"pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "mass", "diaginertia", "fullinertia"}},
      {"freejoint", {"name", "group", "align"}},
      {"joint",
       {"name",
        "class",
        "type",
        "group",
        "pos",
        "axis",
        "springdamper",
        "limited",
        "stiffness",
        "range",
        "ref",
        "springref",
        "springyield",
        "armature",
        "damping",
        "frictionloss",
        "margin",
        "user",
        "solreflimit",
        "solimplimit",
        "solreffriction",
        "solimpfriction",
        "actuatorfrclimited",
        "actuatorfrcrange",
        "actuatorgravcomp"}},
      {"geom",
       {"name",       "class",      "type",         "group",       "pos",       "quat",     "axisangle", "xyaxes",
        "zaxis",      "euler",      "contype",      "conaffinity", "condim",    "priority", "size",      "fromto",
        "mass",       "density",    "shellinertia", "material",    "rgba",      "friction", "solmix",    "solref",
        "solimp",     "margin",     "gap",          "hfield",      "mesh",      "fitscale", "user",      "adhesion",
        "castshadow", "fluidshape", "fluidcoef",    "plugin",      "surfacevel"}}};
  return known;
}

}  // namespace

std::string label(const Element& element) {
  const std::string tag(element.tag());
  const char* name = element.text("name");
  return name == nullptr || *name == 0 ? tag : tag + " " + name;
}

std::string tag_text(const Element& element) {
  std::string text = "<";
  text += element.tag();
  return text += ">";
}

Location where(const Place& place) {
  const xml::Document& file = *place.element->file;
  const std::ptrdiff_t at = place.element->node.offset_debug();
  if (place.attribute.empty() || at < 0) return file.where(at);
  return file.where(
      static_cast<std::ptrdiff_t>(attribute_offset(file.text(), static_cast<std::size_t>(at), place.attribute)));
}

void Report::add(Severity severity, const char* code, const Place& place, std::string message, std::string fix) {
  std::string key(code);
  key.append(" ").append(place.attribute).append(" ").append(message);
  if (!told_.emplace(place.element, std::move(key)).second) return;
  findings_.push_back({code, severity, place.element->file->file_name(), where(place), label(*place.element),
                       std::move(message), std::move(fix)});
}

void check_attributes(const Element& element, Report& report) {
  const auto known = known_attributes().find(element.tag());
  if (known == known_attributes().end()) return;
  for (const pugi::xml_attribute& attribute : element.node.attributes())
    if (!known->second.contains(attribute.name()))
      report.warning("attribute-unknown", {&element, attribute.name()},
                     "expected an attribute of MJCF, found '" + std::string(attribute.name()) + "', which is ignored");
}

}  // namespace torsor::mjcf
