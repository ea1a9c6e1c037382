#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "robot_files/marked_text.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"

namespace torsor::test {

/// A robot with the given elements beside a link named base.
inline std::string urdf(const std::string& elements) {
  return "<robot name=\"r\">\n<link name=\"base\"/>\n" + elements + "\n</robot>\n";
}
/// A link with a body that nothing is wrong with, or with the given children.
inline std::string urdf_link(const std::string& name, const std::string& children = "") {
  const std::string body =
      "<inertial><origin xyz=\"0 0 0.1\"/><mass value=\"2\"/>"
      "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>";
  return "<link name=\"" + name + "\">" + (children.empty() ? body : children) + "</link>\n";
}
/// A joint about z; `children` come in addition to its axis and its limit, unless it is of a kind that has none.
inline std::string urdf_joint(const std::string& name, const std::string& parent, const std::string& child,
                              const std::string& children = "", const std::string& type = "revolute") {
  const bool limited = type == "revolute" || type == "prismatic";
  return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent + "\"/><child link=\"" + child +
         "\"/><axis xyz=\"0 0 1\"/>" +
         (limited ? "<limit lower=\"-1\" upper=\"1\" velocity=\"2\" effort=\"3\"/>" : "") + children + "</joint>\n";
}
/// A robot of one joint, with the children of its link and of its joint.
inline std::string urdf_arm(const std::string& link_children, const std::string& joint_children = "") {
  return urdf(urdf_link("arm", link_children) + urdf_joint("elbow", "base", "arm", joint_children));
}
/// The same, with all of its joint.
inline std::string urdf_with_joint(const std::string& joint) { return urdf(urdf_link("arm") + joint); }

/// A file with one oddity, whose place is marked with @, and what has to be found.
struct Oddity {
  const char* name;
  std::string marked;
  Severity severity;
  const char* code;
  const char* message;
};
inline void PrintTo(const Oddity& oddity, std::ostream* out) { *out << oddity.name; }

inline std::string all(const std::vector<Finding>& findings) {
  std::string lines;
  for (const Finding& finding : findings) lines += finding.code + " " + to_string(finding) + "\n";
  return lines;
}

/// Expects that exactly this one thing is found, apart from notes.
inline void expect_found(const Oddity& oddity) {
  const MarkedText marked(oddity.marked);
  Reading reading = read_urdf(marked.text, "arm.urdf");
  SCOPED_TRACE(oddity.marked + "\n" + all(reading.findings));
  if (oddity.severity != Severity::note)
    std::erase_if(reading.findings, [](const Finding& f) { return f.severity == Severity::note; });
  ASSERT_EQ(reading.findings.size(), 1u);
  const Finding& found = reading.findings[0];
  EXPECT_EQ(found.code, oddity.code);
  EXPECT_EQ(found.severity, oddity.severity);
  EXPECT_EQ(found.file, "arm.urdf");
  EXPECT_EQ(found.where.line, marked.line);
  EXPECT_EQ(found.where.column, marked.column);
  EXPECT_NE(to_string(found).find(oddity.message), std::string::npos) << to_string(found);
  EXPECT_EQ(reading.sound(), oddity.severity != Severity::error);
  EXPECT_EQ(reading.robot.links.empty(), oddity.severity == Severity::error);
}

}  // namespace torsor::test

/// One test for each oddity of a list.
#define TORSOR_ODDITIES(group, suite, ...)                                                    \
  INSTANTIATE_TEST_SUITE_P(group, suite, testing::ValuesIn(std::vector<Oddity>{__VA_ARGS__}), \
                           [](const auto& oddity) { return std::string(oddity.param.name); })
