#include <gtest/gtest.h>

#include <filesystem>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_convert_test {

const std::string rods = TORSOR_SOURCE_DIR "/examples/two-rods.urdf";

/// What is said of the rods in MJCF.
const std::string cautions =
    "lost or doubtful in MJCF, and the robot moves the same:\n  joint joint2: velocity limit: MJCF has none\n"
    "  links upper, lower: a moment of inertia of 0: MuJoCo refuses it in a body that moves; it is written\n";

/// A folder that goes away with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(TemporaryFile("", ".folder").path()) { std::filesystem::create_directory(path_); }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::size_t count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::string path_;
};

TEST(CliConvert, TheEndingOfTheFileChoosesTheFormat) {
  const TemporaryFolder folder;
  for (const auto& [name, start] : {std::pair{"a.yaml", "name: two-rods\n"},
                                    {"a.urdf", "<?xml version=\"1.0\"?>\n<robot"},
                                    {"a.xml", "<mujoco model=\"two-rods\">"}}) {
    const ToolRun run = torsor("convert two-rods --output " + folder.file(name) + " --lossy");
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(text_of(folder.file(name)).starts_with(start)) << name;
  }
  EXPECT_EQ(folder.count(), 3u);  // no temporary file is left
}

TEST(CliConvert, ARobotThatWentThroughAllFormatsMovesTheSame) {
  const TemporaryFolder folder;
  const std::string yaml = folder.file("r.yaml"), urdf = folder.file("r.urdf"), mjcf = folder.file("r.xml");
  const std::string state = " --q 0.1,0.4 --qd 1,-0.5 --qdd 0.2,0.3";
  EXPECT_EQ(torsor("convert " + rods + " --output " + yaml).code, 0);
  EXPECT_EQ(torsor("convert " + yaml + " --output " + urdf).code, 0);
  EXPECT_EQ(torsor("convert " + urdf + " --output " + mjcf + " --lossy").code, 0);
  const std::vector<double> tau = answer("inverse-dynamics " + rods + state)["tau"];
  for (const std::string& file : {yaml, urdf, mjcf}) {
    const ToolRun run = torsor("inverse-dynamics " + file + state + " --json");
    ASSERT_EQ(run.code, 0) << run.err;
    expect_near(run.json()["tau"], tau, 1e-14);
  }
}

TEST(CliConvert, WhatIsLostIsRefusedWithoutLossy) {
  const TemporaryFolder folder;
  const ToolRun run = torsor("convert scara --output " + folder.file("s.urdf") + " --json");
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(folder.count(), 0u);
  EXPECT_TRUE(run.said().ends_with(": nothing is written; --lossy writes the rest\n")) << run.err;
  const Json told = run.json();
  EXPECT_EQ(told["written"], false);
  const Json rotor{
      {"element", "joint joint1"}, {"what", "rotor"}, {"why", "URDF has no rotor inertia"}, {"changes_motion", true}};
  bool found = false;
  for (const Json& loss : told["lost"]) found |= loss == rotor;
  EXPECT_TRUE(found) << run.out;
  EXPECT_EQ(answer("convert scara --output " + folder.file("s.urdf") + " --lossy")["written"], true);
}

TEST(CliConvert, WhatTheMotionDoesNotNeedIsLeftOutWithAWord) {
  const TemporaryFolder folder;
  const ToolRun run = torsor("convert " + rods + " " + folder.file("rods.xml"));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "wrote " + folder.file("rods.xml") + ": MJCF, 2 links, 2 joints\n" + cautions);
}

TEST(CliConvert, WhatSeveralJointsLoseIsOneLine) {
  const ToolRun run = torsor("convert puma560 - --to mjcf --lossy");
  EXPECT_EQ(run.code, 0);
  const std::string first = "velocity limit";
  const std::size_t at = run.err.find(first);
  EXPECT_EQ(at == std::string::npos ? at : run.err.find(first, at + 1), std::string::npos) << run.err;
}

TEST(CliConvert, TheTipThatIsAskedForIsTheTipOfTheNewFile) {
  const TemporaryFolder folder;
  for (const char* name : {"t.yaml", "t.urdf", "t.xml"}) {
    ASSERT_EQ(torsor("convert " + rods + " " + folder.file(name) + " --tip upper --lossy").code, 0);
    const Json jacobian = answer("jacobian " + folder.file(name) + " --q 0.3,0.4");
    EXPECT_EQ(jacobian["tip"], "tool");
    EXPECT_EQ(jacobian["jacobian"], answer("jacobian " + rods + " --q 0.3,0.4 --tip upper")["jacobian"]) << name;
  }
  EXPECT_EQ(torsor("convert " + rods + " - --to yaml --tip lower").out, torsor("convert " + rods + " - --to yaml").out);
  expect_told("convert " + rods + " - --to yaml --tip hand", 2, "--tip: expected one of upper, lower; found 'hand'");
  expect_told("convert " + rods + " - --to yaml --dh standard --tip upper", 1,
              "the chain to 'upper' carries branches with mass");
}

TEST(CliConvert, MeshesAreKeptAndFoundFromTheNewFile) {
  const TemporaryFolder folder;
  const TemporaryFile file(
      "<robot name=\"r\"><link name=\"base\"/><link name=\"arm\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" "
      "ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial><visual><geometry><mesh filename=\"a.stl\"/>"
      "</geometry></visual></link><joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/>"
      "</joint></robot>",
      ".urdf");
  const std::string path =
      std::filesystem::path(file.path()).parent_path().lexically_proximate(folder.file("")) / "a.stl";
  ASSERT_EQ(torsor("convert " + file.path() + " " + folder.file("a.urdf")).code, 0);
  EXPECT_NE(text_of(folder.file("a.urdf")).find("<mesh filename=\"" + path + "\" />"), std::string::npos)
      << text_of(folder.file("a.urdf"));
  ASSERT_EQ(torsor("convert " + file.path() + " " + folder.file("a.xml")).code, 0);
  EXPECT_NE(text_of(folder.file("a.xml")).find("file=\"" + path + "\""), std::string::npos)
      << text_of(folder.file("a.xml"));
  ASSERT_EQ(torsor("convert " + file.path() + " " + folder.file("plain.xml") + " --no-visuals").code, 0);
  EXPECT_EQ(text_of(folder.file("plain.xml")).find("mesh"), std::string::npos);
}

TEST(CliConvert, AFileThatIsThereIsOnlyWrittenOverByForce) {
  const TemporaryFile old("precious", ".yaml");
  expect_told("convert two-rods --output " + old.path(), 2, "found one; --force writes over it");
  EXPECT_EQ(text_of(old.path()), "precious");
  EXPECT_EQ(torsor("convert two-rods --output " + old.path() + " --force").code, 0);
  EXPECT_TRUE(text_of(old.path()).starts_with("name: two-rods\n"));
  expect_told("convert " + old.path() + " --output " + old.path(), 2,
              "expected another file than the ones that are read");
}

TEST(CliConvert, StandardOutputHoldsTheFileAndNothingElse) {
  const ToolRun run = torsor("convert " + rods + " --to mjcf --lossy");
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(run.out.starts_with("<mujoco model=\"two-rods\">\n")) << run.out;
  EXPECT_TRUE(run.out.ends_with("</mujoco>\n"));
  EXPECT_EQ(run.err, cautions);
  EXPECT_EQ(torsor("convert " + rods + " - --to mjcf --lossy --json").json()["text"], run.out);
}

TEST(CliConvert, FromSaysWhatTheRobotHasToBe) {
  EXPECT_EQ(torsor("convert " + rods + " --to yaml --from urdf").code, 0);
  EXPECT_EQ(torsor("convert two-rods --to yaml --from yaml").code, 0);
}

TEST(CliConvert, SetChangesAParameterOnTheWay) {
  EXPECT_NE(torsor("convert two-rods --to yaml --set m2=4").out.find("  m2: 4\n"), std::string::npos);
}

TEST(CliConvert, MistakesAreTold) {
  expect_told("convert two-rods --output robot.txt", 2,
              "--to: expected yaml, urdf or mjcf, because 'robot.txt' does not end in");
  expect_told("convert two-rods --output out.urdf --to sdf", 2, "--to");
  expect_told("convert no-such-robot --output out.urdf", 2, "unknown robot 'no-such-robot'");
  expect_told("convert two-rods --output /no/such/folder/a.yaml", 5, "/no/such/folder/a.yaml: cannot be written");
  expect_told("convert two-rods", 2, "--to: expected yaml, urdf or mjcf, because there is no --output");
  expect_told("convert two-rods --output a.yaml --to yaml --into " + rods, 2, "--into: expected --to urdf or none");
  expect_told("convert two-rods --output a.urdf --lossy --into /no/such/file.urdf", 2,
              "/no/such/file.urdf: expected a file for --into, found no such file");
  expect_told("convert " + rods + " --output a.yaml --from mjcf", 2,
              "--from: expected MJCF, found that " + rods + " is URDF");
  const TemporaryFile ball("name: b\nlinks: [{joint: ball, shape: {sphere: 1, mass: 1}}]\n");
  expect_told("convert " + ball.path() + " --output b.urdf --lossy", 1, "joint joint1: URDF has no ball joint");
}

TEST(CliConvert, ValuesGoIntoTheUsersOwnFile) {
  const TemporaryFolder folder;
  const std::string own = folder.file("own.urdf");
  const std::string command = "convert " + rods + " --output " + own + " --into " + rods;
  EXPECT_EQ(answer(command)["changed"], Json::array());
  EXPECT_EQ(text_of(own), text_of(rods));
  const ToolRun run = torsor(command + " --force");
  EXPECT_EQ(run.out, "wrote " + own + ": URDF, 2 links, 2 joints\nnothing changes\n");
  expect_told("convert scara " + folder.file("x.urdf") + " --lossy --into " + rods, 1, "'upper'");
  const TemporaryFile broken("<robot/>", ".urdf");
  expect_told("convert two-rods --output " + folder.file("x.urdf") + " --lossy --into " + broken.path(), 3,
              broken.path() + ":1:2");
}

TEST(Convert, AUrdfBecomesADhTable) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("torsor-dh-" + std::to_string(::getpid()) + ".yaml")).string();
  for (const std::string convention : {"standard", "modified"}) {
    EXPECT_EQ(answer("convert " + rods + " --output " + path + " --force --dh " + convention)["written"], true);
    EXPECT_NE(text_of(path).find("dh: " + convention), std::string::npos);
    const std::string state = " --q 0.3,-1.2 --qd 1,2 --qdd 0.5,-3";
    expect_near(answer("inverse-dynamics " + path + state)["tau"], answer("inverse-dynamics " + rods + state)["tau"]);
  }
  std::filesystem::remove(path);
  expect_told("convert " + rods + " --to urdf --dh standard", 2, "--dh: expected YAML to write, found URDF");
}

}  // namespace torsor::test::cli_convert_test
