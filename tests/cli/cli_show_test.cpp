#include <gtest/gtest.h>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_show_test {

const std::string coupled =
    "name: r\nlinks:\n"
    "  - {joint: revolute, shape: {rod: 1, mass: 1}, friction: {coulomb: 3, width: 0.5, stribeck: 4, "
    "stribeck_velocity: 0.125}, rotor: {inertia: 1, axis: [0, 1, 0]}}\n"
    "  - {joint: revolute, origin: {xyz: [1, 0, 0]}, shape: {rod: 1, mass: 1}, spring: {stiffness: 1, rest: 90deg}}\n"
    "couplings:\n  - {joints: {joint1: 1, joint2: -1}, coulomb: 2, width: 0.25}\n";

TEST(CliShow, KeepsTheShapeOfFriction) {
  const TemporaryFile file(coupled, ".yaml");
  const std::string out = torsor("show " + file.path()).out;
  EXPECT_NE(out.find("Coulomb 2 width 0.25"), std::string::npos) << out;
  EXPECT_NE(out.find("3 width 0.5 Stribeck 4 at 0.125"), std::string::npos) << out;
  const Json json = answer("show " + file.path());
  EXPECT_EQ(json["couplings"][0]["width"], 0.25);
  EXPECT_EQ(json["joints"][0]["rotor"]["axis"].get<std::vector<double>>(), (std::vector<double>{0, 1, 0}));
}

TEST(CliShow, HasWhatAContactDoesBeforeItSlides) {
  const TemporaryFile file(
      "name: r\nlinks:\n"
      "  - {joint: revolute, shape: {rod: 1, mass: 1}, friction: {coulomb: 3, presliding: {stiffness: 2e4, damping: "
      "8}}}\n"
      "  - {joint: revolute, shape: {rod: 1, mass: 1}, friction: {coulomb: 3, presliding: {stiffness: 500}}}\n",
      ".yaml");
  const std::string out = torsor("show " + file.path()).out;
  EXPECT_NE(out.find("3 presliding 20000 damped by 8 "), std::string::npos) << out;
  EXPECT_NE(out.find("3 presliding 500 "), std::string::npos) << out;
  const Json json = answer("show " + file.path());
  EXPECT_EQ(json["joints"][0]["friction"]["presliding"], Json({{"stiffness", 2e4}, {"damping", 8}}));
}

TEST(CliShow, HasFrictionThatGrowsWithTheLoad) {
  const TemporaryFile file(
      "name: r\nlinks:\n  - {joint: revolute, shape: {rod: 1, mass: 1}, friction: {coulomb: 3, load: 0.08}}\n",
      ".yaml");
  const std::string out = torsor("show " + file.path()).out;
  EXPECT_NE(out.find("3 load 0.08 "), std::string::npos) << out;
  EXPECT_EQ(answer("show " + file.path())["joints"][0]["friction"]["load"], 0.08);
}

TEST(CliShow, HasGravityCompensationAndThePoseInWhichABallJointRests) {
  const TemporaryFile file(
      "name: r\nlinks:\n  - {joint: ball, shape: {rod: 1, mass: 2}, spring: {stiffness: 1, rest: [0.6, 0.8, 0, 0]}, "
      "gravity_compensation: {part: 0.25, mass: 3, com: [0, 0, 1]}}\n",
      ".yaml");
  const std::string out = torsor("show " + file.path()).out;
  EXPECT_NE(out.find("link1 carries 25 % of its weight and that of 3 kg at 0 0 1"), std::string::npos) << out;
  EXPECT_NE(out.find("0.6 0.8 0 0"), std::string::npos) << out;
  const Json json = answer("show " + file.path());
  EXPECT_EQ(json["joints"][0]["spring"]["rest"].get<std::vector<double>>(), (std::vector<double>{0.6, 0.8, 0, 0}));
  EXPECT_EQ(json["links"][0]["gravity_compensation"]["part"], 0.25);
  EXPECT_EQ(json["links"][0]["gravity_compensation"]["mass"], 3);
}

TEST(CliShow, HasARestPositionInTheUnitOfTheLimits) {
  const TemporaryFile file(coupled, ".yaml");
  const std::string out = torsor("show " + file.path()).out;
  EXPECT_NE(out.find("90deg"), std::string::npos) << out;
}

}  // namespace torsor::test::cli_show_test
