#pragma once

#include <algorithm>
#include <ostream>
#include <vector>

#include "robot_files/file_message.hpp"

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

class RobotMistake : public testing::TestWithParam<Mistake> {
 protected:
  static void expect_told_once() {
    const MarkedText marked(GetParam().marked);
    const FileMessage found = robot_error(marked.text);
    SCOPED_TRACE(GetParam().marked);
    EXPECT_EQ(found.line, marked.line) << found.text;
    EXPECT_EQ(found.column, marked.column) << found.text;
    EXPECT_NE(found.text.find(GetParam().message), std::string::npos) << found.text;
    EXPECT_EQ(std::count(found.text.begin(), found.text.end(), '\n'), 0) << found.text;
  }
};

inline std::string name_of(const testing::TestParamInfo<Mistake>& info) { return info.param.name; }

}  // namespace torsor::test

/// One test for each mistake of a list.
#define TORSOR_MISTAKES(group, suite, ...) \
  INSTANTIATE_TEST_SUITE_P(group, suite, testing::ValuesIn(std::vector<Mistake>{__VA_ARGS__}), name_of)
