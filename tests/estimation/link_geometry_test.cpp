#include "torsor/estimation/link_geometry.hpp"

#include <gtest/gtest.h>

#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/robot_file.hpp"

namespace torsor::test::link_geometry_test {

/// A shoulder and an arm of 2 m without masses.
const char* arm = R"(
name: arm
dh: standard
links:
  - {joint: revolute, dh: {a: 2, alpha: 0, d: 0, theta: 0}}
  - {joint: revolute, dh: {a: 1, alpha: 0, d: 0, theta: 0}}
)";

TEST(LinkGeometry, LinksReachFromJointToJointAndTheLastToItsFrame) {
  const Model<double> model = build_model<double>(read_robot(arm, "arm.yaml"));
  EXPECT_NEAR(link_reach(model, 1).length, 2, 1e-12);
  EXPECT_NEAR(link_reach(model, 2).length, 1, 1e-12);
}

TEST(LinkGeometry, ACentreFarFromTheLineBetweenJointsIsOutside) {
  const Model<double> model = build_model<double>(read_robot(arm, "arm.yaml"));
  EXPECT_LT(outside_of_link(model, 2, {0.5, 0.1, 0}), 0);
  EXPECT_LT(outside_of_link(model, 2, {1.3, 0, 0.2}), 0) << "a gripper, or a motor beside it";
  EXPECT_NEAR(outside_of_link(model, 2, {1, 1.1, 0}), 1.1 - 0.5 - 0.1, 1e-12);
}

}  // namespace torsor::test::link_geometry_test
