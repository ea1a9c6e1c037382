#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "torsor/lint/lint.hpp"

namespace torsor::test {

/// The mass of a link in URDF.
struct UrdfBody {
  std::string mass = "2";
  std::string diagonal[3] = {"0.02", "0.03", "0.04"};
  std::string com = "0 0 0.1";
  std::string more{};  // further children of the link
};

inline std::string link_text(const std::string& name, const UrdfBody& body = {}) {
  return "  <link name=\"" + name + "\"><inertial><origin xyz=\"" + body.com + "\"/><mass value=\"" + body.mass +
         "\"/><inertia ixx=\"" + body.diagonal[0] + "\" ixy=\"0\" ixz=\"0\" iyy=\"" + body.diagonal[1] +
         "\" iyz=\"0\" izz=\"" + body.diagonal[2] + "\"/></inertial>" + body.more + "</link>\n";
}
inline std::string joint_text(const std::string& name, const std::string& parent, const std::string& child,
                              const std::string& origin = "xyz=\"0 0 0.4\"", const std::string& axis = "0 1 0") {
  return "  <joint name=\"" + name + "\" type=\"continuous\"><parent link=\"" + parent + "\"/><child link=\"" + child +
         "\"/><origin " + origin + "/><axis xyz=\"" + axis + "\"/></joint>\n";
}
inline std::string robot_text(const std::string& elements) {
  return "<robot name=\"r\">\n  <link name=\"base\"/>\n" + elements + "</robot>\n";
}
/// Two links, of which the second is the given one.
inline std::string arm_text(const UrdfBody& body) {
  return robot_text(link_text("upper", {"3", {"0.02", "0.03", "0.045"}}) + link_text("lower", body) +
                    joint_text("shoulder", "base", "upper") + joint_text("elbow", "upper", "lower"));
}

inline std::vector<Finding> lint_urdf(const std::string& text) { return lint::inspect(text, "arm.urdf"); }

/// "code element" of all findings.
inline std::vector<std::string> told(const std::vector<Finding>& findings) {
  std::vector<std::string> result;
  result.reserve(findings.size());
  for (const Finding& finding : findings) result.push_back(finding.code + " " + finding.element);
  return result;
}

using Told = std::vector<std::string>;

}  // namespace torsor::test
