#include "torsor/core/counted.hpp"

#include <gtest/gtest.h>

namespace torsor::test::counted_test {

TEST(Counted, OneIsSingularAndAllOthersArePlural) {
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(2, "row"), "2 rows");
  EXPECT_EQ(counted(1, "base parameter"), "1 base parameter");
  EXPECT_EQ(counted(1, "body", "bodies"), "1 body");
  EXPECT_EQ(counted(3, "body", "bodies"), "3 bodies");
}

}  // namespace torsor::test::counted_test
