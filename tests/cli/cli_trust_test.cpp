#include <map>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

// base-parameters, count and check: what can be told of a robot, what its equations cost, and whether they agree.

namespace torsor::test::cli_trust_test {

void expect_counts(const std::string& arguments, int rigid, int rotors, int friction) {
  const Json counts = answer("base-parameters " + arguments)["counts"];
  EXPECT_EQ(counts, (Json{{"rigid", rigid}, {"with_rotors", rotors}, {"with_rotors_and_friction", friction}}))
      << arguments;
}

TEST(BaseParameters, AreAsManyAsTheLiteratureSays) {
  for (const char* robot : {"puma560", "rx90", "tx40", "ur10", "ur5e"}) expect_counts(robot, 36, 40, 58);
  for (const char* robot : {"iiwa14", "panda"}) expect_counts(robot, 43, 48, 69);
  expect_counts("stanford", 33, 37, 55);
  expect_counts("two-rods", 6, 7, 13);
  expect_counts("scara --rotor-model reflected", 8, 11, 22);
  expect_counts("scara --rotor-model gyroscopic", 8, 11, 23);
  EXPECT_EQ(answer("base-parameters tx40 --with rotor,friction,coupling")["count"], 61);
}

TEST(BaseParameters, OnAWallAreTwoMore) {
  expect_counts("puma560 --gravity 9.81,0,0", 38, 42, 60);
  expect_counts("panda --gravity 0,9.81,0", 45, 50, 71);
  expect_counts("stanford --gravity 9.81,0,0", 35, 39, 57);
}

TEST(BaseParameters, RoundedAnglesAddNone) {
  std::string text = text_of(TORSOR_SOURCE_DIR "/robots/scara.yaml");
  text.replace(text.find("180deg"), 6, "3.1416");
  const TemporaryFile file(text);
  expect_counts(file.path(), 8, 11, 23);
  EXPECT_GT(answer("base-parameters " + file.path() + " --negligible 1e-8")["counts"]["rigid"].get<int>(), 8);
  const ToolRun run = torsor("base-parameters " + file.path() + " --with rotor,friction");
  EXPECT_NE(run.out.find("left out"), std::string::npos);
  EXPECT_NE(run.out.find("m3 + m4"), std::string::npos) << "the combinations are those of the exact robot";
  EXPECT_NE(run.out.find("Ia3\n"), std::string::npos) << run.out;
}

TEST(BaseParameters, OfTwoRodsAreKnownByHand) {
  const Json json = answer("base-parameters two-rods");
  EXPECT_EQ(keys(json), (Keys{"count", "standard_count", "base_parameters", "standard_parameters", "links",
                              "singular_values", "gap", "clear", "rotor_model", "counts"}));
  EXPECT_EQ(json["count"], 6);
  EXPECT_EQ(json["standard_count"], 20);
  EXPECT_EQ(json["clear"], true);
  const Json& first = json["base_parameters"][0];
  EXPECT_EQ(keys(first), (Keys{"name", "combination", "coefficients", "value"}));
  EXPECT_EQ(first["combination"], "mx1 + m1 + m2");
  EXPECT_NEAR(first["coefficients"]["m2"].get<double>(), 1, 1e-9);
  EXPECT_NEAR(first["value"].get<double>(), 1.5, 1e-9);
  std::map<std::string, std::string> told;
  for (const Json& parameter : json["standard_parameters"]) told[parameter["name"]] = parameter["identifiable"];
  EXPECT_EQ(told["my2"], "alone");
  EXPECT_EQ(told["m2"], "in combination");
  EXPECT_EQ(told["Ixx2"], "none");
}

TEST(BaseParameters, OfRobotsWithTheSameTorquesAreEqual) {
  // A mass on joint 2 may belong to either rod: 1.5 kg more at the end of the first, as much less at the second's
  // joint.
  const auto rods = [](const std::string& first, const std::string& second) {
    return "name: a\ninertia_about: origin\ngravity: [0, -9.81, 0]\nlinks:\n  - {joint: revolute, axis: [0, 0, 1], " +
           first + "}\n  - {joint: revolute, origin: {xyz: [1, 0, 0]}, axis: [0, 0, 1], " + second + "}\n";
  };
  const TemporaryFile one(rods("mass: 2, com: [0.5, 0, 0], inertia: {xx: 9, yy: 9, zz: 2}",
                               "mass: 3, com: [0.2, 0, 0], inertia: {xx: 9, yy: 9, zz: 1}"));
  const TemporaryFile other(rods("mass: 3.5, com: [2.5/3.5, 0, 0], inertia: {xx: 9, yy: 9, zz: 3.5}",
                                 "mass: 1.5, com: [0.4, 0, 0], inertia: {xx: 9, yy: 9, zz: 1}"));
  const std::string state = " --q 0.3,-0.8 --qd 1,2 --qdd 3,4";
  expect_near(answer("inverse-dynamics " + one.path() + state)["tau"],
              answer("inverse-dynamics " + other.path() + state)["tau"], 1e-10);
  const Json a = answer("base-parameters " + one.path())["base_parameters"];
  const Json b = answer("base-parameters " + other.path())["base_parameters"];
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k)
    EXPECT_NEAR(a[k]["value"].get<double>(), b[k]["value"].get<double>(), 1e-9) << a[k]["combination"];
}

TEST(BaseParameters, OfARobotThatWouldOverflowAreRefused) {
  expect_told("base-parameters two-rods --set l=1e200", 2, "expected a number from");
}

TEST(Count, HasTheFiguresOfTheNotes) {
  const Json json = answer("count puma560");
  EXPECT_EQ(keys(json), (Keys{"robot", "joints", "rotors", "counts", "general_arm", "published"}));
  EXPECT_EQ(json["joints"], 6);
  EXPECT_EQ(json["rotors"], false);
  const Json& lagrange = json["published"][0];
  const Json& newton = json["published"][1];
  EXPECT_EQ(lagrange["name"], "Lagrange-Euler [Fu et al. 1987]");
  EXPECT_NEAR(lagrange["multiplications"].get<double>(), 101348, 1e-6);
  EXPECT_NEAR(lagrange["additions"].get<double>(), 77405, 1e-6);
  EXPECT_EQ(newton["multiplications"], 792.0);
  EXPECT_EQ(newton["additions"], 662.0);
}

TEST(Count, OfAnyArmIsBelowThatOfTheNotes) {
  const Json json = answer("count puma560");
  std::map<std::string, Json> general;
  for (const Json& entry : json["general_arm"]) general[entry["name"]] = entry["operations"];
  const Json& newton = general["inverse dynamics, Newton-Euler in link frames"];
  EXPECT_EQ(keys(newton), (Keys{"multiplications", "additions", "divisions", "trigonometric"}));
  EXPECT_LT(newton["multiplications"], 792);
  EXPECT_LT(newton["additions"], 662);
  EXPECT_EQ(newton["trigonometric"], 12);
  EXPECT_LT(general["inverse dynamics, Lagrange-Euler"]["multiplications"], 101348);
  for (std::size_t k = 0; k < json["counts"].size(); ++k)
    EXPECT_LE(json["counts"][k]["operations"]["multiplications"],
              json["general_arm"][k]["operations"]["multiplications"])
        << "zeros of the PUMA are free: " << json["counts"][k]["name"];
}

TEST(Count, RotorsCost) {
  const auto multiplications = [](const std::string& arguments) {
    return answer("count " + arguments)["counts"][0]["operations"]["multiplications"].get<int>();
  };
  EXPECT_GT(multiplications("scara --rotors"), multiplications("scara"));
}

TEST(Count, OfOneJointHasNoNegativeFigure) {
  const Json published = answer("count one-link")["published"];
  for (const Json& entry : published) EXPECT_GT(entry["multiplications"], 0) << entry;
}

TEST(Check, HoldsForEveryBuiltInRobot) {
  const Json robots = answer("robots")["robots"];
  for (const Json& robot : robots) {
    const Json json = answer("check " + robot["name"].get<std::string>() + " --states 5 --seed 3");
    EXPECT_EQ(keys(json), (Keys{"robot", "states", "holds", "identities", "singular_states", "indefinite_states",
                                "lagrange_euler"}));
    EXPECT_EQ(json["holds"], true) << robot["name"];
    EXPECT_EQ(json["states"], 5);
    EXPECT_EQ(json["identities"].size(), robot["name"] == "showcase" ? 24u : 22u);  // it has a joint that follows
    for (const Json& identity : json["identities"]) {
      EXPECT_EQ(keys(identity), (Keys{"name", "disagreement", "tolerance", "states", "skipped", "holds"}));
      EXPECT_LT(identity["disagreement"], 1e-12) << robot["name"] << ": " << identity["name"];
      EXPECT_EQ(identity["states"].get<int>() + identity["skipped"].get<int>(), 5) << identity;
    }
  }
}

TEST(Check, SkipsForwardDynamicsWhereTheInertiaIsSingular) {
  const Json json = answer("check two-rods --set m2=0 --states 5");
  EXPECT_EQ(json["singular_states"], 5);
  EXPECT_EQ(json["identities"].back()["skipped"], 5);
  EXPECT_NE(torsor("check two-rods --set m2=0").out.find("singular"), std::string::npos);
}

TEST(Check, HoldsAtTheEndsOfTheRangeOfNumbers) {
  for (const char* values : {"l=1e30", "l=1e-30", "m1=1e30", "g=1e30"})
    EXPECT_EQ(torsor(std::string("check two-rods --states 5 --set ") + values).code, 0) << values;
}

}  // namespace torsor::test::cli_trust_test
