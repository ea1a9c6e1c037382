#include <gtest/gtest.h>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

// --wrench: at the tip, at a frame that is named, and several at once.
namespace torsor::test::cli_wrench_test {

const std::string rods = "inverse-dynamics two-rods --q 0,0 --gravity 0,0,0 ";

Json tau(const std::string& flags) { return answer(rods + flags)["tau"]; }

TEST(Wrenches, ActAtTheFrameThatIsNamed) {  // the rods lie along x; `upper` ends at 1 m, `lower` at 2 m
  expect_near(tau("--wrench lower:0,1,0,0,0,0"), {2, 1});
  expect_near(tau("--wrench upper:0,1,0,0,0,0"), {1, 0});
  expect_near(tau("--wrench base:0,1,0,0,0,0"), {0, 0});
  EXPECT_EQ(tau("--wrench lower:0,1,0,0,0,0"), tau("--wrench 0,1,0,0,0,0"));
}

TEST(Wrenches, AddUpWhereThereAreSeveral) {
  expect_near(tau("--wrench 0,1,0,0,0,0 --wrench upper:0,-10,0,0,0,3 --wrench lower:0,0,0,0,0,7"),
              {2 - 10 + 3 + 7, 1 + 7});
  expect_near(answer("terms two-rods --q 0,0 --wrench upper:0,1,0,0,0,0 --wrench -1,1,0,0,0,0")["wrench_torque"],
              {3, 1});
}

TEST(Wrenches, AreInTheAxesOfTheirFramesWithWrenchFrameTip) {  // `upper` is turned by 90 degrees, `lower` not
  const std::string turned = "inverse-dynamics two-rods --q 90deg,-90deg --gravity 0,0,0 --wrench-frame tip ";
  expect_near(answer(turned + "--wrench upper:0,1,0,0,0,0")["tau"], {1, 0});
  expect_near(answer(turned + "--wrench upper:1,0,0,0,0,0 --wrench 0,1,0,0,0,0")["tau"], {1, 1});
}

TEST(Wrenches, OfATrajectoryAreThoseOfItsRows) {
  const TemporaryFile plain("0,0,0,0,0,0\n1.5707963267948966,0,0,0,0,0\n", ".csv");
  const Json rows = answer("inverse-dynamics two-rods --gravity 0,0,0 --trajectory " + plain.path() +
                           " --wrench 0,1,0,0,0,0 --wrench upper:0,0,0,0,0,5")["tau"];
  expect_near(rows[0], {2 + 5, 1});
  expect_near(rows[1], {5, 0});
}

TEST(Wrenches, NeedNoTipWhereAllOfThemNameAFrame) {
  const TemporaryFile file(R"(<robot name="r">
  <link name="base"/>
  <link name="left"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="right"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <joint name="a" type="continuous"><parent link="base"/><child link="left"/><axis xyz="0 0 1"/></joint>
  <joint name="b" type="continuous"><parent link="base"/><child link="right"/><axis xyz="0 0 1"/></joint>
</robot>)",
                           ".urdf");
  const std::string call = "inverse-dynamics " + file.path() + " --q 0,0 ";
  expect_near(answer(call + "--wrench left:0,0,0,0,0,1 --wrench right:0,0,0,0,0,2")["tau"], {1, 2});
  expect_told(call + "--wrench left:0,0,0,0,0,1 --wrench 0,0,0,0,0,2", 2, "--tip: expected the link to compute for");
}

TEST(Wrenches, ThatMakeNoSenseAreRefused) {
  expect_told(rods + "--wrench loewr:0,1,0,0,0,0", 2,
              "--wrench: expected one of base, upper, lower; found 'loewr'; did you mean 'lower'?");
  expect_told(rods + "--wrench lower:1,2,3", 2, "--wrench: expected 6 numbers (fx,fy,fz,nx,ny,nz), found 3");
  expect_told(rods + "--wrench lower:1,2,3,4,5,x", 2, "--wrench: number 6");
  expect_told(rods + "--wrench :1,2,3,4,5,6", 2, "--wrench: expected one of base, upper, lower; found ''");
  expect_told(rods + "--wrench lower:", 2, "--wrench");
}

}  // namespace torsor::test::cli_wrench_test
