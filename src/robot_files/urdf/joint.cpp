#include <algorithm>
#include <cctype>
#include <cmath>

#include "robot_files/urdf/parts.hpp"

namespace torsor::urdf {
namespace {

using Kind = Joint::Kind;

std::optional<Kind> read_kind(const Element& element) {
  const auto type = element.text("type", "type-missing");
  if (!type) return {};
  constexpr std::pair<const char*, Kind> kinds[]{{"fixed", Kind::fixed},           {"revolute", Kind::revolute},
                                                 {"continuous", Kind::continuous}, {"prismatic", Kind::prismatic},
                                                 {"planar", Kind::planar},         {"floating", Kind::floating}};
  for (const auto& [name, kind] : kinds)
    if (*type == name) return kind;
  const char* candidate = meant(*type, {"fixed", "revolute", "continuous", "prismatic", "planar", "floating"});
  element.log().error(
      "type-unknown", element.where("type"), element.owner(),
      "type: expected fixed, revolute, continuous, prismatic, planar or floating; found " + in_quotes(*type),
      candidate ? "did you mean " + std::string(candidate) + "?" : "");
  return {};
}

/// The link that <parent> or <child> names.
std::string read_end(const Element& joint, const char* name, const char* code, Location& where) {
  const Element end = joint.child(name);
  if (!end) {
    joint.error(code, "expected a <" + std::string(name) + " link=\"...\"/>, found none");
    return {};
  }
  end.expect_attributes({"link"});
  where = end.where("link");
  return end.text("link", code).value_or("");
}

void read_axis(const Element& axis, Joint& joint) {
  joint.axis_where = axis ? axis.where("xyz") : joint.where;
  if (!axis) return;
  axis.expect_attributes({"xyz"});
  if (!axis.text("xyz", "attribute-missing")) return;
  const std::array<double, 3> written = axis.three("xyz", joint.axis);
  const double length = std::hypot(written[0], written[1], written[2]);
  const auto found = [&] { return "found " + in_quotes(axis.node().attribute("xyz").value()); };
  if (!(length > 1e-100 && length < 1e100))
    return axis.log().error("axis-zero", joint.axis_where, axis.owner(), "axis: expected a direction, " + found());
  joint.axis = written;
  if (std::abs(length - 1) <= 1e-3) return;  // a direction written with few digits
  for (double& entry : joint.axis) entry /= length;
  axis.log().warning("axis-not-unit", joint.axis_where, axis.owner(),
                     "axis: expected a length of 1, " + found() + "; only its direction counts", "make its length 1");
}

/// Whether a limit is infinity: in one of its spellings, or as a number that can mean nothing else.
bool is_infinite(const Element& limit, const char* attribute) {
  std::string_view text = limit.node().attribute(attribute).value();
  if (text.find_first_of("iIeE") == std::string_view::npos) return false;
  const auto numbers = xml::numbers(text);
  if (numbers) return numbers->size() == 1 && std::abs((*numbers)[0]) >= 1e100;
  constexpr const char* blanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  text = text.substr(0, text.find_last_not_of(blanks) + 1);
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  std::string word(text);
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word == "inf" || word == "infinity";
}
void note_infinite(const Element& limit, const char* attribute) {
  limit.log().add(Severity::note, "limit-infinite", limit.where(attribute), limit.owner(),
                  std::string(attribute) + " limit: found " + in_quotes(limit.node().attribute(attribute).value()) +
                      ", taken as without limit");
}

/// A limit of velocity or effort; one that is not positive is left out.
std::optional<described::Quantity> read_bound(const Element& limit, const char* attribute) {
  if (!limit.has(attribute)) return {};
  if (is_infinite(limit, attribute)) {
    note_infinite(limit, attribute);
    return {};
  }
  const int errors = limit.log().errors();
  const double value = limit.number(attribute, 0);
  if (limit.log().errors() > errors) return {};
  if (value > 0) return limit.quantity(attribute, value);
  const bool zero = value == 0;  // what many files write for "unknown"
  limit.log().add(zero ? Severity::note : Severity::warning, zero ? "limit-zero" : "limit-negative",
                  limit.where(attribute), limit.owner(),
                  std::string(attribute) + " limit: expected a positive number, found " + Expression(value).text() +
                      "; taken as without limit",
                  "write the limit, or no attribute " + std::string(attribute));
  return {};
}

void read_limits(const Element& limit, Joint& joint) {
  limit.expect_attributes({"lower", "upper", "velocity", "effort", "acceleration"});
  joint.limits.velocity = read_bound(limit, "velocity");
  joint.limits.torque = read_bound(limit, "effort");
  joint.limits.acceleration = read_bound(limit, "acceleration");
  if (joint.kind == Kind::continuous) return;
  const bool no_lower = is_infinite(limit, "lower"), no_upper = is_infinite(limit, "upper");
  if (no_lower) note_infinite(limit, "lower");
  if (no_upper) note_infinite(limit, "upper");
  if (no_lower != no_upper)
    limit.warning("limit-one-sided",
                  "limit: expected lower and upper to be finite, or neither; taken as without "
                  "limits of position",
                  "write a finite limit on both sides");
  if (no_lower || no_upper) return;
  double low = limit.number("lower", 0), high = limit.number("upper", 0);
  const auto found = [&] { return "found " + Expression(low).text() + " and " + Expression(high).text(); };
  if (low > high) {
    limit.warning("limits-reversed", "limit: expected lower below upper, " + found() + "; taken the other way round",
                  "exchange lower and upper");
    std::swap(low, high);
  } else if (low == high) {
    limit.warning("limits-equal", "limit: expected lower below upper, " + found() + ": the joint cannot move",
                  "write lower and upper, which are 0 where they are missing, or make the joint fixed or continuous");
  }
  joint.limits.position = {limit.quantity("lower", low), limit.quantity("upper", high)};
}

void read_dynamics(const Element& dynamics, Joint& joint) {
  dynamics.expect_attributes({"damping", "friction"});
  described::Friction result;
  bool any = false;
  const auto magnitude = [&](const char* attribute) -> described::Quantity {
    const double value = dynamics.number(attribute, 0);
    any = any || value > 0;
    if (value < 0)
      dynamics.log().warning("friction-negative", dynamics.where(attribute), dynamics.owner(),
                             std::string(attribute) + ": expected a number that is not negative, found " +
                                 Expression(value).text() + "; taken as 0",
                             "write a magnitude");
    return dynamics.quantity(attribute, std::max(value, 0.0));
  };
  result.viscous.fill(magnitude("damping"));
  result.coulomb.fill(magnitude("friction"));
  if (any) joint.friction = result;
}

void read_mimic(const Element& mimic, Joint& joint) {
  mimic.expect_attributes({"joint", "multiplier", "offset"});
  const auto source = mimic.text("joint", "mimic-unknown");
  if (!source) return;
  joint.mimic = described::Mimic{*source, mimic.quantity("multiplier", mimic.number("multiplier", 1)),
                                 mimic.quantity("offset", mimic.number("offset", 0)), mimic.where()};
}

}  // namespace

std::optional<Joint> read_joint(const Element& element, const std::string& name) {
  element.expect_children(
      {"origin", "parent", "child", "axis", "calibration", "dynamics", "limit", "mimic", "safety_controller"});
  const std::optional<Kind> kind = read_kind(element);
  Joint joint;
  joint.name = name;
  joint.where = element.where();
  joint.parent = read_end(element, "parent", "parent-missing", joint.parent_where);
  joint.child = read_end(element, "child", "child-missing", joint.child_where);
  joint.origin = element.child("origin").pose();
  if (!kind) return {};
  joint.kind = *kind;
  if (joint.single() || joint.kind == Kind::planar) read_axis(element.child("axis"), joint);
  const Element limit = element.child("limit"), dynamics = element.child("dynamics"), mimic = element.child("mimic");
  if (joint.single()) {
    if (limit) read_limits(limit, joint);
    if (!limit && joint.kind != Kind::continuous)
      element.warning("limit-missing", "expected a <limit>, found none; taken as without limits",
                      "add <limit lower=\"...\" upper=\"...\" velocity=\"...\" effort=\"...\"/>");
    if (dynamics) read_dynamics(dynamics, joint);
    if (mimic) read_mimic(mimic, joint);
  } else if (joint.kind != Kind::fixed) {
    for (const Element* part : {&limit, &dynamics, &mimic})
      if (*part)
        part->warning("element-ignored", "expected <" + std::string(part->node().name()) +
                                             "> on a joint with one axis, found it on another; ignored");
  } else if (mimic) {
    mimic.warning("element-ignored", "expected <mimic> on a joint that moves, found it on a fixed one; ignored");
  }
  if (joint.parent.empty() || joint.child.empty()) return {};
  return joint;
}

}  // namespace torsor::urdf
