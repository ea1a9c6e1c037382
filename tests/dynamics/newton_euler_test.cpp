#include "torsor/dynamics/newton_euler.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace torsor::test {
namespace {

TEST(NewtonEuler, RecursionFitsOnASlide) {
  std::ifstream file(TORSOR_SOURCE_DIR "/include/torsor/dynamics/newton_euler.hpp");
  ASSERT_TRUE(file);
  int lines = 0;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    inside |= line.starts_with("void newton_euler(");
    lines += inside;
    if (inside && line == "}") break;
  }
  EXPECT_GT(lines, 20);
  EXPECT_LE(lines, 40);
}

}  // namespace
}  // namespace torsor::test
