#include <cmath>
#include <fstream>

#include "cli/answer.hpp"
#include "cli/folder.hpp"
#include "support/well_formed.hpp"

namespace torsor::test::cli_size_motors_test {

const std::string two_rods =
    "size-motors two-rods --trajectory " TORSOR_SOURCE_DIR "/examples/two-rods-trajectory.csv ";
const std::string catalogue = "--catalogue " TORSOR_SOURCE_DIR "/examples/motors.csv ";

/// A slider of 2 kg that lifts itself at constant acceleration 1 from rest, with a gear of 200 rad/m, and its motion.
class Lift : public testing::Test {
 protected:
  Lift() {
    std::ofstream(robot) << "name: lift\nlinks:\n  - {joint: prismatic, mass: 2, rotor: {inertia: 1e-4, ratio: 200}, "
                            "limits: {velocity: 2, torque: 60}}\n";
    std::ofstream file(motion);
    file << "t,q1,qd1,qdd1\n";
    for (int k = 0; k <= 100; ++k) file << 0.01 * k << ',' << 0.5e-4 * k * k << ',' << 0.01 * k << ",1\n";
  }
  std::string call(const std::string& flags = "") const {
    return "size-motors " + robot + " --trajectory " + motion + " " + flags;
  }
  const Folder folder;
  const std::string robot = folder / "lift.yaml", motion = folder / "motion.csv", motors = folder / "motors.csv";
};

/// tau = (m + k^2 I) qdd + m g = (2 + 4) 1 + 19.62 all the time.
TEST_F(Lift, FiguresAreThoseByHand) {
  const Json json = answer(call());
  const Json& joint = json["joints"][0];
  const double tau = 25.62, mean_square_speed = (100 * 101 * 201 / 6 - 5000) * 1e-4 / 100;
  EXPECT_EQ(json["rows"], 101);
  EXPECT_NEAR(json["duration"].get<double>(), 1, 1e-15);
  EXPECT_TRUE(joint["slides"].get<bool>());
  for (const char* key : {"peak_torque", "rms_torque"}) {
    EXPECT_NEAR(joint[key].get<double>(), tau, 1e-12) << key;
    EXPECT_NEAR(joint["motor"][key].get<double>(), tau / 200, 1e-14) << key;
  }
  EXPECT_NEAR(joint["rms_speed"].get<double>(), std::sqrt(mean_square_speed), 1e-12);
  EXPECT_NEAR(joint["motor"]["peak_speed"].get<double>(), 200, 1e-12);
  EXPECT_NEAR(joint["peak_power"].get<double>(), tau, 1e-12);
  EXPECT_NEAR(joint["mean_power"].get<double>(), tau / 2, 1e-12);
  EXPECT_EQ(joint["regenerated_energy"], 0);
  EXPECT_NEAR(joint["motor"]["largest_inertia_ratio"].get<double>(), 0.5, 1e-14);
  EXPECT_NEAR(joint["torque_margin"].get<double>(), 60 / tau, 1e-13);
  EXPECT_NEAR(joint["speed_margin"].get<double>(), 2, 1e-13);
  EXPECT_EQ(joint["best_ratio"]["kind"],
            "limited_by_speed");  // sqrt(21.62e4) is 465, and 2 m/s at 200 rad/m are 400 rad/s
  EXPECT_NEAR(joint["best_ratio"]["ratio"].get<double>(), 400, 1e-10);
  EXPECT_NEAR(joint["best_ratio"]["rms_torque"].get<double>(), 0.04 + 21.62 / 400, 1e-13);
  EXPECT_NEAR(json["bearings"][1]["axial_force"].get<double>(), 21.62, 1e-12);
  EXPECT_FALSE(joint["motor"]["ratio_is_assumed"].get<bool>());
}

TEST_F(Lift, ChoosesAndSaysWhatIsLacking) {
  std::ofstream(motors) << "name,rotor_inertia,rated_torque,peak_torque,rated_speed,top_speed,price\n"
                           "weak,1e-5,0.05,0.1,300,400,1\nslow,1e-5,1,2,50,60,2\ngood,1e-4,0.2,0.4,300,400,3\n"
                           "dear,1e-4,0.5,0.9,300,400,9\n";
  const std::string choose = call("--catalogue " + motors + " ");
  const Json best = answer(choose)["joints"][0]["choice"];
  EXPECT_EQ(best["best"]["motor"], "good");
  EXPECT_EQ(best["examined"], 4);
  EXPECT_EQ(best["suitable"], 2);
  EXPECT_NEAR(best["best"]["thermal_load"].get<double>(), 0.1281 / 0.2, 1e-12);
  EXPECT_EQ(answer(choose + "--margin 2")["joints"][0]["choice"]["best"]["motor"], "dear");
  EXPECT_EQ(answer(choose + "--ratios 20,50")["joints"][0]["choice"]["best"]["motor"], "slow");
  const Json fitted = answer(choose + "--motors weak")["joints"][0]["fitted"];
  EXPECT_FALSE(fitted["suits"].get<bool>());
  EXPECT_NEAR(fitted["rms_torque"].get<double>(), 1e-5 * 200 + 21.62 / 200, 1e-14);
  const ToolRun none = torsor(choose + "--margin 10");
  EXPECT_EQ(none.code, 4);
  EXPECT_NE(none.out.find("joint1: none of 4 motors and gears suits; the nearest is dear with ratio 200, and its "),
            std::string::npos)
      << none.out;
  EXPECT_NE(none.err.find("no motor of the catalogue suits joint1"), std::string::npos) << none.err;
  expect_told(choose + "--largest-inertia-ratio 0.1", 4, "no motor of the catalogue suits joint1");
  expect_told(choose + "--prefer mass", 2, "--prefer mass: expected a mass for every motor of the catalogue");
  expect_told(choose + "--motors god", 2, "did you mean 'good'?");
  expect_told(choose + "--motors good,dear", 2, "--motors: expected 1 names, one for each joint; found 2");
  expect_told(choose + "--ratios 5,-5", 2, "--ratios: expected numbers above 0, found -5");
}

TEST_F(Lift, TheInertiaRatioOfAMotorIsTold) {
  std::ofstream(motors) << "name,rotor_inertia,rated_torque,peak_torque,rated_speed,top_speed\ngood,1e-4,0.2,0.4,300,"
                           "400\n";
  const std::string choose = call("--catalogue " + motors + " ");
  const Json free = answer(choose)["joints"][0]["choice"]["best"];
  EXPECT_NEAR(free["largest_inertia_ratio"].get<double>(), 0.5, 1e-14);  // 2 kg over 200^2 1e-4
  EXPECT_TRUE(free["use"]["inertia_ratio"].is_null()) << "nothing was asked of it";
  const Json bound = answer(choose + "--largest-inertia-ratio 2")["joints"][0]["choice"]["best"];
  EXPECT_NEAR(bound["use"]["inertia_ratio"].get<double>(), 0.25, 1e-14);
  const std::string out = torsor(choose).out, table = out.substr(out.find("motors of the catalogue"));
  EXPECT_NE(table.find("inertia ratio"), std::string::npos);
  EXPECT_NE(table.find("  -            0.5  "), std::string::npos) << table;
}

TEST_F(Lift, LimitsThatAreExceededAreTold) {
  const std::string out = torsor(call("--payload 5")).out;
  EXPECT_NE(out.find("limit exceeded: torque of joint1 is 79.67, limit 60\n"), std::string::npos) << out;
}

TEST_F(Lift, TimeThatFallsIsRefusedAndNoTimeIsTold) {
  std::ofstream(folder / "back.csv") << "t,q1,qd1,qdd1\n0,0,0,0\n1,0,0,0\n0.5,0,0,0\n";
  expect_told("size-motors " + robot + " --trajectory " + folder / "back.csv", 3,
              "back.csv:4:1: row 3: expected a time above 1");
  std::ofstream(folder / "plain.csv") << "0,1,0\n0,2,0\n";
  const ToolRun run = torsor("size-motors " + robot + " --json --trajectory " + folder / "plain.csv");
  EXPECT_EQ(run.code, 0);
  EXPECT_NE(run.err.find("the trajectory has no time"), std::string::npos) << run.err;
  EXPECT_TRUE(run.json()["joints"][0]["regenerated_energy"].is_null());
  std::ofstream(folder / "slow.csv") << "t,q1,qd1\n0,1,0\n";
  expect_told("size-motors " + robot + " --trajectory " + folder / "slow.csv", 3, "the column 'qdd1' is missing");
}

TEST_F(Lift, ReportIsAPageWithPlots) {
  const std::string page = folder / "page.html";
  ASSERT_EQ(torsor(call(catalogue + "--report " + page)).code, 0);
  const std::string text = text_of(page);
  EXPECT_EQ(why_not_well_formed(text), "");
  for (const char* part : {"Torque of the motor of joint1 over its speed", ">rated<", ">peak<", ">motion<", "Bearings",
                           "Limits of the robot file", ">limited by speed<", "Saved, %", "<dt>trajectory</dt>",
                           "<dt>catalogue</dt>", "<dt>margin</dt><dd>1</dd>"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  ASSERT_EQ(torsor(call("--force --payload 0.5 --report " + page)).code, 0);
  EXPECT_NE(text_of(page).find(">limits<"), std::string::npos);
  EXPECT_NE(text_of(page).find("<dt>payload</dt><dd>0.5</dd>"), std::string::npos);
}

/// Tables of many columns run off the edge of a screen, and break names in pieces.
TEST_F(Lift, TablesOfTheReportAreNarrow) {
  const std::string page = folder / "page.html";
  ASSERT_EQ(torsor(call(catalogue + "--motors M1 --report " + page)).code, 0);
  const std::string text = text_of(page);
  int tables = 0;
  for (std::size_t at = text.find("<thead>"); at != std::string::npos; at = text.find("<thead>", at + 1), ++tables) {
    const std::string head = text.substr(at, text.find("</thead>", at) - at);
    int columns = 0;
    for (std::size_t k = head.find("<th "); k != std::string::npos; k = head.find("<th ", k + 1)) ++columns;
    EXPECT_LE(columns, 8) << head;
  }
  EXPECT_GE(tables, 10);
}

/// The top speed of a motor that nobody knows, at a ratio that nobody gave, says nothing about the best gear.
TEST(SizeMotors, TheBestGearIsUnknownWhereNeitherGearNorMotorIsKnown) {
  const Folder folder;
  std::ofstream(folder / "arm.yaml") << "name: arm\nlinks:\n  - {joint: revolute, mass: 2, com: [1, 0, 0], limits: "
                                        "{velocity: 2}}\n";
  std::ofstream(folder / "m.csv") << "t,q1,qd1,qdd1\n0,0,1,0\n1,1,1,1\n2,2,1,2\n";
  const std::string call = "size-motors " + folder / "arm.yaml" + " --trajectory " + folder / "m.csv ";
  const ToolRun run = torsor(call + "--json");
  const Json best = run.json()["joints"][0]["best_ratio"];
  EXPECT_EQ(best["kind"], "unknown");
  for (const char* key : {"ratio", "rms_torque", "saved"}) EXPECT_TRUE(best[key].is_null()) << key;
  EXPECT_NE(run.err.find("which gear is best is not known"), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find("--ratios"), std::string::npos) << run.err;
  const ToolRun fitted = torsor(call + catalogue + "--json --motors L1");
  const Json known = fitted.json()["joints"][0]["best_ratio"];
  EXPECT_NE(known["kind"], "unknown") << "the motor is known";
  EXPECT_TRUE(known["saved"].is_null()) << "beside a ratio that is only assumed";
  EXPECT_NE(fitted.err.find("tried with ratio 1 only; --ratios LIST names others"), std::string::npos) << fitted.err;
  EXPECT_EQ(torsor(call + catalogue + "--ratios 10,50").err.find("tried with ratio 1"), std::string::npos);
}

TEST(SizeMotors, BearingLoadsAreThoseOfInverseDynamics) {
  const ToolRun sized = torsor(two_rods + "--json --wrench 1,2,3,0,0,0");
  ASSERT_EQ(sized.code, 0) << sized.err;
  const Json one = answer("inverse-dynamics two-rods --q 0,0 --qdd 6,-3 --wrench 1,2,3,0,0,0 --bearing-loads");
  const Json bearings = sized.json()["bearings"];
  for (std::size_t i = 0; i < 3; ++i) {
    const Json& peak = bearings[i];
    ASSERT_EQ(peak["force_row"], 1);
    const Json& force = one["bearing_loads"][i]["force"];
    EXPECT_EQ(peak["joint"], one["bearing_loads"][i]["joint"]);
    EXPECT_NEAR(peak["force"].get<double>(),
                std::hypot(force[0].get<double>(), force[1].get<double>(), force[2].get<double>()), 1e-12);
  }
  EXPECT_NE(sized.err.find("no gear ratio for joint1 and joint2: 1 is assumed"), std::string::npos) << sized.err;
}

TEST(SizeMotors, TorquesAreThoseOfInverseDynamics) {
  const std::string motion = " --trajectory " TORSOR_SOURCE_DIR "/examples/two-rods-trajectory.csv";
  const Json torque = answer("inverse-dynamics two-rods" + motion);
  const Json sized = torsor(two_rods + "--json").json();
  for (std::size_t j = 0; j < 2; ++j) {
    double peak = 0;
    for (const Json& row : torque["tau"]) peak = std::max(peak, std::abs(row[j].get<double>()));
    EXPECT_NEAR(sized["joints"][j]["peak_torque"].get<double>(), peak, 1e-12);
  }
}

TEST(SizeMotors, FlagsThatMakeNoSenseAreRefused) {
  for (const char* flag :
       {"--ratios 5", "--motors a,b", "--prefer mass", "--margin 2", "--margin 1", "--largest-inertia-ratio 9"})
    expect_told(two_rods + flag, 2, ": expected --catalogue FILE beside it");
  expect_told("size-motors two-rods", 2, "--trajectory");
  expect_told(two_rods + catalogue + "--margin 0", 2, "--margin");
  expect_told("size-motors " TORSOR_SOURCE_DIR "/examples/free-flyer.yaml --trajectory a.csv", 2,
              "size-motors: expected joints of one degree of freedom only");
  const Folder folder;
  std::ofstream(folder / "bad.csv")
      << "name,rotor_inertia,rated_torque,peak_torque,rated_speed,top_speed\nA,1,1,3,300,x\n";
  expect_told(two_rods + "--catalogue " + folder / "bad.csv", 3,
              "bad.csv:2:13: top_speed: expected a number above 0, found 'x'");
}

}  // namespace torsor::test::cli_size_motors_test
