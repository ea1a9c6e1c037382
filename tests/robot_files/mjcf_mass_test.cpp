#include "robot_files/mjcf_support.hpp"

namespace torsor::test::mjcf_mass_test {

constexpr double pi = 3.141592653589793;

/// The mass of a body that holds these elements.
Inertia<double> mass_of(const std::string& elements, const std::string& sections = "") {
  return link_inertia(mjcf_robot(mjcf("<body>" + hinge + elements + "</body>", sections)), 0);
}

/// Rotational inertia about the body's origin.
void expect_moments(const Inertia<double>& mass, double xx, double yy, double zz) {
  const Symmetric3<double> I = mass.rotational();
  EXPECT_NEAR(I.xx, xx, 1e-12 * (1 + xx));
  EXPECT_NEAR(I.yy, yy, 1e-12 * (1 + yy));
  EXPECT_NEAR(I.zz, zz, 1e-12 * (1 + zz));
}

TEST(MjcfMass, ADiagonalInertiaHasTheAxesOfItsOrientation) {
  const auto mass = mass_of("<inertial pos='0 0 2' mass='3' euler='90 0 0' diaginertia='1 2 2.5'/>");
  EXPECT_EQ(mass.mass, 3);
  expect_near(mass.first_moment, {0, 0, 6});
  expect_moments(mass, 1 + 12, 2.5 + 12, 2);
}

TEST(MjcfMass, AFullInertiaIsInTheOrderXxYyZzXyXzYz) {
  const Symmetric3<double> I = mass_of("<inertial pos='0 0 0' mass='1' fullinertia='5 6 7 0.1 0.2 0.3'/>").rotational();
  const double found[] = {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}, expected[] = {5, 6, 7, 0.1, 0.2, 0.3};
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(found[k], expected[k], 1e-14);
}

TEST(MjcfMass, ABoxIsGivenByHalfItsSides) {
  const auto mass = mass_of("<geom type='box' size='0.1 0.2 0.3'/>");  // 48 kg at 1000 kg/m^3
  EXPECT_NEAR(mass.mass, 48, 1e-13);
  expect_moments(mass, 2.08, 1.6, 0.8);  // MuJoCo's
}

TEST(MjcfMass, ASphereIsWhatAGeomIsUnlessItSaysOtherwise) {
  const auto mass = mass_of("<geom size='0.5' mass='2'/>");
  EXPECT_EQ(mass.mass, 2);
  expect_moments(mass, 0.2, 0.2, 0.2);
}

TEST(MjcfMass, ACylinderIsGivenByRadiusAndHalfItsLength) {
  const auto mass = mass_of("<geom type='cylinder' size='0.5 1' density='2'/>");
  const double m = 2 * pi * 0.25 * 2;
  EXPECT_NEAR(mass.mass, m, 1e-14);
  expect_moments(mass, m * (3 * 0.25 + 4) / 12, m * (3 * 0.25 + 4) / 12, m * 0.125);
}

TEST(MjcfMass, ACapsuleHasHalfBallsBeyondItsLength) {
  const auto mass = mass_of("<geom type='capsule' size='0.5 1' density='2'/>");
  const double cylinder = 2 * pi * 0.25 * 2, balls = 2 * 4 * pi / 3 * 0.125;
  EXPECT_NEAR(mass.mass, cylinder + balls, 1e-13);
  const double side = cylinder * (3 * 0.25 + 4) / 12 + balls * (0.4 * 0.25 + 1 + 2 * 1 * 0.375 * 0.5);
  expect_moments(mass, side, side, cylinder * 0.125 + balls * 0.1);
}

TEST(MjcfMass, AnEllipsoidIsGivenByHalfItsAxes) {
  expect_moments(mass_of("<geom type='ellipsoid' size='1 2 3' mass='5'/>"), 13, 10, 5);
}

TEST(MjcfMass, FromtoGivesTheAxisOfAGeom) {
  const auto mass = mass_of("<geom type='cylinder' fromto='1 0 0 3 0 0' size='0.5' mass='12'/>");
  expect_near(mass.first_moment, {24, 0, 0});
  const double side = (3 * 0.25 + 4);
  expect_moments(mass, 1.5, side + 48, side + 48);
  const auto box = mass_of("<geom type='box' fromto='0 0 0 0 6 0' size='0.5' mass='12'/>");
  expect_moments(box, 1 + 36 + 108, 1 + 1, 1 + 36 + 108);
}

TEST(MjcfMass, GeomsAddUpInTheirPlaces) {
  const auto mass = mass_of(
      "<geom size='0.5' mass='2' pos='1 0 0'/><geom type='box' size='1 2 3' mass='3' pos='0 1 0'"
      " euler='0 90 0'/>");
  EXPECT_EQ(mass.mass, 5);
  expect_near(mass.first_moment, {2, 3, 0});
  expect_moments(mass, 0.2 + (1 + 4) + 3, 0.2 + 2 + (1 + 9), 0.2 + 2 + (4 + 9) + 3);
}

TEST(MjcfMass, AGeomWithoutMassOrOutsideTheGroupsDoesNotCount) {
  const std::string one = "<geom size='1' mass='2'/>";
  EXPECT_EQ(mass_of(one + "<geom size='1' mass='0'/><geom size='1' density='0'/>").mass, 2);
  EXPECT_EQ(mass_of(one + "<geom type='mesh' mesh='m' mass='0'/>").mass, 2);
  EXPECT_EQ(mass_of(one + "<geom size='1' group='3'/>", "<compiler inertiagrouprange='0 2'/>").mass, 2);
}

TEST(MjcfMass, AnInertialComesBeforeGeomsUnlessTheFileSaysOtherwise) {
  const std::string both = "<geom size='1' mass='7'/>" + unit_mass;
  EXPECT_EQ(mass_of(both).mass, 1);
  EXPECT_EQ(mass_of(both, "<compiler inertiafromgeom='true'/>").mass, 7);
  EXPECT_EQ(mass_of(both, "<compiler inertiafromgeom='false'/>").mass, 1);
  EXPECT_EQ(mass_of(unit_mass, "<compiler inertiafromgeom='true'/>").mass, 1);
}

TEST(MjcfMass, GeomsCanBeIgnored) {
  const Reading reading = mjcf_reading(mjcf("<body>" + hinge + "<geom size='1'/></body>"), {.ignore_geoms = true});
  EXPECT_TRUE(reading.sound());
  ASSERT_EQ(reading.findings.size(), 1U);
  EXPECT_EQ(reading.findings[0].code, "massless-body");
}

TEST(MjcfMass, GeomsOfTheWorldDoNotCount) {
  const Description robot =
      mjcf_robot(mjcf("<geom type='plane' size='1 1 1'/><geom size='1'/><body>" + hinge + unit_mass + "</body>"));
  EXPECT_EQ(number(robot.base_mass.mass), 0);
  EXPECT_TRUE(robot.base_mass.shapes.empty());
}

TEST(MjcfMass, BoundsLiftMassAndMoments) {
  const auto mass = mass_of("<inertial pos='0 0 0' mass='0.1' diaginertia='1 2 1.1'/>",
                            "<compiler boundmass='0.5' boundinertia='1.5'/>");
  EXPECT_EQ(mass.mass, 0.5);
  expect_moments(mass, 1.5, 2, 1.5);
  const auto ball =
      mass_of("<geom size='0.5' pos='0 0 1' mass='0.5'/>", "<compiler boundmass='2' boundinertia='0.1'/>");
  EXPECT_EQ(ball.mass, 2);
  expect_near(ball.first_moment, {0, 0, 2});
  expect_moments(ball, 2.1, 2.1, 0.1);
}

TEST(MjcfMass, TheNearestOrientationCountsWhateverItsKind) {
  const std::string box = "type='box' size='1 2 3' mass='3' ";
  const std::string classes =
      "<default><geom zaxis='1 0 0'/><default class='c'><geom quat='1 1 0 0'/></default></default>";
  expect_moments(mass_of("<geom " + box + "/>", classes), 5, 10, 13);
  expect_moments(mass_of("<geom class='c' " + box + "/>", classes), 13, 5, 10);
  expect_moments(mass_of("<geom class='c' quat='1 0 0 0' " + box + "/>", classes), 13, 10, 5);
}

TEST(MjcfMass, DefaultsReachGeomsAndSizesFillUpFromBehind) {
  const auto mass =
      mass_of("<geom class='c' size='0.5'/>",
              "<default><geom type='box' density='10'/><default class='c'><geom size='9 1 1.5'/></default>"
              "</default>");
  EXPECT_NEAR(mass.mass, 8 * 0.5 * 1 * 1.5 * 10, 1e-13);
}

}  // namespace torsor::test::mjcf_mass_test
