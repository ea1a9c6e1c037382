#include "robot_files/judge_body.hpp"
#include "robot_files/urdf/parts.hpp"

namespace torsor::urdf {
namespace {

constexpr std::array<const char*, 6> entries{"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};

/// The six entries; without those off the diagonal there are none, without one on it there is no robot.
std::array<double, 6> read_inertia(const Element& element) {
  element.expect_attributes({"ixx", "ixy", "ixz", "iyy", "iyz", "izz"});
  std::array<double, 6> result{};
  std::string missing;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const bool diagonal = k == 0 || k == 3 || k == 5;
    result[k] = element.number(entries[k], 0);
    if (element.has(entries[k])) continue;
    if (diagonal)
      element.error("attribute-missing",
                    "<inertia>: expected an attribute " + std::string(entries[k]) + ", found none");
    if (!diagonal) missing += (missing.empty() ? "" : ", ") + std::string(entries[k]);
  }
  if (!missing.empty())
    element.warning("inertia-incomplete", "<inertia>: expected six entries, found no " + missing + "; taken as 0",
                    "write all six entries");
  return result;
}

/// The mass, or nothing after an error.
std::optional<double> read_mass(const Element& inertial, described::MassProperties& result) {
  const Element mass = inertial.child("mass");
  if (!mass) {
    inertial.error("mass-missing", "<inertial>: expected a <mass>, found none",
                   "add <mass value=\"...\"/>, or leave <inertial> out");
    return {};
  }
  mass.expect_attributes({"value"});
  if (!mass.text("value", "attribute-missing")) return {};
  const double m = mass.number("value", 0);
  result.mass = mass.quantity("value", m);
  if (m >= 0) return m;
  mass.error("mass-negative", "mass: expected a number that is not negative, found " + Expression(m).text());
  return {};
}

void read_inertial(const Element& inertial, described::MassProperties& result) {
  inertial.expect_children({"origin", "mass", "inertia"});
  const described::Pose pose = inertial.child("origin").pose();
  result.where = inertial.where();
  result.com = pose.xyz;
  result.rpy = pose.rpy;
  const int errors = inertial.log().errors();
  const std::optional<double> mass = read_mass(inertial, result);
  const Element inertia = inertial.child("inertia");
  if (!inertia)
    return inertial.warning("inertia-missing", "<inertial>: expected an <inertia>, found none; taken as a point mass",
                            "add <inertia> with the entries about the centre of mass");
  result.where = inertia.where();
  const std::array<double, 6> I = read_inertia(inertia);
  for (std::size_t k = 0; k < entries.size(); ++k) result.inertia[k] = inertia.quantity(entries[k], I[k]);
  if (!mass || inertial.log().errors() > errors) return;
  for (Finding& finding : judge_body(*mass, I))
    inertia.log().add(finding.severity, std::move(finding.code), inertia.where(), inertia.owner(),
                      std::move(finding.message), std::move(finding.fix));
}

}  // namespace

Link read_link(const Element& element, const std::string& name) {
  Link result;
  result.name = name;
  result.where = element.where();
  element.expect_attributes({"name"});
  element.expect_children({"inertial", "visual", "collision", "contact", "self_collision_checking"});
  if (const Element inertial = element.child("inertial")) read_inertial(inertial, result.mass);
  return result;
}

}  // namespace torsor::urdf
