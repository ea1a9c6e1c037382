#include <gtest/gtest.h>

#include "torsor/core/grouped_findings.hpp"

// What is said of several joints alike is said once.
namespace torsor::test::folded_findings_test {

Finding of(const std::string& element, const std::string& message, const std::string& code = "little-motion") {
  return {code, Severity::warning, "a.csv", {2, 1}, element, message, "move it"};
}

TEST(FoldedFindings, JointsThatDifferInFiguresAreOneFindingWithAllOfThem) {
  const auto folded = folded_joints({of("joint a", "expected more, found 0.1 rad, 3 %."), of("log", "found 0.1 rad"),
                                     of("joint b", "expected more, found 0.25 rad, 3 %."),
                                     of("joint c", "expected more, found -1.5 rad, 4 %.")});
  ASSERT_EQ(folded.size(), 2u);
  EXPECT_EQ(folded[0].finding.element, "joint a, b, c");
  EXPECT_EQ(folded[0].finding.message, "expected more, found 0.1/0.25/-1.5 rad, 3/3/4 %.");
  EXPECT_EQ(folded[0].joints, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(folded[1].finding.element, "log");
  EXPECT_TRUE(folded[1].joints.empty());
}

TEST(FoldedFindings, OtherWordsQuantitiesCodesAndPairsOfJointsStayApart) {
  const std::vector<Finding> list{of("joint a: torque", "found 1 thing"), of("joint b: velocity", "found 1 thing"),
                                  of("joint c: torque", "found 1 other"), of("joint d: torque", "found 1 thing", "x"),
                                  of("joint a and joint b", "found 1 thing")};
  const auto folded = folded_joints(list);
  ASSERT_EQ(folded.size(), list.size());
  EXPECT_EQ(folded[0].joints, std::vector<std::string>{"a"});
  EXPECT_EQ(folded[0].finding.element, "joint a: torque");
  EXPECT_TRUE(folded[4].joints.empty());
}

TEST(FoldedFindings, TheQuantityStandsOnceBehindTheJoints) {
  const auto folded = folded_joints({of("joint a: torque", "found 1"), of("joint b: torque", "found 1")});
  ASSERT_EQ(folded.size(), 1u);
  EXPECT_EQ(folded[0].finding.element, "joint a, b: torque");
  EXPECT_EQ(folded[0].finding.message, "found 1");
}

}  // namespace torsor::test::folded_findings_test
