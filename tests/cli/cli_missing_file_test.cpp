#include "cli/answer.hpp"
#include "cli/folder.hpp"

// Files that are not there, or are something else: one wording in all commands.
namespace torsor::test::cli_missing_file_test {

TEST(MissingFile, IsCalledTheSameByEveryCommand) {
  for (const char* call : {"show none.yaml",
                           "lint none.yaml",
                           "log none.csv",
                           "smooth none.csv",
                           "identify two-rods none.csv",
                           "payload two-rods --unloaded none.csv --loaded none.csv",
                           "log none.csv --mapping none.yaml",
                           "inverse-dynamics two-rods --trajectory none.csv",
                           "batch two-rods none.csv --functions energy",
                           "simulate two-rods --duration 1 --state none.csv",
                           "inverse-kinematics two-rods --pose-file none.csv",
                           "simulate two-rods --duration 1 --tau none.csv",
                           "trajectory two-rods --spline none.csv",
                           "simulate two-rods --controller pd --trajectory none.csv",
                           "compare-controllers two-rods --trajectory none.csv",
                           "size-motors two-rods --trajectory none.csv",
                           "size-motors two-rods --trajectory a.csv --catalogue none.csv",
                           "verify-generated two-rods none.c",
                           "convert two-rods --into none.urdf --output /tmp/never.urdf",
                           "excite two-rods --after none.csv",
                           "plan-experiment two-rods --after none.csv",
                           "log a.csv --robot none.yaml"})
    expect_told(call, 2, ", found no such file");
}

TEST(MissingFile, MayBeAFolder) {
  for (const char* call : {"show ..", "lint ..", "log ..", "smooth ..", "verify-generated two-rods ..",
                           "inverse-dynamics two-rods --trajectory ..", "log .. --mapping ..",
                           "convert two-rods --into .. --output /tmp/never.urdf"})
    expect_told(call, 2, "..: expected ");
  expect_told("show ..", 2, "..: expected a robot file, found a folder");
}

TEST(MissingFile, DoesNotCostTheFindingsInOthers) {
  const Folder folder;
  std::ofstream(folder / "bare.yaml") << "name: bare\nlinks: [{joint: revolute}]\n";
  const ToolRun run = torsor("lint " + folder / "bare.yaml" + " none.yaml");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.out.find("[no-mass]"), std::string::npos) << run.out;
  EXPECT_EQ(run.err, "torsor: none.yaml: expected a robot file, found no such file\n");
}

TEST(WrongFile, IsNamedByItsEnding) {
  const Folder folder;
  std::ofstream(folder / "x.c") << "int a;\n";
  expect_told("show " + folder / "x.c", 3, "expected a robot file in YAML, URDF or MJCF, found a file that ends in .c");
}

TEST(WrongFile, MayBeARobotWhereALogIsExpected) {
  expect_told("log panda panda.csv", 2, "panda: expected a log, found a robot; did you mean --robot panda?");
}

}  // namespace torsor::test::cli_missing_file_test
