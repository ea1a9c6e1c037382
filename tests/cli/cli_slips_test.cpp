#include "cli/answer.hpp"

// Words that are nearly right.
namespace torsor::test::cli_slips_test {

TEST(Slips, OfAChoiceAreAnsweredWithTheLikelyOne) {
  expect_told("derive two-rods --format latx", 2, "found 'latx'; did you mean 'latex'?");
  expect_told("derive two-rods --symbols standart", 2, "found 'standart'; did you mean 'standard'?");
  expect_told("derive two-rods --notation bhg", 2, "found 'bhg'; did you mean 'Bhg'?");
  expect_told("generate two-rods --target pyton", 2, "found 'pyton'; did you mean 'python'?");
  expect_told("generate two-rods --functions inertia-matrx", 2, "did you mean 'inertia-matrix'?");
  expect_told("generate two-rods --scalar Float", 2, "did you mean 'float'?");
  expect_told("base-parameters two-rods --with rotr,viscous", 2, "found 'rotr'; did you mean 'rotor'?");
  expect_told("operational-space puma560 --q 0,0,0,0,0,0 --rows vx,vvy", 2, "found 'vvy'; did you mean 'vy'?");
  expect_told("identify two-rods a.csv --friction viscos", 2, "found 'viscos'; did you mean 'viscous'?");
  expect_told("generate two-rods --functions ''", 2, "expected a list of ");
}

TEST(Slips, OfAFlagThatOtherProgramsHaveAreAnswered) {
  expect_told("generate two-rods --language python", 2, "unknown flag --language; did you mean '--target'?");
  expect_told("forward-dynamics two-rods --q 0,0 --torque 1,1", 2, "unknown flag --torque; did you mean '--tau'?");
  expect_told("terms two-rods --q 0,0 --velocity 1,1", 2, "unknown flag --velocity; did you mean '--qd'?");
}

TEST(Slips, OfACommandInHelpAreAnsweredInOneLine) {
  expect_told(
      "help deriv", 2,
      "torsor: unknown command 'deriv'; did you mean 'derivatives' or 'derive'? (`torsor help` lists the commands)");
}

TEST(Slips, InNumbersAreAnswered) {
  const ToolRun blanks = run_tool({"inverse-dynamics", "two-rods", "--q", "0 0"});
  EXPECT_NE(blanks.err.find("; numbers are separated by commas"), std::string::npos) << blanks.err;
  expect_told("inverse-dynamics two-rods --q 0,90°", 2, "; degrees are written as 90deg");
  expect_told("inverse-dynamics two-rods --q 0,x", 2, "expected a number such as 0.5 or 90deg, found 'x'");
  expect_told("inverse-dynamics two-rods --q 0,0 --set m22=1", 2, "did you mean 'm2'?");
}

TEST(Slips, OfOtherKindsAreAnswered) {
  expect_told("lint two-rods --ignore axis-no-unit", 2, "did you mean 'axis-not-unit'?");
  expect_told("effective-inertia two-rods --pair 1,2", 2, "--pair: expected --table beside it");
  expect_told("identify x.csv two-rods", 2, "x.csv: expected a robot file, found no such file");
  expect_told("--robot panda", 2, "expected a command first, found '--robot' (`torsor help` lists the commands)");
}

TEST(Version, HasAShortFlag) {
  EXPECT_EQ(torsor("-v").out, torsor("--version").out);
  EXPECT_TRUE(torsor("-V").out.starts_with("torsor ")) << torsor("-V").err;
}

}  // namespace torsor::test::cli_slips_test
