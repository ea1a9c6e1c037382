#include "torsor/core/finding.hpp"

#include <gtest/gtest.h>

namespace torsor {
namespace {

TEST(Finding, IsToldWithThePlaceThatItHas) {
  Finding finding{"mass-zero", Severity::warning, "arm.yaml", {3, 7}, "link forearm", "expected a mass, found 0", ""};
  EXPECT_EQ(to_string(finding), "arm.yaml:3:7: link forearm: expected a mass, found 0");
  finding.file.clear(), finding.where = {};
  EXPECT_EQ(to_string(finding), "link forearm: expected a mass, found 0");
  finding.element.clear();
  EXPECT_EQ(to_string(finding), "expected a mass, found 0");
}

}  // namespace
}  // namespace torsor
