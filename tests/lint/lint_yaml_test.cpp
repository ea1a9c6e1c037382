#include "lint/lint_text.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/yaml/write_yaml.hpp"

// Slips in robot files of YAML: what was left out, degrees for radians, millimetres for metres.
namespace torsor::test::lint_yaml_test {

const std::string body = "    mass: 2\n    com: [0.1, 0, 0]\n    inertia: {xx: 0.02, yy: 0.03, zz: 0.04}\n";

/// An arm of two links, of which the second is as given.
std::vector<Finding> lint_arm(const std::string& dh, const std::string& rest) {
  return lint::inspect(
      "name: arm\ndh: standard\ninertia_about: com\nlinks:\n  - joint: {name: shoulder, type: revolute}\n"
      "    dh: {a: 0.4}\n" +
          body + "  - name: forearm\n    joint: {name: elbow, type: revolute}\n    dh: {" + dh + "}\n" + rest,
      "arm.yaml");
}
Told codes_of_builtin(const std::string& name) {
  Told codes;
  for (const Finding& finding : lint::inspect(builtin_robot_text(name), name + ".yaml")) codes.push_back(finding.code);
  return codes;
}

TEST(LintYaml, ALinkWithCentreOrInertiaAndNoMassLacksIt) {
  for (const char* rest : {"    com: [0.1, 0, 0]\n    rotor: {inertia: 1e-3, ratio: 50}\n",
                           "    inertia: {xx: 0.02, yy: 0.03, zz: 0.04}\n",
                           "    com: [0.1, 0, 0]\n    inertia: {xx: 0.02, yy: 0.03, zz: 0.04}\n"}) {
    const auto findings = lint_arm("a: 0.3", rest);
    ASSERT_EQ(told(findings), Told{"mass-missing link forearm"}) << rest;
    EXPECT_EQ(findings[0].severity, Severity::warning);
    EXPECT_GE(findings[0].where.line, 10);
  }
  EXPECT_EQ(told(lint_arm("a: 0.3", "    mass: 0\n    inertia: {xx: 0.02, yy: 0.03, zz: 0.04}\n")), Told{})
      << "a mass of 0 that is written is meant";
}

TEST(LintYaml, AMassWithoutInertiaIsAPointThatMayNotBeMeant) {
  const auto missing = lint_arm("a: 0.3", "    mass: 2\n    com: [0.1, 0, 0]\n");
  ASSERT_EQ(told(missing), Told{"inertia-missing link forearm"});
  EXPECT_EQ(missing[0].severity, Severity::warning);
  EXPECT_EQ(missing[0].where.line, 13);
  EXPECT_EQ(told(lint_arm("a: 0.3", "    mass: 2\n    com: [0.1, 0, 0]\n    inertia: {xx: 0}\n")),
            Told{"inertia-zero link forearm"});
  EXPECT_EQ(told(lint_arm("a: 0.3", "    shape: {point: true, mass: 2, at: [0.1, 0, 0]}\n")), Told{});
  EXPECT_EQ(told(lint_arm("a: 0.3", body + "payload: {mass: 1}\n")), Told{}) << "a load is often a mass alone";
}

TEST(LintYaml, FrictionThatTakesMostOfTheLoadIsDoubted) {
  const auto findings = lint_arm("a: 0.3", body + "    friction: {load: 0.6}\n");
  ASSERT_EQ(told(findings), Told{"load-friction-large joint elbow"});
  EXPECT_EQ(findings[0].severity, Severity::warning);
  EXPECT_EQ(findings[0].where.line, 16);
  EXPECT_EQ(findings[0].where.column, 22);
  EXPECT_EQ(told(lint_arm("a: 0.3", body + "    friction: {load: 0.5}\n")), Told{});
}

TEST(LintYaml, AnAngleOfManyTurnsLooksLikeDegrees) {
  const auto findings = lint_arm("a: 0.3, alpha: 90, theta: -45", body);
  ASSERT_EQ(told(findings), Told{"angle-unit joint elbow"});
  EXPECT_EQ(findings[0].severity, Severity::warning);
  EXPECT_EQ(findings[0].where.line, 12);
  EXPECT_EQ(findings[0].message, "expected radians, found theta -45, alpha 90, which look like degrees");
  EXPECT_EQ(findings[0].fix, "did you mean -45deg, 90deg?");
  for (const char* fine : {"alpha: 90deg", "alpha: pi/2", "alpha: 6", "theta: -2", "theta: 720deg", "d: 0.2"})
    EXPECT_EQ(told(lint_arm(fine, body)), Told{}) << fine;
  EXPECT_EQ(told(lint_arm("a: 0.3", body + "    origin: {rpy: [180, 0, 0]}\n")), Told{"angle-unit joint elbow"});
  EXPECT_EQ(told(lint_arm("a: 0.3", body + "tool: {rpy: [0, 90, 0]}\n")), Told{"angle-unit tool"});
}

TEST(LintYaml, LimitsOfManyWholeRadiansLookLikeDegrees) {
  EXPECT_EQ(told(lint_arm("a: 0.3", body + "    limits: {position: [-170, 170]}\n")), Told{"angle-unit joint elbow"});
  for (const char* fine : {"[-170deg, 170deg]", "[-6.9813, 6.9813]", "[-10, 10]", "[-3.1, 3.1]", "[-12.566, 12.566]"})
    EXPECT_EQ(told(lint_arm("a: 0.3", body + "    limits: {position: " + fine + "}\n")), Told{}) << fine;
}

TEST(LintYaml, LengthsOfHundredsLookLikeMillimetres) {
  const auto findings = lint_arm("a: 500, d: 120", body);
  ASSERT_EQ(told(findings), Told{"length-unit joint elbow"});
  EXPECT_EQ(findings[0].message,
            "expected metres, found a 500 and 1 more of 10 or above, which looks like millimetres");
  EXPECT_EQ(findings[0].fix, "did you mean 0.5?");
  EXPECT_EQ(findings[0].where.line, 12);
  EXPECT_EQ(told(lint_arm("a: 12, d: 20", body)), Told{}) << "a crane";
}

TEST(LintYaml, AStrokeOfHundredsLooksLikeMillimetres) {
  const auto findings = lint::inspect(
      "name: slide\nlinks:\n  - joint: {name: slide, type: prismatic}\n    axis: [0, 0, 1]\n"
      "    shape: {point: true, mass: 2}\n    limits: {position: [0, 500]}\n",
      "slide.yaml");
  EXPECT_EQ(told(findings), Told{"length-unit joint slide"});
}

TEST(LintUrdf, DegreesAndMillimetresAreFoundAsWell) {
  const auto findings = lint_urdf(robot_text(link_text("a") + joint_text("j", "base", "a", "rpy=\"90 0 0\"")));
  ASSERT_EQ(told(findings), Told{"angle-unit joint j"});
  EXPECT_EQ(findings[0].fix, "did you mean 1.5707963267948966?");
  EXPECT_EQ(told(lint_urdf(robot_text(link_text("a") + joint_text("j", "base", "a", "xyz=\"0 0 400\"")))),
            Told{"length-unit joint j"});
}

TEST(LintYaml, ARotorThatOutweighsItsLinkMakesTheInertiaMatrixIndefinite) {  // B = [0.04 1; 1 1] and a little
  EXPECT_EQ(told(lint_arm("a: 0.1",
                          "    mass: 0.1\n    inertia: {xx: 0.001, yy: 0.0012, zz: 0.0014}\n"
                          "    rotor: {inertia: 1, ratio: 1}\n")),
            Told{"inertia-matrix-indefinite joint shoulder"});
}

TEST(LintYaml, TheBuiltInRobotsHaveNoneOfTheseSlips) {
  for (const std::string& name : builtin_robot_names())
    for (const std::string& code : codes_of_builtin(name))
      for (const char* slip : {"mass-missing", "inertia-missing", "inertia-zero", "angle-unit", "length-unit"})
        EXPECT_NE(code, slip) << name;
}

TEST(LintYaml, ALinkWithInertiaAloneIsWrittenWithTheMassOf0ThatItHas) {  // link 1 of the PUMA
  const std::string text = write_yaml(read_builtin_robot("puma560")).text;
  for (const Finding& finding : lint::inspect(text, "puma560.yaml")) EXPECT_NE(finding.code, "mass-missing");
}

TEST(LintYaml, ALoopWhosePointsCannotMeetIsTold) {
  const auto lint_loop = [](const std::string& point, const std::string& limits) {
    return lint::inspect(
        "name: bars\nlinks:\n"
        "  - {name: crank, joint: revolute, shape: {sphere: 0.1, mass: 1}}\n"
        "  - {name: coupler, joint: revolute, origin: {xyz: [0.3, 0, 0]}, shape: {sphere: 0.1, mass: 1}}\n"
        "  - {name: rocker, parent: base, joint: revolute, origin: {xyz: [0.5, 0, 0]},"
        " shape: {sphere: 0.1, mass: 1}" +
            limits +
            "}\n"
            "tool: {link: coupler}\nloops:\n"
            "  - {name: pin, links: [coupler, rocker], points: [[0.5, 0, 0], [" +
            point + ", 0, 0]]}\n",
        "bars.yaml");
  };
  EXPECT_EQ(told(lint_loop("0.3", "")), Told{});
  EXPECT_EQ(told(lint_loop("0.4", "")), Told{}) << "open at zero, but it can be closed";
  const auto apart = lint_loop("1.5", "");  // 0.3 + 0.5 reach from 0 to 0.8, and 1.5 from 0.5 to 1 at the nearest
  ASSERT_EQ(told(apart), Told{"loop-open loop pin"});
  const std::string found = "expected points of coupler and rocker that can meet, found ";
  ASSERT_TRUE(apart[0].message.starts_with(found)) << apart[0].message;
  EXPECT_NEAR(std::stod(apart[0].message.substr(found.size())), 200, 5) << apart[0].message;
  EXPECT_EQ(apart[0].where.line, 8);
  const auto limited = lint_loop("0.9", ", limits: {position: [-10deg, 10deg]}");
  ASSERT_EQ(told(limited), Told{"loop-open loop pin"});
  EXPECT_NE(limited[0].message.find("at the nearest within the limits of the joints"), std::string::npos);
}

}  // namespace torsor::test::lint_yaml_test
