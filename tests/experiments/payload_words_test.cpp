#include <gtest/gtest.h>

#include "torsor/experiments/payload_estimate.hpp"

namespace torsor::test::payload_words_test {

PayloadEstimate two_kilograms() {
  PayloadEstimate e;
  e.has_load = true;
  e.centre = {0.01, -0.02, 0.05};
  e.inertia = {0.01, 0, 0, 0.02, 0, 0.03};
  e.load = inertia_about_center(2.0, e.centre, e.inertia);
  e.mass_deviation = 0.01;
  e.centre_deviation = {0.001, 0.001, 0.002};
  return e;
}

std::string line_of(const PayloadEstimate& estimate, const std::string& controller) {
  for (const ControllerLine& line : controller_lines(estimate))
    if (line.controller == controller) return line.text;
  return "";
}

TEST(PayloadWords, IntervalsAreOf95PercentAndHaveTheDigitsThatTheyDeserve) {
  EXPECT_EQ(in_words(two_kilograms()), "2.000 kg +- 0.020, centre (10.0, -20.0, 50.0) mm +- (2.0, 2.0, 3.9)");
}

TEST(PayloadWords, ControllersAreToldInTheirOwnUnits) {
  const PayloadEstimate e = two_kilograms();
  EXPECT_EQ(line_of(e, "Universal Robots"), "set_payload(2.000, [0.0100, -0.0200, 0.0500])");
  EXPECT_EQ(line_of(e, "KUKA"),
            "LOAD_DATA[1]={M 2.000,CM {X 10.0,Y -20.0,Z 50.0,A 0.00,B 0.00,C 0.00},J {X 0.01000,Y 0.02000,Z 0.03000}}");
  EXPECT_EQ(line_of(e, "Franka"),
            "robot.setLoad(2.000, {{0.0100, -0.0200, 0.0500}}, {{0.01000, 0.00000, 0.00000, 0.00000, 0.02000, 0.00000, "
            "0.00000, 0.00000, 0.03000}});");
  EXPECT_EQ(line_of(e, "ABB"),
            "PERS loaddata load1:=[2.000,[10.0,-20.0,50.0],[1.000000,0.000000,0.000000,0.000000],0.01000,0.02000,"
            "0.03000];");
}

TEST(PayloadWords, PrincipalAxesThatAreTurnedAboutZGiveKukasAngleA) {
  PayloadEstimate e = two_kilograms();  // moments 0.01 and 0.03 in axes that are turned by 30 degrees
  e.inertia = {0.015, -0.00866025403784, 0, 0.025, 0, 0.02};
  EXPECT_NE(line_of(e, "KUKA").find("A 30.00,B 0.00,C 0.00},J {X 0.01000,Y 0.03000,Z 0.02000}"), std::string::npos)
      << line_of(e, "KUKA");
}

TEST(PayloadWords, TheLoadOfARobotFileIsTheSameBody) {
  const described::MassProperties mass = described_load(two_kilograms());
  EXPECT_EQ(evaluate<double>(mass.mass.expression, [](const std::string&) { return 0.0; }), 2.0);
  EXPECT_EQ(evaluate<double>(mass.com[1].expression, [](const std::string&) { return 0.0; }), -0.02);
  EXPECT_EQ(mass.about, ReferencePoint::center_of_mass);
}

}  // namespace torsor::test::payload_words_test
