#include <gtest/gtest.h>

#include <locale>

#include "torsor/core/text.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/robot_files/write_robot.hpp"

// A program may have set a locale in which numbers have a comma and thousands a point: files do not change.
namespace torsor::test::locale_test {

class German : public testing::Test {
 protected:
  /// What a call gives in the usual locale and in the German one.
  template <class Call>
  static auto both(const Call& call) {
    auto usual = call();
    std::locale before;
    try {
      before = std::locale::global(std::locale("de_DE.UTF-8"));
    } catch (const std::runtime_error&) {
      return std::pair(usual, usual);
    }
    auto german = call();
    std::locale::global(before);
    return std::pair(std::move(usual), std::move(german));
  }
  static bool is_there() {
    try {
      return std::use_facet<std::numpunct<char>>(std::locale("de_DE.UTF-8")).decimal_point() == ',';
    } catch (const std::runtime_error&) {
      return false;
    }
  }
  void SetUp() override {
    if (!is_there()) GTEST_SKIP() << "needs the locale de_DE.UTF-8 (scripts/install-packages extra)";
  }
};

TEST_F(German, RobotsAreReadAndWrittenAlike) {
  for (const std::string robot : {"panda", "showcase", TORSOR_SOURCE_DIR "/examples/two-rods.urdf",
                                  TORSOR_SOURCE_DIR "/tests/fuzz/corpus/mjcf/arm.xml"})
    for (const RobotFormat format : {RobotFormat::yaml, RobotFormat::urdf, RobotFormat::mjcf}) {
      const auto [usual, german] = both([&] { return write_robot(load_robot(robot), format).text; });
      EXPECT_EQ(usual, german) << robot;
    }
}

TEST_F(German, NumbersArePrintedAlike) {
  const auto [usual, german] = both([] { return number_text(1234567.25); });
  EXPECT_EQ(usual, german);
}

}  // namespace torsor::test::locale_test
