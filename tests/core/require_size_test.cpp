#include "torsor/core/require_size.hpp"

#include <gtest/gtest.h>

#include "torsor/core/error.hpp"

namespace torsor::test::require_size_test {

TEST(RequireSize, SaysWhichVectorIsTooShortAndWhatItsNumbersStandFor) {
  try {
    require_size("qd", 2, 6, "velocity", "puma560");
    FAIL() << "nothing was raised";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "qd: expected 6 numbers, one for each velocity of puma560, found 2");
    EXPECT_EQ(error.option(), "qd");
    EXPECT_EQ(error.message(), "expected 6 numbers, one for each velocity of puma560, found 2");
  }
}

TEST(RequireSize, LetsTheRightLengthPassAndNoOther) {
  EXPECT_NO_THROW(require_size("q", 7, 7, "position", "panda"));
  EXPECT_THROW(require_size("q", 8, 7, "position", "panda"), UsageError);
  EXPECT_THROW(require_size("q", 0, 1, "position", "one-link"), UsageError);
  EXPECT_NO_THROW(require_size("q", 0, 0, "position", "a statue"));
}

}  // namespace torsor::test::require_size_test
