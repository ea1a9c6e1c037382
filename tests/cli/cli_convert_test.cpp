#include <gtest/gtest.h>

#include <filesystem>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_convert_test {

const std::string rods = TORSOR_SOURCE_DIR "/examples/two-rods.urdf";

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
  const Json rotor{{"element", "joint joint1"}, {"what", "rotor"}, {"why", "URDF has no rotor inertia"}};
  bool found = false;
  for (const Json& loss : told["lost"]) found |= loss == rotor;
  EXPECT_TRUE(found) << run.out;
  EXPECT_EQ(answer("convert scara --output " + folder.file("s.urdf") + " --lossy")["written"], true);
}

TEST(CliConvert, AFileThatIsThereIsOnlyWrittenOverByForce) {
  const TemporaryFile old("precious", ".yaml");
  expect_told("convert two-rods --output " + old.path(), 2, "found one; --force writes over it");
  EXPECT_EQ(text_of(old.path()), "precious");
  EXPECT_EQ(torsor("convert two-rods --output " + old.path() + " --force").code, 0);
  EXPECT_TRUE(text_of(old.path()).starts_with("name: two-rods\n"));
  expect_told("convert " + old.path() + " --output " + old.path(), 2, "--force writes over it");
}

TEST(CliConvert, StandardOutputHoldsTheFileAndNothingElse) {
  const ToolRun run = torsor("convert " + rods + " --to mjcf --lossy");
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(run.out.starts_with("<mujoco model=\"two-rods\">\n")) << run.out;
  EXPECT_TRUE(run.out.ends_with("</mujoco>\n"));
  EXPECT_TRUE(run.err.starts_with("MJCF cannot carry 3 things of two-rods:\n")) << run.err;
  EXPECT_EQ(torsor("convert " + rods + " --to mjcf --lossy --json").json()["text"], run.out);
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
              "--into: /no/such/file.urdf cannot be read");
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
  EXPECT_EQ(run.out, "nothing changes\n");
  expect_told("convert scara --output " + folder.file("x.urdf") + " --lossy --into " + rods, 1, "'upper'");
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
