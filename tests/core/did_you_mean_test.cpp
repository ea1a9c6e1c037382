#include "torsor/core/did_you_mean.hpp"

#include <gtest/gtest.h>

namespace torsor::test::did_you_mean_test {

using Words = std::vector<std::string>;
const Words known{"--q", "--qd", "--qdd", "--no-friction", "--gravity", "puma560", "ur10", "ur5e", "mass"};

TEST(DidYouMean, SlipsOfAThirdOfTheLettersAreFound) {
  EXPECT_EQ(likely_meant("gravty", known), Words{"--gravity"});
  EXPECT_EQ(likely_meant("--grviti", known), Words{"--gravity"});
  EXPECT_EQ(likely_meant("puma650", known), Words{"puma560"});
  EXPECT_EQ(likely_meant("amss", known), Words{"mass"}) << "letters that changed places";
  EXPECT_EQ(likely_meant("colour", known), Words{});
}

TEST(DidYouMean, CaseDashesAndUnderscoresMakeNoDifference) {
  EXPECT_EQ(likely_meant("PUMA560", known), Words{"puma560"});
  EXPECT_EQ(likely_meant("--No_Friction", known), Words{"--no-friction"});
  EXPECT_EQ(likely_meant("-Gravity", known), Words{"--gravity"});
}

TEST(DidYouMean, AWordThatBeginsAnotherOrEndsItLaterIsLikeIt) {
  EXPECT_EQ(likely_meant("--qdot", known), Words{"--qd"});
  EXPECT_EQ(likely_meant("ur", known), (Words{"ur10", "ur5e"}));
  EXPECT_EQ(likely_meant("masses", known), Words{"mass"});
}

TEST(DidYouMean, ALetterOrNothingIsLikeNoWordButItself) {
  EXPECT_EQ(likely_meant("-Q", known), Words{"--q"});
  EXPECT_EQ(likely_meant("x", known), Words{});
  EXPECT_EQ(likely_meant("", known), Words{});
  EXPECT_EQ(likely_meant("--", known), Words{});
}

TEST(DidYouMean, TheSentenceStandsBehindAMessage) {
  EXPECT_EQ(did_you_mean("ur", known), "; did you mean 'ur10' or 'ur5e'?");
  EXPECT_EQ(did_you_mean("colour", known), "");
}

}  // namespace torsor::test::did_you_mean_test
