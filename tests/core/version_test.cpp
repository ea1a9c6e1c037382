#include "torsor/version.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

namespace torsor::test::version_test {

TEST(Version, IsThatOfTheProject) {
  std::ifstream file(TORSOR_SOURCE_DIR "/CMakeLists.txt");
  std::stringstream text;
  text << file.rdbuf();
  const std::string lists = text.str();
  std::smatch found;
  ASSERT_TRUE(std::regex_search(lists, found, std::regex(R"(project\(torsor VERSION (\d+)\.(\d+)\.(\d+))")));
  EXPECT_EQ(std::to_string(version_major), found[1]);
  EXPECT_EQ(std::to_string(version_minor), found[2]);
  EXPECT_EQ(std::to_string(version_patch), found[3]);
  EXPECT_EQ(version, found.str(1) + "." + found.str(2) + "." + found.str(3));
}

}  // namespace torsor::test::version_test
