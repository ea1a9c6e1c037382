#include "torsor/core/text.hpp"

#include <gtest/gtest.h>

namespace torsor {
namespace {

TEST(Text, WordsAreEnumeratedWithAnAndBeforeTheLast) {
  EXPECT_EQ(enumerated({}), "");
  EXPECT_EQ(enumerated({"a"}), "a");
  EXPECT_EQ(enumerated({"a", "b"}), "a and b");
  EXPECT_EQ(enumerated({"a", "b", "c"}), "a, b and c");
}

}  // namespace
}  // namespace torsor
