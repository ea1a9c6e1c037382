#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

// What computes on trees says that it leaves loops open.
namespace torsor::test::cli_loops_test {

const char* const parallelogram = R"(name: parallelogram
links:
  - {name: crank, joint: revolute, shape: {sphere: 0.1, mass: 1}}
  - {name: coupler, joint: revolute, origin: {xyz: [0.3, 0, 0]}, shape: {sphere: 0.1, mass: 1}}
  - {name: rocker, parent: base, joint: revolute, origin: {xyz: [0.5, 0, 0]}, shape: {sphere: 0.1, mass: 1}}
tool: {link: coupler}
loops:
  - {name: pin, links: [coupler, rocker], points: [[0.5, 0, 0], [0.3, 0, 0]]}
)";

TEST(Loops, AreSaidOnceToBeOpenWhereTheTreeIsComputed) {
  const TemporaryFile file(parallelogram);
  const std::string warning = "torsor: warning: " + file.path() +
                              ": 1 closed loop is not held here: motion and torques are those of the tree; `torsor "
                              "simulate` holds them\n";
  for (const char* command : {"inverse-dynamics", "forward-dynamics", "terms", "energy", "kinematics", "jacobian"})
    EXPECT_EQ(torsor(std::string(command) + " " + file.path() + " --q 0.1,0.2,0.3").err, warning) << command;
  for (const char* command : {"derive", "base-parameters", "count"})
    EXPECT_EQ(torsor(std::string(command) + " " + file.path()).err, warning) << command;
}

TEST(Loops, AreAFindingInJson) {
  const TemporaryFile file(parallelogram);
  const Json told = Json::parse(torsor("terms " + file.path() + " --q 0,0,0 --json").err);
  ASSERT_EQ(told["warnings"].size(), 1u);
  EXPECT_EQ(told["warnings"][0]["code"], "loops-not-held");
  EXPECT_EQ(told["warnings"][0]["severity"], "warning");
  EXPECT_EQ(told["warnings"][0]["line"], 8);
}

TEST(Loops, AreShownAndConvertedWithoutAWarning) {
  const TemporaryFile file(parallelogram);
  const auto shown = torsor("show " + file.path());
  EXPECT_EQ(shown.err, "");
  EXPECT_NE(shown.out.find("pin   coupler  rocker"), std::string::npos) << shown.out;
  const Json json = Json::parse(torsor("show " + file.path() + " --json").out);
  EXPECT_EQ(json["loops"][0]["name"], "pin");
  EXPECT_EQ(json["loops"][0]["links"][1], "rocker");
  EXPECT_EQ(json["loops"][0]["points"][0][0], 0.5);
  const auto written = torsor("convert " + file.path() + " --to yaml --output -");
  EXPECT_NE(written.out.find("{name: pin, links: [coupler, rocker], points: [[0.5, 0, 0], [0.3, 0, 0]]}"),
            std::string::npos)
      << written.out;
}

TEST(Loops, KeepARobotFromBecomingAUrdfAndATable) {
  const TemporaryFile file(parallelogram);
  const auto urdf = torsor("convert " + file.path() + " --to urdf --output -");
  EXPECT_EQ(urdf.code, 1);
  EXPECT_NE(urdf.err.find("loop pin: points of coupler and rocker in one place: URDF has trees only"),
            std::string::npos)
      << urdf.err;
  const auto table = torsor("dh-table " + file.path() + " --tip coupler");
  EXPECT_NE(table.code, 0);
  EXPECT_NE(table.err.find("closed loops tie links together"), std::string::npos) << table.err;
}

}  // namespace torsor::test::cli_loops_test
