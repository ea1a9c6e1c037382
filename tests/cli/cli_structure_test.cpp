#include <cmath>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

// lagrange, regressor and the Coriolis matrix: the structure of the equations of motion.

namespace torsor::test::cli_structure_test {

using Vector = std::vector<double>;
constexpr double g = 9.81;
const std::string puma = "puma560 --q 0.1,0.2,0.3,0.4,0.5,0.6 --qd 1,-2,3,-4,5,-6 ";

/// The two rods of the notes in closed form. [notes 002]
class TwoRods {
 public:
  static constexpr double l = 0.7, m1 = 2, m2 = 3, t1 = 0.3, t2 = -0.8, d1 = 1.1, d2 = -0.6;
  const std::string state = "two-rods --set l=0.7 --set m1=2 --set m2=3 --q 0.3,-0.8 --qd 1.1,-0.6 ";
  const double a = m2 * l * l, s = std::sin(t2), c = std::cos(t2);
  const double D11 = m1 * l * l / 3 + 4 * a / 3 + a * c, D12 = a / 3 + a * c / 2, D22 = a / 3;
  const double h1 = -a * s * d2 * d2 / 2 - a * s * d1 * d2, h2 = a * s * d1 * d1 / 2;
  const double c2 = m2 * g * l * std::cos(t1 + t2) / 2;
  const double c1 = m1 * g * l * std::cos(t1) / 2 + c2 + m2 * g * l * std::cos(t1);
  const double kinetic = (D11 * d1 * d1 + 2 * D12 * d1 * d2 + D22 * d2 * d2) / 2;
  const double potential = g * (m1 * l * std::sin(t1) / 2 + m2 * (l * std::sin(t1) + l * std::sin(t1 + t2) / 2));
};

TEST(Lagrange, OfTwoRodsIsThatOfTheNotes) {
  const TwoRods rods;
  const Json json = answer("lagrange " + rods.state + "--qdd 2,5");
  EXPECT_EQ(keys(json), (Keys{"joints", "D", "actuator_inertia", "c", "h", "kinetic_energy", "potential_energy",
                              "lagrangian", "tau", "A", "J", "U"}));
  expect_near(json["D"][0], {rods.D11, rods.D12});
  expect_near(json["D"][1], {rods.D12, rods.D22});
  expect_near(json["c"], {rods.c1, rods.c2});
  const double half = rods.a * rods.s / 2;
  expect_near(json["h"][0][0], {0, -half});
  expect_near(json["h"][0][1], {-half, -half});
  expect_near(json["h"][1][0], {half, 0});
  expect_near(json["h"][1][1], {0, 0});
  EXPECT_NEAR(json["kinetic_energy"].get<double>(), rods.kinetic, 1e-12);
  EXPECT_NEAR(json["potential_energy"].get<double>(), rods.potential, 1e-12);
  EXPECT_NEAR(json["lagrangian"].get<double>(), rods.kinetic - rods.potential, 1e-12);
  expect_near(json["tau"],
              {2 * rods.D11 + 5 * rods.D12 + rods.h1 + rods.c1, 2 * rods.D12 + 5 * rods.D22 + rods.h2 + rods.c2});
  expect_near(json["actuator_inertia"][0], {0, 0}, 0);
}

TEST(Lagrange, HasTheMatricesOfTheNotes) {
  const TwoRods rods;
  const Json json = answer("lagrange " + rods.state + "--second-derivatives");
  const double l = TwoRods::l, m = TwoRods::m2, t = TwoRods::t1 + TwoRods::t2;
  expect_near(json["J"]["2"][0], {m * l * l / 3, 0, 0, -m * l / 2});
  expect_near(json["J"]["2"][3], {-m * l / 2, 0, 0, m});
  expect_near(json["A"]["2"][0], {std::cos(t), -std::sin(t), 0, l * (std::cos(TwoRods::t1) + std::cos(t))});
  expect_near(json["U"]["2,2"][1], {std::cos(t), -std::sin(t), 0, l * std::cos(t)});
  expect_near(json["U"]["2,1,2"][0], {-std::cos(t), std::sin(t), 0, -l * std::cos(t)});
  EXPECT_EQ(keys(json["U"]), (Keys{"1,1", "1,1,1", "2,1", "2,2", "2,1,1", "2,1,2", "2,2,2"}));
  EXPECT_EQ(keys(answer("lagrange " + rods.state)["U"]), (Keys{"1,1", "2,1", "2,2"}));
}

TEST(Lagrange, TextHasMatricesWhereAskedFor) {
  const std::string line = "lagrange two-rods --q 0.1,0.4";
  EXPECT_EQ(torsor(line).out.find("U_2,1"), std::string::npos);
  EXPECT_NE(torsor(line + " --matrices").out.find("\nU_2,1\n"), std::string::npos);
  EXPECT_EQ(torsor(line + " --matrices").out.find("U_2,1,2"), std::string::npos);
  EXPECT_NE(torsor(line + " --second-derivatives").out.find("\nU_2,1,2\n"), std::string::npos);
}

TEST(Lagrange, ActuatorInertiaOfThePumaIsReflected) {
  const Json actuator = answer("lagrange " + puma)["actuator_inertia"];
  EXPECT_NEAR(actuator[0][0].get<double>(), 62.6111 * 62.6111 * 200e-6, 1e-12);
  EXPECT_EQ(actuator[0][1], 0.0);
}

TEST(Lagrange, TorqueIsThatOfNewtonEulerWithAllThatActs) {
  for (const std::string robot : {"puma560", "stanford", "tx40"}) {
    const std::string state = robot +
                              " --q 0.1,0.2,0.3,0.4,0.5,0.6 --qd 1,-2,3,-4,5,-6 --qdd 1,2,3,4,5,6 --payload 2 " +
                              "--wrench 1,2,3,4,5,6 --gravity 1,2,3";
    const Vector tau = answer("inverse-dynamics " + state)["tau"];
    expect_near(answer("lagrange " + state)["tau"], tau, 1e-9);
    expect_near(answer("inverse-dynamics " + state + " --method lagrange-euler")["tau"], tau, 1e-9);
  }
  const std::string spring = "mass-spring-damper --q 0,1 --qd 0,2";
  expect_near(answer("lagrange " + spring)["tau"], {-2 * g, -g + 3});
  EXPECT_NEAR(answer("lagrange " + spring)["potential_energy"].get<double>(), -g + 0.5, 1e-12);
}

TEST(Terms, CoriolisMatrixIsThatOfTheChristoffelSymbols) {
  const TwoRods rods;
  const Json C = answer("terms " + rods.state)["coriolis_matrix"];
  const double half = rods.a * rods.s / 2;
  expect_near(C[0], {-half * TwoRods::d2, -half * (TwoRods::d1 + TwoRods::d2)});
  expect_near(C[1], {half * TwoRods::d1, 0});
  EXPECT_NE(torsor("terms " + rods.state).out.find("Coriolis matrix C"), std::string::npos);
  EXPECT_EQ(torsor("terms two-rods --q 0,0").out.find("Coriolis matrix C"), std::string::npos) << "it is zero at rest";
}

TEST(Terms, CoriolisMatrixTimesVelocityIsTheCoriolisTorque) {
  const Json json = answer("terms " + puma);
  const double qd[] = {1, -2, 3, -4, 5, -6};
  Vector product(6, 0.0);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) product[i] += json["coriolis_matrix"][i][j].get<double>() * qd[j];
  expect_near(json["coriolis_torque"], product, 1e-11);
}

Vector product(const Json& json) {
  Vector result;
  for (const Json& row : json["regressor"]) {
    result.push_back(0);
    for (std::size_t c = 0; c < row.size(); ++c)
      result.back() += row[c].get<double>() * json["parameters"][c].get<double>();
  }
  return result;
}

TEST(Regressor, TimesParametersIsTheTorque) {
  for (const std::string robot : {"puma560", "stanford", "tx40"}) {
    SCOPED_TRACE(robot);
    const std::string state = robot +
                              " --q 0.1,0.2,0.3,0.4,0.5,0.6 --qd 1,-2,3,-4,5,-6 --qdd 1,2,3,4,5,6 --payload 2 " +
                              "--gravity 1,2,3 --base-acceleration 1,2,3,4,5,6 --base-velocity 1,2,3,4,5,6";
    const Json json = answer("regressor " + state);
    EXPECT_EQ(keys(json), (Keys{"form", "rows", "names", "parameters", "regressor", "product"}));
    EXPECT_EQ(json["form"], "torque");
    expect_near(answer("inverse-dynamics " + state)["tau"], product(json), 1e-9);
    expect_near(json["product"], product(json), 1e-9);
  }
}

TEST(Regressor, NamesTheParametersInTheirOrder) {
  const Json json = answer("regressor two-rods --q 0,0 --with rotor,viscous,coulomb,asymmetric,offset");
  const Json block{"m1",   "mx1",  "my1", "mz1", "Ixx1", "Ixy1", "Ixz1", "Iyy1",
                   "Iyz1", "Izz1", "Ia1", "Fv1", "dFv1", "Fs1",  "dFs1", "F01"};
  EXPECT_EQ(json["names"].size(), 32u);
  EXPECT_EQ(Json(Json::array_t(json["names"].begin(), json["names"].begin() + 16)), block);
  EXPECT_EQ(json["rows"], (Json{"joint1", "joint2"}));
  expect_near(Json::array_t(json["parameters"].begin(), json["parameters"].begin() + 10),
              {1, -0.5, 0, 0, 0, 0, 0, 1.0 / 3, 0, 1.0 / 3});
  const Json spring = answer("regressor mass-spring-damper --q 0,1 --qd 0,2 --with spring,viscous,coupling");
  EXPECT_EQ(Json(Json::array_t(spring["names"].end() - 3, spring["names"].end())), (Json{"Kc1", "Krc1", "Fvc1"}));
}

TEST(Regressor, HasTheKnownTorqueOfGravityCompensationBesideIt) {
  const TemporaryFile file(
      "name: a\nlinks:\n  - {joint: revolute, axis: [0, -1, 0], mass: 2, com: [1, 0, 0], gravity_compensation: "
      "0.25}\n");
  const Json json = answer("regressor " + file.path() + " --q 0");
  expect_near(json["product"], {2 * 9.81});
  expect_near(json["gravity_compensation"], {-0.25 * 2 * 9.81});
  expect_near(answer("regressor " + file.path() + " --q 90deg --form energy")["gravity_compensation"],
              {0, -0.25 * 2 * 9.81});
}

TEST(Regressor, HasMatrixEntriesAboutTheOriginOfTheLinksFrame) {
  const TemporaryFile file(
      "name: a\ninertia_about: com\nlinks:\n"
      "  - {joint: revolute, mass: 2, com: [1, 3, 0], inertia: {xx: 9, yy: 8, zz: 7, xy: 0.5}}\n");
  expect_near(answer("regressor " + file.path() + " --q 0")["parameters"],
              {2, 2, 6, 0, 9 + 2 * 9, 0.5 - 2 * 3, 0, 8 + 2 * 1, 0, 7 + 2 * 10});
}

TEST(Regressor, OfSlotineAndLiHasTwoVelocities) {
  const TwoRods rods;
  const Json json = answer("regressor " + rods.state + "--qdd 2,5 --form slotine-li --qd-reference 0.4,0.9");
  const double half = rods.a * rods.s / 2, d1 = TwoRods::d1, d2 = TwoRods::d2;
  const Vector expected{2 * rods.D11 + 5 * rods.D12 - half * d2 * 0.4 - half * (d1 + d2) * 0.9 + rods.c1,
                        2 * rods.D12 + 5 * rods.D22 + half * d1 * 0.4 + rods.c2};
  EXPECT_EQ(json["form"], "slotine-li");
  expect_near(json["product"], expected);
  expect_near(answer("regressor " + puma + "--form slotine-li --qd-reference 1,-2,3,-4,5,-6")["product"],
              answer("inverse-dynamics " + puma)["tau"], 1e-10);
}

TEST(Regressor, OfMomentumAndEnergy) {
  const TwoRods rods;
  expect_near(answer("regressor " + rods.state + "--form momentum")["product"],
              {rods.D11 * TwoRods::d1 + rods.D12 * TwoRods::d2, rods.D12 * TwoRods::d1 + rods.D22 * TwoRods::d2});
  const Json energy = answer("regressor " + rods.state + "--form energy");
  EXPECT_EQ(energy["rows"], (Json{"kinetic", "potential"}));
  expect_near(energy["product"], {rods.kinetic, rods.potential});
  expect_near(answer("regressor " + puma + "--form momentum")["product"], answer("terms " + puma)["momentum"], 1e-10);
  EXPECT_NEAR(answer("regressor " + puma + "--form energy")["product"][0].get<double>(),
              answer("energy " + puma)["kinetic_energy"].get<double>(), 1e-10);
}

TEST(Regressor, BaseRowsAreTheLoadOfTheBase) {
  const Json json = answer("regressor " + puma + "--with base,rotor,viscous,coulomb,asymmetric");
  ASSERT_EQ(json["rows"].size(), 12u);
  EXPECT_EQ(json["rows"][0], "base fx");
  EXPECT_EQ(json["names"][0], "m0");
  const Json run = answer("inverse-dynamics " + puma + "--bearing-loads");
  Vector expected = run["bearing_loads"][0]["force"];
  for (const double moment : run["bearing_loads"][0]["moment"]) expected.push_back(moment);
  for (const double torque : run["tau"]) expected.push_back(torque);
  expect_near(json["product"], expected, 1e-9);
}

TEST(Regressor, WithOffsetHoldsTheConstantTorque) {
  const TemporaryFile file(
      "name: a\ninertia_about: com\ngravity: [0, 0, 0]\nlinks:\n"
      "  - {joint: revolute, mass: 1, rotor: {inertia: 1, ratio: -10}, friction: {offset: 0.3, side: motor}}\n");
  expect_near(answer("inverse-dynamics " + file.path() + " --q 0")["tau"], {-3});
  expect_near(answer("terms " + file.path() + " --q 0")["friction_torque"], {-3});
  expect_near(answer("inverse-dynamics " + file.path() + " --q 0 --no-friction")["tau"], {0});
  const Json json = answer("regressor " + file.path() + " --q 0");
  EXPECT_EQ(json["names"].back(), "F01");
  EXPECT_NEAR(json["parameters"].back().get<double>(), -3, 1e-12);
  expect_near(json["product"], {-3});
}

TEST(StructureMistake, ExitsWith2AndOneMessage) {
  const std::string q = " two-rods --q 0,0 ", at_rest = "expected a base at rest";
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"regressor" + q + "--with rotor,colour", "--with: expected a list of rotor, viscous"},
      {"regressor" + q + "--with rotor,colour", "found 'colour'"},
      {"regressor" + q + "--with ''", "found nothing"},
      {"base-parameters two-rods --with friction,", "found nothing"},
      {"regressor" + q + "--form slotine-li", "--qd-reference: expected together with --form slotine-li"},
      {"regressor" + q + "--qd-reference 1,1", "--qd-reference: expected together with --form slotine-li"},
      {"regressor" + q + "--form slotine-li --qd-reference 1", "--qd-reference: expected 2 numbers"},
      {"regressor" + q + "--form power", "--form"},
      {"regressor" + q + "--form momentum --base-velocity 1,0,0", at_rest},
      {"regressor" + q + "--form energy --base-acceleration 1,0,0", at_rest},
      {"regressor two-rods", "--q"},
      {"lagrange two-rods", "--q"},
      {"lagrange" + q + "--base-velocity 1,0,0", "lagrange: " + at_rest},
      {"lagrange" + q + "--base-acceleration 1,0,0", at_rest},
      {"inverse-dynamics" + q + "--method lagrange-euler --base-velocity 1,0,0", "--method lagrange-euler: " + at_rest},
      {"inverse-dynamics two-rods --trajectory /dev/null --method lagrange-euler", "--method newton-euler"},
      {"check two-rods --states 0", "--states: expected at least 1, found 0"},
      {"check two-rods --states -3", "--states: expected at least 1, found -3"},
      {"check two-rods --states many", "--states"},
      {"base-parameters two-rods --negligible 2", "--negligible: expected a number between 0 and 1, found 2"},
      {"base-parameters two-rods --negligible 0", "--negligible"},
      {"base-parameters two-rods --negligible nan", "--negligible"},
      {"base-parameters two-rods --rotor-model heavy", "--rotor-model"},
      {"count two-rods --payload 1", "--payload"},
      {"count nothing", "unknown robot"}};
  for (const auto& [line, message] : mistakes) {
    expect_told(line, 2, message);
    EXPECT_EQ(torsor(line).out, "") << line;
  }
}

TEST(StructureMistake, NumbersThatWouldOverflowAreRefused) {
  for (const char* command : {"lagrange", "regressor", "regressor --form energy"})
    expect_told(std::string(command) + " two-rods --q 0,0 --qd 1e200,1e200", 2, "expected a number from");
}

}  // namespace torsor::test::cli_structure_test
