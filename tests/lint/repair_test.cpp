#include "torsor/lint/repair.hpp"

#include <cmath>

#include "lint/lint_text.hpp"
#include "torsor/lint/nearest_inertia.hpp"

namespace torsor::test::repair_test {

lint::Repaired mended(const std::string& text) { return lint::repair(text, "arm.urdf"); }

TEST(Repair, AnInertiaThatBreaksTheTriangleIsTheNearestOne) {
  const std::string text = arm_text({"2", {"0.01", "0.01", "0.03"}});
  const lint::Repaired result = mended(text);
  ASSERT_EQ(result.repairs.size(), 1U);
  EXPECT_EQ(result.repairs[0].code, "inertia-triangle");
  EXPECT_EQ(result.repairs[0].element, "link lower");
  // E = diag(0.015, 0.015, -0.005) loses its last entry: the moments 0.01 become 0.015.
  EXPECT_NEAR(result.repairs[0].distance, std::sqrt(2 * 0.005 * 0.005) / std::sqrt(0.0011), 1e-4);
  EXPECT_EQ(told(result.left), Told{});
  EXPECT_NE(result.text.find("izz=\"0.03\""), std::string::npos);
}

TEST(Repair, OnlyTheNumbersThatAreMendedChange) {
  std::string text = arm_text({"2", {"0.01", "0.01", "0.03"}});
  text.insert(text.find("<joint"), "<!-- keep\tthis -->\r\n");
  const lint::Repaired result = mended(text);
  const auto masked = [](std::string all) {
    for (const char* entry : {"ixx=\"", "iyy=\"", "izz=\""}) {
      const std::size_t at = all.rfind(entry) + 5;
      all.erase(at, all.find('"', at) - at);
    }
    return all;
  };
  EXPECT_EQ(masked(result.text), masked(text));
}

TEST(Repair, MassAndCentreStay) {
  const lint::Repaired result = mended(arm_text({"2", {"-0.01", "0.02", "0.02"}, "0.125 0 0"}));
  EXPECT_EQ(told(result.left), Told{});
  EXPECT_NE(result.text.find("<origin xyz=\"0.125 0 0\"/><mass value=\"2\"/>"), std::string::npos);
}

TEST(Repair, AxesLimitsAnglesAndMissingEntriesAreWrittenProperly) {
  const std::string text = robot_text(
      "  <link name=\"a\"><inertial><mass value='1'/><inertia ixx='0.01' iyy='0.012' izz='0.013'/></inertial></link>\n"
      "  <joint name=\"j\" type=\"revolute\"><parent link=\"base\"/><child link=\"a\"/>\n"
      "    <origin xyz=\"0 0 1\" rpy=\"1.5708  0.25 -3.14\"/><axis xyz=\"0 3 4\"/>\n"
      "    <limit lower=\"1\" upper=\"-2\" velocity=\"1\" effort=\"1\"/></joint>\n");
  const lint::Repaired result = mended(text);
  EXPECT_EQ(result.repairs.size(), 4U);
  EXPECT_EQ(told(result.left), Told{});
  EXPECT_EQ(
      result.text,
      robot_text("  <link name=\"a\"><inertial><mass value='1'/><inertia ixx='0.01' iyy='0.012' izz='0.013' ixy='0' "
                 "ixz='0' iyz='0'/></inertial></link>\n"
                 "  <joint name=\"j\" type=\"revolute\"><parent link=\"base\"/><child link=\"a\"/>\n"
                 "    <origin xyz=\"0 0 1\" rpy=\"1.5707963267948966  0.25 -3.141592653589793\"/><axis xyz=\"0 0.6 "
                 "0.8\"/>\n"
                 "    <limit lower=\"-2\" upper=\"1\" velocity=\"1\" effort=\"1\"/></joint>\n"));
}

TEST(Repair, AMissingEntryAndAnImpossibleInertiaAreMendedTogether) {
  const lint::Repaired result = mended(robot_text(
      "<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"0.01\" ixy=\"0.05\" iyy=\"0.012\" izz=\"0.013\"/>"
      "</inertial></link>" +
      joint_text("j", "base", "a")));
  EXPECT_EQ(result.repairs.size(), 2U);
  EXPECT_EQ(told(result.left), Told{});
}

TEST(Repair, WhatNobodyCanGuessIsLeft) {
  for (const UrdfBody& body : {UrdfBody{"-2"}, UrdfBody{"2", {"-1", "-1", "-1"}}, UrdfBody{"2", {"1", "1", "1"}}}) {
    const std::string text = arm_text(body);
    const lint::Repaired result = mended(text);
    EXPECT_TRUE(result.repairs.empty());
    EXPECT_EQ(result.text, text);
    EXPECT_EQ(told(result.left), told(lint_urdf(text)));
    EXPECT_FALSE(result.left.empty());
  }
}

TEST(Repair, InertiasOfMjcfAreMendedInTheirOwnOrder) {
  const auto body = [](const std::string& inertia) {
    return "<mujoco><worldbody><body name='a'><joint axis='0 1 0'/><inertial pos='0 0 0.1' mass='2' " + inertia +
           "/></body></worldbody></mujoco>";
  };
  // E = [[0.03, 0.05], [0.05, 0.03]] in x and y, Ezz = 0.01; eigenvalues 0.08 and -0.02: without the latter both are
  // 0.04, and the sums of two follow.
  const lint::Repaired full = lint::repair(body("fullinertia='0.04 0.04 0.06 -0.05 0 0'"), "r.xml");
  ASSERT_EQ(full.repairs.size(), 1U);
  EXPECT_EQ(told(full.left), Told{});
  const std::size_t at = full.text.find("fullinertia='") + 13;
  std::vector<double> numbers;
  for (const char* text = full.text.c_str() + at; *text != '\'';) {
    char* end = nullptr;
    numbers.push_back(std::strtod(text, &end));
    text = end;
  }
  const std::vector<double> expected{0.05, 0.05, 0.08, -0.04, 0, 0};
  ASSERT_EQ(numbers.size(), 6U);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(numbers[k], expected[k], 1e-6);
  const lint::Repaired diagonal = lint::repair(body("diaginertia='0.01 0.01 0.03'"), "r.xml");
  EXPECT_EQ(diagonal.repairs.size(), 1U);
  EXPECT_EQ(told(diagonal.left), Told{});
}

TEST(Repair, WhatIsIgnoredIsNotMended) {
  const std::string text = arm_text({"2", {"0.01", "0.01", "0.03"}});
  EXPECT_EQ(lint::repair(text, "arm.urdf", {}, {"inertia-triangle"}).text, text);
}

TEST(Repair, AMendedFileIsNotMendedAgain) {
  const lint::Repaired once = mended(arm_text({"2", {"0.01", "0.01", "0.03"}}));
  EXPECT_TRUE(mended(once.text).repairs.empty());
}

}  // namespace torsor::test::repair_test
