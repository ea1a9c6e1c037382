#pragma once

#include <ostream>
#include <vector>

#include "robot_files/robot_error.hpp"
#include "torsor/robot_files/yaml/read_yaml.hpp"

namespace torsor::test {

/// A robot file with one mistake, whose place is marked with @, and a part of what has to be said about it.
struct Mistake {
  const char* name;
  std::string marked;
  const char* message;
};
inline void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

/// A robot with one more top-level key, or with one more key of its link.
inline std::string top(const std::string& key) { return "name: a\nlinks:\n  - {joint: revolute}\n" + key + "\n"; }
inline std::string link(const std::string& key) {
  return "name: a\ndh: standard\ninertia_about: com\nlinks:\n  - joint: revolute\n    " + key + "\n";
}

inline std::string all_of(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) text += to_string(finding) + "\n";
  return text;
}

class RobotMistake : public testing::TestWithParam<Mistake> {
 protected:
  static void expect_told_once() {
    const MarkedText marked(GetParam().marked);
    SCOPED_TRACE(GetParam().marked);
    const Reading reading = read_yaml(marked.text, "arm.yaml");
    ASSERT_EQ(reading.findings.size(), 1u) << all_of(reading.findings);
    const Finding& found = reading.findings[0];
    EXPECT_EQ(found.severity, Severity::error);
    EXPECT_EQ(found.where.line, marked.line) << found.message;
    EXPECT_EQ(found.where.column, marked.column) << found.message;
    EXPECT_NE(found.message.find(GetParam().message), std::string::npos) << found.message;
  }
};

inline std::string name_of(const testing::TestParamInfo<Mistake>& info) { return info.param.name; }

}  // namespace torsor::test

/// One test for each mistake of a list.
#define TORSOR_MISTAKES(group, suite, ...) \
  INSTANTIATE_TEST_SUITE_P(group, suite, testing::ValuesIn(std::vector<Mistake>{__VA_ARGS__}), name_of)
