#include <gtest/gtest.h>

#include <pugixml.hpp>

#include "support/cpu_time.hpp"
#include "support/generated_urdf.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/urdf/read_urdf.hpp"

namespace torsor::test::loading_cost_test {

/// It is 10 to 12 times that of the XML where this was written (5 to 6 in instructions); more than 25 would be a
/// mistake of ours.
TEST(LoadingCost, OfAHumanoidIsAboutTenTimesThatOfItsXml) {
#if defined(TORSOR_ADDRESS_SANITIZER)
  GTEST_SKIP() << "sanitizers slow the two down by different factors";
#endif
  const std::string text = humanoid_urdf(30);
  const double xml = quickest(200, [&] {
    pugi::xml_document document;
    ASSERT_TRUE(document.load_buffer(text.data(), text.size()));
  });
  const double robot = quickest(200, [&] {
    const Reading reading = read_urdf(text, "humanoid.urdf");
    ASSERT_EQ(build_model<double>(reading.robot).nv, 30);
  });
  RecordProperty("microseconds_of_xml", static_cast<int>(1e6 * xml));
  RecordProperty("microseconds_of_robot", static_cast<int>(1e6 * robot));
  EXPECT_LT(robot, 25 * xml) << 1e6 * robot << " us for the robot, " << 1e6 * xml << " us for its XML";
}

/// Twice the links take about twice the time: nothing in reading or building is quadratic.
TEST(LoadingCost, OfAChainGrowsWithItsLength) {
  const auto seconds = [](int links) {
    const std::string text = chain_urdf(links);
    return quickest(3, [&] {
      const Reading reading = read_urdf(text, "chain.urdf");
      ASSERT_EQ(build_model<double>(reading.robot).nv, links - 1);
    });
  };
  EXPECT_LT(seconds(16000), 100 * seconds(1000));  // 16 in the ideal case, more where caches end, 256 if quadratic
}

}  // namespace torsor::test::loading_cost_test
