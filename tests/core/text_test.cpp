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

TEST(Text, Utf8HasNoSurrogatesOverlongFormsOrCodePointsBeyondTheLast) {
  for (const char* good :
       {"a", "\xC2\x80", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"})
    EXPECT_TRUE(is_utf8(good)) << good;
  for (const char* bad : {"\xC1\x80", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF",
                          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE0\xA0", "\x80", "\xFF"})
    EXPECT_FALSE(is_utf8(bad));
}

TEST(Text, PrintableTextHasNoBytesThatATerminalWouldObey) {
  EXPECT_EQ(printable("q\xE9 \x1B[2J\x7F\xC2\x9B"
                      "1m\tx\n"),
            "q\uFFFD \uFFFD[2J\uFFFD\uFFFD"
            "1m\tx\n");
  EXPECT_EQ(printable("gr\u00FC\u00DFe \u5173\u8282"), "gr\u00FC\u00DFe \u5173\u8282");
  EXPECT_EQ(in_quotes("a\rb"), "'a\uFFFDb'");
}

}  // namespace
}  // namespace torsor
