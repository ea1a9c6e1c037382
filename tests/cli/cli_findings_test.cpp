#include <gtest/gtest.h>

#include <algorithm>

#include "cli/run_tool.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_findings_test {

std::string link(const std::string& name) {
  return "<link name=\"" + name +
         "\"><inertial><mass value=\"1\"/><inertia ixx=\"0.01\" ixy=\"0\" ixz=\"0\" iyy=\"0.011\" iyz=\"0\" "
         "izz=\"0.012\"/></inertial></link>\n";
}
/// A joint without limits.
std::string joint(const std::string& name, const std::string& parent, const std::string& child) {
  return "<joint name=\"" + name + "\" type=\"revolute\"><parent link=\"" + parent + "\"/><child link=\"" + child +
         "\"/></joint>\n";
}

TEST(Findings, ThatAreEqualForSeveralJointsAreOneLine) {
  const TemporaryFile file("<robot name=\"r\">\n" + link("a") + link("b") + link("c") + link("d") +
                               joint("shoulder", "a", "b") + joint("elbow", "b", "c") + joint("wrist", "c", "d") +
                               "</robot>\n",
                           ".urdf");
  const std::string out = torsor("lint --severity warning " + file.path()).out;
  const std::string start =
      file.path() + ":6:2: warning [limit-missing] joint shoulder, elbow (line 7), wrist (line 8): ";
  EXPECT_NE(out.find(start), std::string::npos) << out;
  EXPECT_EQ(out.find("limit-missing"), out.rfind("limit-missing")) << out;
  EXPECT_NE(out.find(": 3 warnings\n"), std::string::npos) << out;
  const Json findings = torsor("lint --json --severity warning " + file.path()).json()["files"][0]["findings"];
  EXPECT_EQ(findings.size(), 3u) << "programs see each of them";
}

}  // namespace torsor::test::cli_findings_test
