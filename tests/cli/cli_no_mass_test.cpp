#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

// Robots of which only the kinematics are known.
namespace torsor::test::cli_no_mass_test {

const char* const bare =
    "name: bare\ndh: standard\nlinks: [{joint: revolute, dh: {a: 1}}, {joint: revolute, dh: {a: 1}}]\n";

TEST(NoMass, IsWarnedOfOnceWhereTorquesWouldBeZero) {
  const TemporaryFile file(bare);
  const std::string warning = "torsor: warning: " + file.path() +
                              ": no link that moves has a mass: torques are zero, but for friction and springs; write "
                              "masses into the robot file; only kinematics work without them\n";
  for (const char* command : {"inverse-dynamics", "terms", "energy", "lagrange", "effective-inertia"})
    EXPECT_EQ(torsor(std::string(command) + " " + file.path() + " --q 0,0").err, warning) << command;
  EXPECT_EQ(torsor("derive " + file.path()).err, warning);
}

TEST(NoMass, IsAFindingInJson) {
  const TemporaryFile file(bare);
  const Json told = Json::parse(torsor("terms " + file.path() + " --q 0,0 --json").err);
  EXPECT_EQ(told["warnings"].size(), 1u);
  EXPECT_EQ(told["warnings"][0]["code"], "no-mass");
  EXPECT_EQ(told["warnings"][0]["severity"], "warning");
}

TEST(NoMass, IsNoMatterForKinematicsStructureAndLoads) {
  const TemporaryFile file(bare);
  for (const char* call :
       {"kinematics %s --q 0,0", "jacobian %s --q 0,0", "show %s", "base-parameters %s", "regressor %s --q 0,0",
        "derive %s --symbols standard", "inverse-dynamics %s --q 0,0 --payload 1"}) {
    std::string line = call;
    line.replace(line.find("%s"), 2, file.path());
    EXPECT_EQ(torsor(line).err, "") << line;
  }
}

}  // namespace torsor::test::cli_no_mass_test
