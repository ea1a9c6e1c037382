#include <gtest/gtest.h>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

// center-of-mass, centroidal-momentum, jacobian --dot and terms --inverse. Two rods of 1 m and 1 kg, in closed form.
namespace torsor::test::cli_center_of_mass_test {

TEST(CliCenterOfMass, OfTwoRodsInARow) {
  const Json json = answer("center-of-mass two-rods --q 0,0 --qd 1,0 --qdd 0,1");
  EXPECT_EQ(keys(json), (Keys{"joints", "mass", "position", "velocity", "acceleration", "jacobian", "parts"}));
  EXPECT_EQ(json["mass"], 2);
  expect_near(json["position"], {1, 0, 0});
  expect_near(json["velocity"], {0, 1, 0});
  expect_near(json["acceleration"], {-1, 0.25, 0});  // the second rod's middle, 0.5 m from its joint, is half of it
  expect_near(json["jacobian"][1], {1, 0.25});
  EXPECT_EQ(json["parts"][1]["joint"], "joint2");
  EXPECT_EQ(json["parts"][1]["mass"], 1);
  expect_near(json["parts"][1]["position"], {1.5, 0, 0});
  expect_near(json["parts"][1]["acceleration"], {-1.5, 0.5, 0});
}

TEST(CliCenterOfMass, CountsPayloadAndBaseWhereTheyAreAsked) {
  const Json loaded = answer("center-of-mass two-rods --q 0,0 --payload 2");
  EXPECT_EQ(loaded["mass"], 4);
  expect_near(loaded["position"], {1.5, 0, 0});
  const TemporaryFile file(R"(<robot name="r">
  <link name="post"><inertial><origin xyz="0 0 -1"/><mass value="3"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="arm"><inertial><origin xyz="1 0 0"/><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="frame"/>
  <joint name="a" type="continuous"><parent link="post"/><child link="arm"/><axis xyz="0 0 1"/></joint>
  <joint name="b" type="continuous"><parent link="arm"/><child link="frame"/><axis xyz="0 0 1"/></joint>
</robot>)",
                           ".urdf");
  const std::string call = "center-of-mass " + file.path() + " --q 0,0";
  expect_near(answer(call)["position"], {1, 0, 0});
  expect_near(answer(call + " --with-base")["position"], {0.25, 0, -0.75});
  EXPECT_TRUE(answer(call)["parts"][1]["position"].is_null());  // of nothing
}

TEST(CliCenterOfMass, OfNothingHasNoAnswer) {
  expect_told("center-of-mass two-rods --q 0,0 --set m1=0 --set m2=0", 1,
              "two-rods has no mass that moves, and so no centre of mass");
  expect_told("centroidal-momentum two-rods --q 0,0 --set m1=0 --set m2=0", 1, "has no mass that moves");
}

TEST(CliCentroidalMomentum, OfTwoRodsInARow) {  // as one rod: m = 2, l = 2, m l^2 / 12 = 2/3 about its middle
  const Json json = answer("centroidal-momentum two-rods --q 0,0 --qd 3,0 --qdd 1,0");
  EXPECT_EQ(keys(json), (Keys{"joints", "mass", "center_of_mass", "momentum_matrix", "momentum",
                              "momentum_matrix_dot_velocity", "momentum_rate"}));
  expect_near(json["center_of_mass"], {1, 0, 0});
  expect_near(json["momentum_matrix"][1], {2, 0.5});
  expect_near(json["momentum_matrix"][5], {2.0 / 3, 1.0 / 12 + 0.25});  // of the second rod: about its middle, and
  expect_near(json["momentum"], {0, 6, 0, 0, 0, 2});                    // 0.5 m s^-1 kg at 0.5 m from the centre
  expect_near(json["momentum_matrix_dot_velocity"], {-18, 0, 0, 0, 0, 0});
  expect_near(json["momentum_rate"], {-18, 2, 0, 0, 0, 2.0 / 3});
}

TEST(CliJacobian, HasItsRateWithDot) {
  const std::string call = "jacobian two-rods --q 0,0 --qd 1,1";
  EXPECT_FALSE(answer(call).contains("jacobian_dot"));
  const Json json = answer(call + " --dot");
  expect_near(json["jacobian_dot"][0], {-3, -2});  // -(qd1 + qd12), -qd12
  expect_near(json["jacobian_dot"][1], {0, 0});
  const Json turned = answer("jacobian two-rods --q 0,90deg --qd 1,1 --dot --frame tip");
  const Json plain = answer("jacobian two-rods --q 0,90deg --qd 1,1 --dot");
  expect_near(turned["jacobian_dot"][0], plain["jacobian_dot"][1].get<std::vector<double>>());
  expect_told("jacobian two-rods --q 0,0 --dot", 2, "--qd");
}

TEST(CliTerms, HasTheInverseOfTheInertiaMatrix) {
  const std::string call = "terms two-point-masses-vertical --q 0,90deg --set m2=4";  // B = [10 4; 4 4]
  EXPECT_FALSE(answer(call).contains("inverse_inertia_matrix"));
  const Json inverse = answer(call + " --inverse")["inverse_inertia_matrix"];
  expect_near(inverse[0], {4.0 / 24, -4.0 / 24});
  expect_near(inverse[1], {-4.0 / 24, 10.0 / 24});
  expect_told("terms two-rods --q 0,0 --set m2=0 --inverse", 1, "it has no inverse");
}

}  // namespace torsor::test::cli_center_of_mass_test
