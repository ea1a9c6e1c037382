#include <gtest/gtest.h>

#include <cmath>

#include "cli/run_tool.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_options_test {

using Vector = std::vector<double>;
constexpr double g = 9.81;
const std::string rods = "two-rods --q 0,0 ", puma = "puma560 --q 0.3,0.4,-0.5,0.6,0.7,-0.8 ";

Vector numbers(const std::string& command_line, const std::string& key) {
  const ToolRun run = torsor(command_line + " --json");
  EXPECT_EQ(run.code, 0) << command_line << ": " << run.err;
  const Json json = run.json();
  if (!json.is_object() || !json.contains(key)) {
    ADD_FAILURE() << command_line << " prints no " << key;
    return {};
  }
  return json[key].get<Vector>();
}
Vector tau(const std::string& arguments) { return numbers("inverse-dynamics " + arguments, "tau"); }

Vector operator-(Vector a, const Vector& b) {
  EXPECT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) a[k] -= b[k];
  return a;
}
Vector operator*(double s, Vector a) {
  for (double& x : a) x *= s;
  return a;
}
void expect_near(const Vector& actual, const Vector& expected, double tolerance = 1e-10) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(actual[k], expected[k], tolerance) << "entry " << k;
}
double largest(const Vector& v) {
  double result = 0;
  for (const double x : v) result = std::max(result, std::abs(x));
  return result;
}

TEST(Option, ValuesMayStartWithAMinusSign) {
  expect_near(tau("two-rods --q -pi/2,0"), {0, 0});
  expect_near(tau("two-rods --q -180deg,0"), {-2 * g, -g / 2});
  EXPECT_EQ(tau("two-rods --q -pi/2,0.1"), tau("two-rods --q=-pi/2,0.1"));
  EXPECT_EQ(tau("two-rods --json --q -.5,-1 --qd -1,0 --gravity -1,0,0"),
            tau("two-rods --q=-.5,-1 --qd=-1,0 --gravity=-1,0,0"));
  EXPECT_EQ(numbers("forward-dynamics two-rods --q 0,0 --tau -1,0", "qdd"),
            numbers("forward-dynamics two-rods --q 0,0 --tau=-1,0", "qdd"));
}

TEST(Option, NumbersMayBeExpressions) {
  EXPECT_EQ(tau("two-rods --q 90deg,2*0.25"), tau("two-rods --q pi/2,sqrt(0.25)"));
}

TEST(Option, MethodsAgree) {
  const std::string state = puma +
                            "--qd 1,2,3,-1,-2,-3 --gravity 1,2,3 --wrench 1,2,3,4,5,6 --base-velocity 1,2,3,4,5,6 "
                            "--base-acceleration 1,2,3,4,5,6 ";
  const Vector newton_euler = tau(state + "--qdd 1,2,3,4,5,6 --method newton-euler");
  expect_near(tau(state + "--qdd 1,2,3,4,5,6 --method newton-euler-base-frame"), newton_euler, 1e-9);
  EXPECT_EQ(tau(state + "--qdd 1,2,3,4,5,6"), newton_euler);
  const std::string forward = "forward-dynamics " + state + "--tau 1,2,3,4,5,6 ";
  const Vector bodies = numbers(forward + "--method articulated-bodies", "qdd");
  expect_near(numbers(forward + "--method inertia-matrix", "qdd"), bodies, 1e-9 * (1 + largest(bodies)));
}

TEST(Option, WrenchIsWhatTheTipExerts) {
  const Vector alone = tau(rods);
  expect_near(tau(rods + "--wrench 0,1,0,0,0,0") - alone, {2, 1});
  expect_near(tau(rods + "--wrench 0,0,0,0,0,1") - alone, {1, 1});
  expect_near(tau(rods + "--wrench 1,0,0,0,0,0") - alone, {0, 0});
}

TEST(Option, WrenchIsInBaseOrTipAxes) {
  const std::string turned = "two-rods --q 50deg,40deg ";
  const Vector alone = tau(turned);
  // the tip's axes are turned by 90 degrees: its x is the base's y
  expect_near(tau(turned + "--wrench 1,2,3,4,5,6 --wrench-frame tip") - alone,
              tau(turned + "--wrench -2,1,3,-5,4,6 --wrench-frame base") - alone);
  EXPECT_EQ(tau(turned + "--wrench 1,2,3,4,5,6"), tau(turned + "--wrench 1,2,3,4,5,6 --wrench-frame base"));
  EXPECT_GT(largest(tau(turned + "--wrench 1,2,3,4,5,6 --wrench-frame tip") - tau(turned + "--wrench 1,2,3,4,5,6")),
            0.1);
}

TEST(Option, TipMovesWrenchAndPayload) {
  const Vector alone = tau(rods);
  expect_near(tau(rods + "--tip upper --wrench 0,1,0,0,0,0") - alone, {1, 0});
  expect_near(tau(rods + "--tip upper --payload 1") - alone, {g, 0});
  expect_near(tau(rods + "--tip base --payload 1") - alone, {0, 0});
  EXPECT_EQ(torsor("kinematics two-rods --q 0,0 --tip upper --json").json()["tip"], "upper");
}

TEST(Option, GravityReplacesTheRobots) {
  expect_near(tau(rods + "--gravity 0,0,0"), {0, 0});
  expect_near(tau(rods + "--gravity 0,-19.62,0"), 2 * tau(rods));
  expect_near(tau(rods + "--gravity 0,0,-9.81"), {0, 0});
}

TEST(Option, PayloadIsMassThenCentreThenInertia) {
  const Vector alone = tau(rods);
  expect_near(tau(rods + "--payload 1") - alone, {2 * g, g});
  expect_near(tau(rods + "--payload 1,1,0,0") - alone, {3 * g, 2 * g});
  const std::string moving = rods + "--qdd 1,0 --payload ";
  expect_near(tau(moving + "1,1,0,0,0,0,0,0,0,0.5") - tau(moving + "1,1,0,0"), {0.5, 0.5});
  expect_near(tau(moving + "0,0,0,0,3,0,0,4,0,0") - tau(moving + "0"), {0, 0});
}

TEST(Option, PayloadIsFeltByEveryCommand) {
  const double lighter = torsor("energy " + rods + "--qd 1,0 --json").json()["kinetic_energy"];
  const double heavier = torsor("energy " + rods + "--qd 1,0 --payload 2 --json").json()["kinetic_energy"];
  EXPECT_NEAR(heavier - lighter, 0.5 * 2 * 4, 1e-12);
  EXPECT_LT(numbers("forward-dynamics " + rods + "--gravity 0,0,0 --tau 1,0 --payload 2", "qdd")[0],
            numbers("forward-dynamics " + rods + "--gravity 0,0,0 --tau 1,0", "qdd")[0]);
}

TEST(Option, BaseAccelerationUpwardsDoublesTheWeight) {
  expect_near(tau(puma + "--base-acceleration 0,0,9.81"), 2 * tau(puma));
  expect_near(tau(rods + "--base-acceleration 0,9.81,0"), 2 * tau(rods));
  expect_near(tau(rods + "--base-acceleration 0,-9.81,0"), {0, 0});
}

TEST(Option, BaseVelocityIsFeltOnlyWhenItTurns) {
  const std::string moving = puma + "--qd 1,2,3,-1,-2,-3 ";
  expect_near(tau(moving + "--base-velocity 5,6,7"), tau(moving));
  EXPECT_GT(largest(tau(moving + "--base-velocity 5,6,7,1,0,0") - tau(moving)), 0.1);
}

TEST(Option, NoFrictionLeavesOutTheFrictionTerm) {
  const std::string moving = puma + "--qd 1,2,3,-1,-2,-3 ";
  const Vector friction = numbers("terms " + moving, "friction_torque");
  EXPECT_GT(largest(friction), 0.1);
  expect_near(tau(moving) - tau(moving + "--no-friction"), friction);
  expect_near(numbers("terms " + moving + "--no-friction", "friction_torque"), Vector(6, 0.0), 0);
}

TEST(Option, NoRotorLeavesOutTheReflectedInertia) {
  const std::string moving = puma + "--qdd 1,0,0,0,0,0 ";
  expect_near(tau(moving) - tau(moving + "--no-rotor"), {62.6111 * 62.6111 * 200e-6, 0, 0, 0, 0, 0});
}

TEST(Option, SetChangesParameters) {
  expect_near(tau(rods + "--set m2=4"), {g * (0.5 + 4 * 1.5), g * 4 * 0.5});
  expect_near(tau(rods + "--set m2=4 --set l=2"), {2 * g * (0.5 + 4 * 1.5), 2 * g * 4 * 0.5});
  expect_near(tau(rods + "--set g=0"), {0, 0});
}

TEST(Option, BearingLoadsOfTheBaseCarryTheWeight) {
  const Json loads = torsor("inverse-dynamics " + rods + "--bearing-loads --json").json()["bearing_loads"];
  ASSERT_EQ(loads.size(), 3u);
  EXPECT_EQ(loads[0]["joint"], "base");
  expect_near(loads[0]["force"].get<Vector>(), {0, 2 * g, 0});
  expect_near(loads[1]["moment"].get<Vector>(), {0, 0, 2 * g});
  EXPECT_NE(torsor("inverse-dynamics " + rods + "--bearing-loads").out.find("bearing loads"), std::string::npos);
}

TEST(Option, FrameOfTheJacobianTurnsItsRows) {
  const auto jacobian = [](const std::string& frame) {
    return torsor("jacobian two-rods --q 50deg,40deg --qd 1,2 --frame " + frame + " --json").json();
  };
  const Json base = jacobian("base"), tip = jacobian("tip");
  expect_near(tip["jacobian"][0].get<Vector>(), base["jacobian"][1].get<Vector>());
  expect_near(tip["jacobian"][1].get<Vector>(), -1.0 * base["jacobian"][0].get<Vector>());
  EXPECT_NEAR(tip["jacobian_dot_velocity"][0].get<double>(), base["jacobian_dot_velocity"][1].get<double>(), 1e-12);
  expect_near(tip["singular_values"].get<Vector>(), base["singular_values"].get<Vector>());
}

TEST(Option, RobotMayBeAFile) {
  const TemporaryFile file(text_of(TORSOR_SOURCE_DIR "/robots/two-rods.yaml"));
  EXPECT_EQ(tau(file.path() + " --q 0.1,0.2"), tau("two-rods --q 0.1,0.2"));
}

}  // namespace torsor::test::cli_options_test
