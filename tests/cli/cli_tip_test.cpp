#include <gtest/gtest.h>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"
#include "robot_files/urdf_text.hpp"

namespace torsor::test::cli_tip_test {

/// An arm of one joint about y, 2 kg at x = 1, whose file ends with a link that is bolted to the base.
const std::string bolted =
    "<robot name=\"arm\"><link name=\"base\"/><link name=\"lever\"><inertial><origin xyz=\"1 0 0\"/><mass value=\"2\"/>"
    "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link><link name=\"hand\"/>"
    "<link name=\"stand\"/>"
    "<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"lever\"/><axis xyz=\"0 -1 0\"/></joint>"
    "<joint name=\"h\" type=\"fixed\"><origin xyz=\"1 0 0\"/><parent link=\"lever\"/><child link=\"hand\"/></joint>"
    "<joint name=\"s\" type=\"fixed\"><parent link=\"base\"/><child link=\"stand\"/></joint></robot>";

const std::string two_hands =
    urdf(urdf_link("left") + urdf_joint("l", "base", "left") + urdf_link("right") + urdf_joint("r", "base", "right"));

TEST(CliTip, APayloadAndAWrenchActAlsoWhereTheLastLinkIsBoltedDown) {
  const TemporaryFile file(bolted, ".urdf");
  const auto tau = [&](const std::string& more) {
    return answer("inverse-dynamics " + file.path() + " --q 0 " + more)["tau"][0].get<double>();
  };
  EXPECT_NEAR(tau(""), 2 * 9.81, 1e-12);
  EXPECT_NEAR(tau("--payload 3"), (2 + 3) * 9.81, 1e-12);
  EXPECT_NEAR(tau("--wrench 0,0,10,0,0,0"), 2 * 9.81 + 10, 1e-12);  // it pulls up with 10 N at 1 m
  EXPECT_EQ(answer("jacobian " + file.path() + " --q 0")["tip"], "hand");
}

TEST(CliTip, CommandsThatUseItRefuseAnUnclearOneAndNameTheCandidates) {
  const TemporaryFile file(two_hands, ".urdf");
  for (const char* command :
       {"jacobian FILE --q 0,0", "kinematics FILE --q 0,0", "inverse-dynamics FILE --q 0,0 --payload 1",
        "inverse-dynamics FILE --q 0,0 --wrench 1,0,0,0,0,0", "operational-space FILE --q 0,0 --rows wz"}) {
    std::string line = command;
    line.replace(line.find("FILE"), 4, file.path());
    expect_told(line, 2,
                "--tip: expected the link to compute for, because r has 2 ends that are as far from the base: left, "
                "right; found none");
  }
  expect_told("dh-table " + file.path(), 2, "--tip: expected a choice of 'left', 'right'");
  expect_told("convert " + file.path() + " - --to yaml --dh standard", 2, "--tip: expected a choice of");
}

TEST(CliTip, ShowNamesTheCandidatesInJson) {
  const TemporaryFile file(two_hands, ".urdf");
  EXPECT_EQ(answer("show " + file.path())["tip_candidates"].get<std::vector<std::string>>(),
            (std::vector<std::string>{"left", "right"}));
  EXPECT_EQ(answer("show showcase")["tip_candidates"].get<std::vector<std::string>>(),
            std::vector<std::string>{"tool"});
}

TEST(CliTip, CommandsThatDoNotUseItDoNotCare) {
  const TemporaryFile file(two_hands, ".urdf");
  for (const char* command : {"show FILE", "inverse-dynamics FILE --q 0,0", "forward-dynamics FILE --q 0,0 --tau 0,0",
                              "terms FILE --q 0,0", "energy FILE --q 0,0", "check FILE --states 1",
                              "base-parameters FILE", "convert FILE - --to yaml", "jacobian FILE --q 0,0 --tip left"}) {
    std::string line = command;
    line.replace(line.find("FILE"), 4, file.path());
    const ToolRun run = torsor(line);
    EXPECT_EQ(run.code, 0) << line << "\n" << run.err;
  }
}

}  // namespace torsor::test::cli_tip_test
