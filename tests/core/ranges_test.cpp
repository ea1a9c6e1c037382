#include "torsor/core/ranges.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/core/error.hpp"

namespace torsor::test::ranges_test {

std::string refusal(const Range& range, double value) {
  try {
    require_in(range, "cutoff", value);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(Ranges, HoldTheirEndsAndNoNan) {
  const Range closed{0, 5, "Hz"}, open{0, 5, "Hz", true};
  EXPECT_EQ(refusal(closed, 0), "none");
  EXPECT_EQ(refusal(closed, 5), "none");
  EXPECT_EQ(refusal(open, 1e-300), "none");
  EXPECT_EQ(refusal(closed, -1e-300), "cutoff: expected a number from 0 to 5 Hz, found -1e-300");
  EXPECT_EQ(refusal(open, 0), "cutoff: expected a number above 0, up to 5 Hz, found 0");
  EXPECT_EQ(refusal(closed, std::nan("")), "cutoff: expected a finite number, found nan");
  EXPECT_EQ(refusal(closed, INFINITY), "cutoff: expected a finite number, found inf");
}

}  // namespace torsor::test::ranges_test
