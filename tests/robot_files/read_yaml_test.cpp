#include "torsor/robot_files/yaml/read_yaml.hpp"

#include <gtest/gtest.h>

#include "robot_files/robot_mistake.hpp"

namespace torsor::test::read_yaml_test {

using Lines = std::vector<std::string>;

/// Where each finding is and how it starts, up to the colon.
Lines found(const std::string& text) {
  Lines lines;
  for (const Finding& finding : read_yaml(text, "arm.yaml").findings)
    lines.push_back(std::to_string(finding.where.line) + ":" + std::to_string(finding.where.column) + " " +
                    finding.message.substr(0, finding.message.find(':')));
  return lines;
}

TEST(ReadYaml, GivesTheRobotAndNoFindings) {
  const Reading reading = read_yaml(top("gravity: [0, 0, -9.81]"), "arm.yaml");
  EXPECT_TRUE(reading.findings.empty());
  EXPECT_EQ(reading.robot.links.size(), 1u);
}

TEST(ReadYaml, TellsAllMistakesInTheOrderOfTheFile) {
  EXPECT_EQ(found("name: [a]\n"
                  "parameters: {m: 1kg, 2: 3}\n"
                  "gravity: 9.81\n"
                  "links:\n"
                  "  - {joint: revolt, mass: heavy+, colour: red}\n"
                  "  - {joint: revolute, com: [1, 2], friction: {side: inside, viscous: x y}}\n"
                  "  - {joint: revolute, shape: {sphere: 1}}\n"),
            (Lines{"1:7 name", "2:18 parameter m", "2:22 parameters", "3:10 gravity of robot", "5:13 joint of link1",
                   "5:33 mass of link1", "5:35 link1", "6:28 com of link2", "6:53 side",
                   "6:72 viscous of friction of joint2", "7:30 shape of link3"}));
}

TEST(ReadYaml, OfAMistakeNoOtherFollows) {
  const std::string two =
      "links:\n  - {joint: revolute, dh: {a: 1}, inertia: {xx: 1}}\n"
      "  - {joint: revolute, dh: {a: 1}, inertia: {xx: 1}}\n";
  // What is said once for the robot is told once, not for every link that would need it.
  EXPECT_EQ(found("name: a\n" + two), (Lines{"3:27 dh of link1", "3:44 inertia of link1"}));
  EXPECT_EQ(found("name: a\ndh: usual\ninertia_about: there\n" + two),
            (Lines{"2:5 dh", "3:16 inertia reference point"}));
  // A misspelt key is not missing too.
  EXPECT_EQ(found("name: a\nlinks:\n  - {jont: revolute}\n"), Lines{"3:6 link1"});
  EXPECT_EQ(found(link("shape: {sfere: 1, mass: 1}")), Lines{"6:13 shape of link1"});
  EXPECT_EQ(found(link("shape: {point: perhaps, mass: 1}")), Lines{"6:20 shape of link1"});
  EXPECT_EQ(found(link("shape: {sphere: 1, density: [1]}")), Lines{"6:33 density of shape of link1"});
  // What is no map has no keys that could be missing.
  EXPECT_EQ(found(link("rotor: 3")), Lines{"6:12 rotor of joint1"});
  EXPECT_EQ(found("name: a\nlinks: 3\n"), Lines{"2:8 links"});
  // A number that cannot be read is not judged, and nothing that is computed from it.
  EXPECT_EQ(found("parameters: {m: 1kg}\n" + link("mass: m")), Lines{"1:18 parameter m"});
}

TEST(ReadYaml, WhatIsNotCheckedIsAWarning) {
  const std::string body = "links: [{joint: revolute, mass: 1, inertia: {xx: -1, about: com}}]\n";
  const Reading reading = read_yaml("name: a\ninertia_checked: false\n" + body, "arm.yaml");
  ASSERT_EQ(reading.findings.size(), 1u);
  EXPECT_EQ(reading.findings[0].code, "inertia-not-positive");
  EXPECT_EQ(reading.findings[0].severity, Severity::warning);
  EXPECT_TRUE(reading.sound());
  EXPECT_FALSE(read_yaml("name: a\n" + body, "arm.yaml").sound());
}

TEST(ReadYaml, AnAliasOfWhatIsAroundItIsRefusedWhereItStands) {
  EXPECT_EQ(found("name: a\nlinks: &x\n  - *x\n"),
            Lines{"3:5 expected an alias of something else, found what is around it"});
}

}  // namespace torsor::test::read_yaml_test
