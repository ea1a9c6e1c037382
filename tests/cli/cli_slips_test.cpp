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
}

TEST(Slips, OfACommandInHelpAreAnsweredInOneLine) {
  expect_told("help deriv", 2,
              "torsor: unknown command 'deriv'; did you mean 'derive'? (`torsor help` lists the commands)");
}

TEST(Version, HasAShortFlag) {
  EXPECT_EQ(torsor("-v").out, torsor("--version").out);
  EXPECT_TRUE(torsor("-V").out.starts_with("torsor ")) << torsor("-V").err;
}

}  // namespace torsor::test::cli_slips_test
