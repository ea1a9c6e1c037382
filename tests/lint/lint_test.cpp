#include "torsor/lint/lint.hpp"

#include "lint/lint_text.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::lint_test {

TEST(Lint, AWellMadeArmHasNoFindings) { EXPECT_EQ(told(lint_urdf(arm_text({}))), Told{}); }

TEST(Lint, APowerOfTenOnTheDiagonalIsAPlaceholder) {
  // 2 kg: the radius of gyration is 0.7 m with 1 kg m^2, 0.02 m with 1e-3, and below that of osmium with 1e-6. A robot
  // of 0.8 m may have a link like the second, so that this is a note.
  const std::vector<std::pair<const char*, Severity>> entries{{"1", Severity::warning},
                                                              {"1e-06", Severity::warning},
                                                              {"0.001", Severity::note},
                                                              {"1e-2", Severity::note},
                                                              {"0.0001", Severity::warning}};
  for (const auto& [entry, severity] : entries) {
    const auto findings = lint_urdf(arm_text({"2", {entry, entry, entry}}));
    ASSERT_EQ(told(findings), Told{"inertia-placeholder link lower"}) << entry;
    EXPECT_EQ(findings[0].severity, severity) << entry;
    EXPECT_EQ(findings[0].where.line, 4);
  }
  EXPECT_EQ(told(lint_urdf(arm_text({"2", {"0.002", "0.002", "0.002"}}))), Told{});
}

TEST(Lint, WhatIsBoltedDownIsOnlyNoted) {
  std::string text = arm_text({"2", {"1", "1", "1"}});
  for (std::size_t at; (at = text.find("continuous")) != std::string::npos;) text.replace(at, 10, "fixed");
  const auto findings = lint_urdf(text);
  ASSERT_EQ(told(findings), Told{"inertia-placeholder link lower"});
  EXPECT_EQ(findings[0].severity, Severity::note);
}

TEST(Lint, ARadiusOfGyrationOfManyRobotsIsImplausible) {
  // sqrt(26 kg m^2 / 2 kg) is 3.6 m; the robot is 0.8 m long.
  EXPECT_EQ(told(lint_urdf(arm_text({"2", {"25", "24", "26"}}))), Told{"inertia-implausible link lower"});
}

TEST(Lint, ARadiusOfGyrationBeyondTheShapeIsImplausible) {
  const std::string box = "<visual><geometry><box size=\"0.1 0.1 0.2\"/></geometry></visual>";
  EXPECT_EQ(told(lint_urdf(arm_text({"2", {"0.2", "0.21", "0.22"}, "0 0 0.1", box}))),
            Told{"inertia-implausible link lower"});
  EXPECT_EQ(told(lint_urdf(arm_text({"2", {"0.2", "0.21", "0.22"}}))), Told{});
}

TEST(Lint, ALineWithoutThicknessIsNoted) {
  const auto findings = lint_urdf(arm_text({"2", {"0", "0.03", "0.03"}}));
  ASSERT_EQ(told(findings), Told{"inertia-semidefinite link lower"});
  EXPECT_EQ(findings[0].severity, Severity::note);
}

TEST(Lint, WhatWeighsNextToNothingIsOnlyNoted) {
  const auto findings = lint_urdf(arm_text({"1e-6", {"1e-9", "1e-9", "1e-9"}}));
  ASSERT_EQ(told(findings), Told{"inertia-placeholder link lower"});
  EXPECT_EQ(findings[0].severity, Severity::note);
}

TEST(Lint, NoBodyIsDenserThanOsmium) {
  // A ball of 1 kg of osmium has the radius (3 / (4 pi 22600))^(1/3) = 0.02194 m and 2/5 r^2 = 1.926e-4 kg m^2.
  EXPECT_EQ(told(lint_urdf(arm_text({"1", {"1.92e-4", "1.91e-4", "1.92e-4"}}))), Told{"inertia-too-small link lower"});
  EXPECT_EQ(told(lint_urdf(arm_text({"1", {"1.93e-4", "1.94e-4", "1.93e-4"}}))), Told{});
}

TEST(Lint, ACentreOfMassInMillimetresIsFar) {
  const auto findings = lint_urdf(arm_text({"2", {"0.02", "0.03", "0.04"}, "0 0 100"}));
  EXPECT_EQ(told(findings), Told{"center-of-mass-far link lower"});
  EXPECT_NE(findings[0].message.find("100 m away"), std::string::npos);
}

TEST(Lint, ACentreOfMassOutsideTheShapesByMoreThanTheirSizeIsFar) {
  const auto with = [](const std::string& origin) {
    return arm_text({"2",
                     {"0.002", "0.003", "0.004"},
                     "0 0 0.1",
                     "<collision><origin xyz=\"" + origin +
                         "\" rpy=\"0 1.5707963267948966 0\"/><geometry><cylinder radius=\"0.03\" "
                         "length=\"0.1\"/></geometry></collision>"});
  };
  EXPECT_EQ(told(lint_urdf(with("0 0 0.1"))), Told{});
  EXPECT_EQ(told(lint_urdf(with("0 0 0.2"))), Told{});  // outside, but near
  EXPECT_EQ(told(lint_urdf(with("0 0 0.4"))), Told{"center-of-mass-far link lower"});
}

TEST(Lint, AMeshSaysNothingAboutTheSize) {
  const std::string mesh =
      "<visual><geometry><mesh filename=\"arm.stl\"/></geometry></visual><collision><geometry>"
      "<sphere radius=\"0.001\"/></geometry></collision>";
  EXPECT_EQ(told(lint_urdf(arm_text({"2", {"0.02", "0.03", "0.04"}, "0 0 0.1", mesh}))), Told{});
}

TEST(Lint, EqualLinksOneAfterTheOtherAreNoted) {
  const std::string three = link_text("a") + link_text("b") + link_text("c") + joint_text("j1", "base", "a");
  const auto chain = lint_urdf(robot_text(three + joint_text("j2", "a", "b") + joint_text("j3", "b", "c")));
  ASSERT_EQ(told(chain), Told{"inertia-copied link c"});
  EXPECT_EQ(chain[0].severity, Severity::note);
  EXPECT_NE(chain[0].message.find("2 others"), std::string::npos);
  const std::string limbs = three + joint_text("j2", "base", "b") + joint_text("j3", "base", "c");
  EXPECT_EQ(told(lint_urdf(robot_text(limbs))), Told{});
}

TEST(Lint, AMasslessTailMakesTheInertiaMatrixSingular) {
  const std::string text = robot_text(link_text("arm") + "<link name=\"hand\"/>" + joint_text("j1", "base", "arm") +
                                      joint_text("j2", "arm", "hand"));
  const auto findings = lint_urdf(text);
  ASSERT_EQ(told(findings), Told{"inertia-matrix-singular joint j2"});
  EXPECT_NE(findings[0].message.find("expected inertia beyond the joint, found none"), std::string::npos);
  EXPECT_EQ(findings[0].where.line, 5);
}

TEST(Lint, AMasslessLinkInTheMiddleIsFineWhereTheAxesDiffer) {
  const auto chain = [](const std::string& axis) {
    return robot_text("  <link name=\"a\"/>\n" + link_text("b") + joint_text("j1", "base", "a", "xyz=\"0 0 0\"") +
                      joint_text("j2", "a", "b", "xyz=\"0 0 0\"", axis));
  };
  EXPECT_EQ(told(lint_urdf(chain("1 0 0"))), Told{});
  // The same axis twice: only the sum of the angles moves anything.
  EXPECT_EQ(told(lint_urdf(chain("0 1 0"))), Told{"inertia-matrix-singular joint j1"});
}

TEST(Lint, ARobotWithoutMassIsOneFinding) {
  const std::string text =
      robot_text("<link name=\"a\"/><link name=\"b\"/>" + joint_text("j1", "base", "a") + joint_text("j2", "a", "b"));
  EXPECT_EQ(told(lint_urdf(text)), Told{"no-mass "});
}

TEST(Lint, ARotorIsInertiaEnough) {
  EXPECT_EQ(
      told(lint::inspect(
          "name: r\ndh: standard\nlinks:\n  - name: a\n    joint: {type: revolute}\n    dh: {a: 1}\n"
          "    shape: {point: true, mass: 1}\n  - name: b\n    joint: {type: revolute}\n    dh: {a: 1, alpha: 90deg}\n"
          "    rotor: {inertia: 1e-4, ratio: 100}\n",
          "r.yaml")),
      Told{});
}

TEST(Lint, RoundedAnglesAreWarningsWhereTheyMoveTheTip) {
  const auto with = [](const std::string& rpy) {
    return robot_text(link_text("a") + link_text("b") +
                      joint_text("j1", "base", "a", "xyz=\"0 0 0\" rpy=\"" + rpy + "\"") +
                      joint_text("j2", "a", "b", "xyz=\"1 0 0\""));
  };
  const auto coarse = lint_urdf(with("1.57 0 0"));  // pi/2 - 1.57 = 7.96e-4, on 1 m
  ASSERT_EQ(told(coarse), Told{"rounded-angle joint j1"});
  EXPECT_EQ(coarse[0].severity, Severity::warning);
  EXPECT_NE(coarse[0].message.find("roll 1.57 for pi/2: up to 8.0e-04 rad off, which moves the tip by up to 8.0e-04 m"),
            std::string::npos)
      << coarse[0].message;
  EXPECT_EQ(coarse[0].fix, "write 1.5707963267948966");
  const auto fine = lint_urdf(with("0 -3.14159 0.785398"));
  ASSERT_EQ(told(fine), Told{"rounded-angle joint j1"});
  EXPECT_EQ(fine[0].severity, Severity::note);
  EXPECT_NE(fine[0].message.find("pitch -3.14159 for -pi, yaw 0.785398 for pi/4"), std::string::npos)
      << fine[0].message;
  EXPECT_EQ(fine[0].fix, "write -3.141592653589793 and 0.7853981633974483 for pitch and yaw");
}

TEST(Lint, LimitsOfAFollowerThatLeaveItsLeaderNoRoomAreNamed) {
  const auto joint = [](const std::string& name, const std::string& child, const std::string& more) {
    return "<joint name='" + name + "' type='revolute'><parent link='base'/><child link='" + child +
           "'/><axis xyz='0 0 1'/><limit lower='0' upper='0.8' effort='1' velocity='1'/>" + more + "</joint>";
  };
  const auto findings = [&](const std::string& multiplier) {
    return lint_urdf(robot_text(link_text("a") + link_text("b") + joint("leader", "a", "") +
                                joint("follower", "b", "<mimic joint='leader' multiplier='" + multiplier + "'/>")));
  };
  ASSERT_EQ(told(findings("-1")), Told{"mimic-limits joint follower"});
  EXPECT_EQ(findings("-1")[0].message,
            "expected limits that leave leader its own, 0 to 0.8, found 0 to 0.8: the limits of follower are not used");
  EXPECT_EQ(told(findings("1")), Told{});
}

TEST(Lint, AnglesThatAreMeantAreNotRounded) {
  for (const char* rpy : {"1.5707963267948966 0 0", "1.57079632679 0 0", "1.5712 0 0", "1.5 0 0.79", "1e-3 0 0",
                          "1.6 2 3", "1.58 0 0", "0.001 0 0", "0.5236 0 0"})
    EXPECT_EQ(
        told(lint_urdf(robot_text(link_text("a") + joint_text("j", "base", "a", std::string("rpy=\"") + rpy + "\"")))),
        Told{})
        << rpy;
  for (const char* rpy : {"1.57 0 0", "1.5708 0 0", "1.5707 0 0", "3.14 0 0", "-2.3562 0 0", "0.785 0 0", "6.2832 0 0"})
    EXPECT_EQ(
        told(lint_urdf(robot_text(link_text("a") + joint_text("j", "base", "a", std::string("rpy=\"") + rpy + "\"")))),
        Told{"rounded-angle joint j"})
        << rpy;
}

TEST(Lint, AnglesOfADhTableAreJudgedAsWell) {
  const auto findings = lint::inspect(
      "name: r\ndh: standard\nlinks:\n  - name: a\n    joint: {type: revolute}\n    dh: {a: 1, alpha: -1.5708}\n    "
      "shape: {point: true, mass: 1}\n"
      "  - name: b\n    joint: {type: revolute}\n    dh: {a: 1, alpha: 90deg}\n"
      "    shape: {point: true, mass: 1}\n",
      "r.yaml");
  ASSERT_EQ(told(findings), Told{"rounded-angle joint joint1"});
  EXPECT_EQ(findings[0].where.line, 6);
}

TEST(Lint, ANameOfALinkAndAJointIsNoted) {
  const auto findings = lint_urdf(robot_text(link_text("a") + joint_text("a", "base", "a")));
  ASSERT_EQ(told(findings), Told{"name-shared joint a"});
  EXPECT_EQ(findings[0].severity, Severity::note);
}

TEST(Lint, FindingsOfTheReaderAndOfTheNumbersComeInTheOrderOfTheFile) {
  const auto findings =
      lint_urdf(robot_text(link_text("a", {"2", {"1", "1", "1"}}) + link_text("b", {"2", {"0.01", "0.01", "0.09"}}) +
                           joint_text("j1", "base", "a", "rpy=\"1.57 0 0\"", "0 0 2") + joint_text("j2", "a", "b")));
  EXPECT_EQ(told(findings), (Told{"inertia-placeholder link a", "inertia-triangle link b", "rounded-angle joint j1",
                                  "axis-not-unit joint j1"}));
}

TEST(Lint, ErrorsOfAYamlFileAreFindingsWithPlaces) {
  const auto text = lint::inspect("name: r\ndh: standard\nlinks:\n  - nmae: a\n", "r.yaml");
  ASSERT_EQ(text.size(), 1U);
  EXPECT_EQ(text[0].code, "robot-file");
  EXPECT_EQ(text[0].severity, Severity::error);
  EXPECT_EQ(text[0].file, "r.yaml");
  EXPECT_EQ(text[0].where.line, 4);
  const auto numbers = lint::inspect(
      "name: r\ndh: standard\nlinks:\n  - joint: {type: revolute}\n    dh: {a: 1}\n    mass: -1\n", "r.yaml");
  ASSERT_EQ(numbers.size(), 1U);
  EXPECT_EQ(numbers[0].code, "impossible");
  EXPECT_EQ(numbers[0].where.line, 6);
}

TEST(Lint, BodiesOfMjcfAreJudgedByTheirNumbers) {
  const auto findings = lint::inspect(
      "<mujoco><worldbody>\n<body name=\"a\">\n<joint axis=\"0 1 0\"/>\n"
      "<inertial pos=\"0 0 90\" mass=\"2\" diaginertia=\"1 1 1\"/></body></worldbody></mujoco>",
      "r.xml");
  EXPECT_EQ(told(findings), (Told{"center-of-mass-far body a", "inertia-placeholder body a"}));
  EXPECT_EQ(findings[0].where.line, 4);
}

TEST(Lint, WhatTheReaderToldIsNotToldAgain) {
  EXPECT_EQ(told(lint::inspect("<mujoco><worldbody><body name=\"a\"><joint/></body></worldbody></mujoco>", "r.xml")),
            Told{"massless-body body a"});
}

TEST(Lint, TextThatIsNoRobotIsAFinding) {
  for (const std::string text : {"", "<", "<robot", "\xFF\xFE", "[1", "hello", "<sdf/>", "\x80"}) {
    const auto findings = lint::inspect(text, "r.urdf");
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].severity, Severity::error);
  }
}

}  // namespace torsor::test::lint_test
