#include <gtest/gtest.h>

#include <random>

#include "robot_files/robot_error.hpp"
#include "robot_files/temporary_file.hpp"
#include "support/cpu_time.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::hostile_robot_file_test {

std::string repeated(const std::string& piece, int count) {
  std::string result;
  for (int k = 0; k < count; ++k) result += piece;
  return result;
}

/// The text with the number in place of each #.
std::string numbered(const std::string& pattern, int number) {
  std::string result;
  for (const char c : pattern) c == '#' ? result += std::to_string(number) : result += c;
  return result;
}

/// Reads a text that may be anything. It must be a robot, or be refused with a place inside the text.
void expect_robot_or_place(const std::string& text) {
  try {
    EXPECT_TRUE(check(read_robot(text, "arm.yaml")).empty());
  } catch (const FileError& error) {
    EXPECT_EQ(error.file(), "arm.yaml");
    const auto lines = 1 + std::count(text.begin(), text.end(), '\n') + std::count(text.begin(), text.end(), '\r');
    for (const Finding& found : error.findings()) {
      EXPECT_GE(found.where.line, 1) << found.message;
      EXPECT_GE(found.where.column, 1) << found.message;
      EXPECT_LE(found.where.line, lines + 1) << found.message;
      EXPECT_FALSE(found.message.empty());
    }
  }
}

TEST(HostileRobotFile, WhatTheParserCannotPassEndsTheReading) {
  for (const char* text : {",", "{name: a} ,", "name: a\n---\n,", "]", "}", "name: a\n---\n]", "---\n---\n,"}) {
    SCOPED_TRACE(text);
    EXPECT_THROW(read_robot(text, "arm.yaml"), FileError);
    expect_robot_or_place(text);
  }
}

TEST(HostileRobotFile, ASecondDocumentIsRefusedWhereItStarts) {
  const Finding found = robot_error("name: a\n---\nname: b\n");
  EXPECT_EQ(found.where.line, 3);
  EXPECT_EQ(found.where.column, 1);
  EXPECT_EQ(found.message, "expected one document in a file, found a second one");
}

TEST(HostileRobotFile, BadYamlIsToldWithItsPlace) {
  for (const char* text : {"name: a\ngravity: [0, 0", "name: \"a\nlinks: 3", "name: a\n\tlinks: 3", "a: *b", "{a: 1",
                           "name: a\n  b: c\n d: e", "%YAML 9.0\n---\nname: a", "name: a: b", "]", "a: !!float"}) {
    const Finding found = robot_error(text);
    EXPECT_GE(found.where.line, 1) << text << ": " << found.message;
    EXPECT_GE(found.where.column, 1) << text << ": " << found.message;
  }
}

TEST(HostileRobotFile, DeepNestingIsAnErrorAndNoCrash) {
  for (const char* piece : {"[", "{a: ", "- ", "? ", "[{a: ", "!x ["})
    for (const int depth : {1000, 10000, 100000}) {
      EXPECT_GE(robot_error(repeated(piece, depth)).where.line, 1) << piece;
      EXPECT_GE(robot_error("name: a\nlinks: " + repeated(piece, depth)).where.line, 1) << piece;
    }
  EXPECT_GE(robot_error(repeated("[", 10000) + repeated("]", 10000)).where.line, 1);
}

TEST(HostileRobotFile, DeepNestingIsCalledByItsName) {
  EXPECT_NE(robot_error(repeated("[", 10000)).message.find("nest"), std::string::npos)
      << robot_error(repeated("[", 10000)).message;
}

TEST(HostileRobotFile, DeepParenthesesAreAnErrorAndNoCrash) {
  const Finding found = robot_error("name: a\nlinks:\n  - joint: revolute\n    mass: " + repeated("(", 10000));
  EXPECT_EQ(found.where.line, 4);
  EXPECT_NE(found.message.find("nested"), std::string::npos);
}

TEST(HostileRobotFile, AMessageQuotesOnlyTheBeginningOfALongValue) {
  for (const std::string& value : {repeated("(", 10000), repeated("9", 10000) + "x", repeated("long", 10000)})
    EXPECT_LT(robot_error("name: a\nlinks:\n  - joint: revolute\n    mass: " + value).message.size(), 400u);
}

TEST(HostileRobotFile, TimeGrowsWithTheNumberOfAnchorsAndAliasesNotWithItsSquare) {
  const auto seconds = [](int count) {
    std::string text = "name: a\nparameters:\n";
    for (int k = 0; k < count; ++k) text += numbered("  a#: &x# 2\n", k);
    for (int k = 0; k < count; ++k) text += numbered("  b#: *x#\n", k);
    text += numbered("links:\n  - {joint: revolute, mass: b#}\n", count - 1);
    return quickest(2, [&] {
      const Description robot = read_robot(text, "arm.yaml");
      ASSERT_EQ(robot.parameters.size(), 2u * count);
      ASSERT_EQ(build_model<double>(robot).bodies[1].inertia.mass, 2);
    });
  };
  EXPECT_LT(seconds(32000), 100 * seconds(2000));  // 16 in the ideal case, more where caches end, 256 if quadratic
}

TEST(HostileRobotFile, AliasesOfAliasesAreNotMultipliedOut) {
  std::string text = "name: a\nlinks: [{joint: revolute}]\nx0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int k = 1; k < 50; ++k) {
    text += numbered("x#: &a# [", k);
    text += numbered("*a#, *a#, *a#, *a#, *a#, *a#, *a#, *a#, *a#, *a#]\n", k - 1);
  }
  EXPECT_NE(robot_error(text).message.find("unknown key 'x0'"), std::string::npos);
}

TEST(HostileRobotFile, AListThatHoldsItselfIsRefused) {
  EXPECT_GE(robot_error("name: a\nlinks: &x\n  - *x\n").where.line, 1);
  EXPECT_GE(robot_error("name: a\nlinks:\n  - joint: revolute\n    shapes: &x [*x]\n").where.line, 1);
  EXPECT_GE(robot_error("name: &x *x\n").where.line, 1);
}

TEST(HostileRobotFile, ASecondDocumentIsNotSilentlyLeftOut) {
  EXPECT_THROW(read_robot("name: a\nlinks: [{joint: revolute}]\n---\nname: b\n", "arm.yaml"), FileError);
}

TEST(HostileRobotFile, TextThatIsNotUtf8IsRefused) {
  const Finding found = robot_error("name: a\ndescription: caf\xe9\nlinks: [{joint: revolute}]\n");
  EXPECT_EQ(found.where.line, 2);
}

TEST(HostileRobotFile, UnicodeAndAByteOrderMarkAreFine) {
  const Description robot = read_robot("\xef\xbb\xbfname: Käfer\r\nlinks: [{joint: revolute}]\r\n", "arm.yaml");
  EXPECT_EQ(robot.name, "Käfer");
}

TEST(HostileRobotFile, BinaryGarbageIsRefusedWithAPlace) {
  std::mt19937 engine(1);
  for (int round = 0; round < 3000; ++round) {
    std::string text(std::uniform_int_distribution<std::size_t>(0, 200)(engine), ' ');
    for (char& c : text) c = static_cast<char>(std::uniform_int_distribution<int>(0, 255)(engine));
    expect_robot_or_place(text);
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(HostileRobotFile, DamagedRobotsAreReadOrRefusedWithAPlace) {
  std::mt19937 engine(2);
  const auto pick = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine); };
  const std::string characters = "{}[]:,-#&*!|>'\"%@`?~ \n\t0";
  const std::vector<std::string> names = builtin_robot_names();
  for (int round = 0; round < 3000; ++round) {
    std::string text(builtin_robot_text(names[pick(names.size())]));
    for (std::size_t k = pick(3) + 1; k > 0; --k) {
      const std::size_t at = pick(text.size());
      if (pick(2) == 0)
        text.erase(at, pick(20));
      else
        text.insert(at, 1, characters[pick(characters.size())]);
    }
    expect_robot_or_place(text);
    if (HasFailure()) FAIL() << "round " << round << ":\n" << text;
  }
}

TEST(HostileRobotFile, OfMoreThan16MegabytesIsRefused) {
  const TemporaryFile file("name: a\n" + std::string(17u << 20u, '#'));
  try {
    read_robot_file(file.path());
    FAIL() << "it was read";
  } catch (const FileError& error) {
    EXPECT_EQ(error.file(), file.path());
    EXPECT_NE(error.message().find("at most 16 MB"), std::string::npos) << error.message();
  }
}

}  // namespace torsor::test::hostile_robot_file_test
