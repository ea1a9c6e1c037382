#include <gtest/gtest.h>

#include <cmath>

#include "cli/answer.hpp"
#include "cli/folder.hpp"
#include "support/well_formed.hpp"
#include "torsor/core/read_file.hpp"
#include "torsor/core/write_file.hpp"

namespace torsor::test::cli_compare_controllers_test {

class CompareControllers : public testing::Test {
 protected:
  CompareControllers() {
    EXPECT_EQ(torsor("trajectory two-rods --from 0,0 --to 1,-0.5 --duration 1 --rate 200 --output " + motion).code, 0);
  }
  std::string call(const std::string& flags = "", const std::string& robot = "two-rods") const {
    return "compare-controllers " + robot + " --trajectory " + motion + " " + flags;
  }
  static Json controller(const Json& json, const std::string& name) {
    for (const Json& one : json["controllers"])
      if (one["controller"] == name) return one;
    ADD_FAILURE() << "no " << name;
    return {};
  }

  Folder folder;
  std::string motion = folder / "move.csv";
};

TEST_F(CompareControllers, FiguresAreThoseOfSimulateToTheLastBit) {
  for (const std::string loop :
       {"", "--control-rate 400 --control-delay 0.0005 --encoder 1e-4 --velocity filtered --torque-noise 0.5"}) {
    const Json json = answer(call(loop));
    for (const Json& one : json["controllers"]) {
      const Json alone = answer("simulate two-rods --controller " + one["controller"].get<std::string>() +
                                " --trajectory " + motion + " " + loop)["control"];
      for (const char* key : {"rms_error", "largest_error", "largest_torque", "samples", "findings"})
        EXPECT_EQ(one["runs"][0][key], alone[key]) << one["controller"] << ' ' << key << ' ' << loop;
    }
  }
}

TEST_F(CompareControllers, ALoadIsThatOfThePayloadFlagWithoutTheModelKnowingIt) {
  const Json json = answer(call("--controllers pd-gravity,computed-torque --payloads 2"));
  for (const std::string name : {"pd-gravity", "computed-torque"}) {
    const Json alone = answer("simulate two-rods --payload 2 --model two-rods --controller " + name + " --trajectory " +
                              motion)["control"];
    const Json run = controller(json, name)["runs"][1];
    EXPECT_EQ(run["payload_kg"], 2);
    expect_near(run["rms_error"], alone["rms_error"].get<std::vector<double>>(), 1e-9);
  }
  const Json known = answer(call("--controllers computed-torque --payload 2"));
  const double unaware = controller(json, "computed-torque")["runs"][1]["rms_error_of_all"];
  EXPECT_LT(controller(known, "computed-torque")["runs"][0]["rms_error_of_all"].get<double>(), unaware / 100);
  const Json told = answer(call("--controllers computed-torque --payload 2 --model two-rods"));
  EXPECT_NEAR(controller(told, "computed-torque")["runs"][0]["rms_error_of_all"].get<double>(), unaware, 1e-9);
}

TEST_F(CompareControllers, JsonHasEverything) {
  const Json json = answer(call("--payloads 0.5,1 --bandwidth 30 --gains pd=900:60"));
  EXPECT_EQ(keys(json), (Keys{"robot", "joints", "tip", "start_s", "duration_s", "bandwidth_rad_per_s", "loop",
                              "torque_limits", "payloads_kg", "ranking", "controllers"}));
  EXPECT_EQ(json["payloads_kg"], (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(json["ranking"].size(), 6u);
  EXPECT_EQ(json["ranking"][0], "adaptive");
  EXPECT_EQ(json["ranking"][1], "computed-torque");
  EXPECT_EQ(json["ranking"].back(), "pd");
  EXPECT_TRUE(json["torque_limits"].is_null());
  EXPECT_EQ(controller(json, "pd")["stiffness"], (std::vector<double>{900, 900}));
  EXPECT_EQ(controller(json, "computed-torque")["damping"], (std::vector<double>{60, 60}));
  for (const Json& one : json["controllers"]) {
    EXPECT_EQ(keys(one), (Keys{"controller", "stiffness", "damping", "integral", "held_up_to_kg", "runs"}));
    EXPECT_EQ(one["held_up_to_kg"], 1);
    ASSERT_EQ(one["runs"].size(), 3u);
    EXPECT_EQ(keys(one["runs"][0]), (Keys{"payload_kg",
                                          "held",
                                          "end_s",
                                          "outcome",
                                          "rms_error",
                                          "largest_error",
                                          "rms_error_of_all",
                                          "largest_error_of_all",
                                          "final_error",
                                          "final_tip_error_mm",
                                          "rms_tip_error_mm",
                                          "largest_tip_error_mm",
                                          "rms_torque",
                                          "largest_torque",
                                          "rms_torque_share",
                                          "peak_torque_share",
                                          "torque_squared_integral",
                                          "energy_j",
                                          "work_j",
                                          "saturated_share",
                                          "samples",
                                          "findings"}));
  }
}

TEST_F(CompareControllers, LawsOfTheTipTakePartAsInSimulate) {
  const std::string tip = " --tip-stiffness 900,30 ";
  const Json json = answer(call("--controllers pd,impedance,operational-space" + tip));
  EXPECT_EQ(json["ranking"].size(), 3u);
  for (const std::string name : {"impedance", "operational-space"}) {
    const Json alone = answer("simulate two-rods --controller " + name + " --trajectory " + motion + tip)["control"];
    for (const char* key : {"rms_error", "largest_error", "largest_torque"})
      EXPECT_EQ(controller(json, name)["runs"][0][key], alone[key]) << name << ' ' << key;
  }
  EXPECT_NE(torsor(call("--controllers impedance --gains impedance=4:4")).err.find("--tip-stiffness"),
            std::string::npos);
  EXPECT_EQ(torsor(call("--controllers pd" + tip)).code, 2) << "there is no law of the tip";
}

TEST_F(CompareControllers, GeneratedCodeTakesPartAsInSimulate) {
  ASSERT_EQ(torsor("generate two-rods --functions computed-torque --target c --output " + folder / "code").code, 0);
  const std::string code = folder / "code/two_rods.c";
  const Json json = answer(
      call("--controllers computed-torque," + code + " --gains computed-torque=400:40 --gains " + code + "=400:40"));
  EXPECT_NEAR(controller(json, code)["runs"][0]["rms_error_of_all"].get<double>(),
              controller(json, "computed-torque")["runs"][0]["rms_error_of_all"].get<double>(), 1e-9);
  EXPECT_NE(torsor(call("--controllers pd,none.c")).code, 0);
}

TEST_F(CompareControllers, AControllerThatIsNotPossibleDoesNotEndTheOthers) {
  const Json json = answer(call("--controllers lqr,pd --gains lqr=0:0"));
  EXPECT_EQ(json["ranking"][0], "pd");
  EXPECT_EQ(controller(json, "pd")["runs"][0]["held"], true);
  const Json run = controller(json, "lqr")["runs"][0];
  EXPECT_EQ(run["held"], false);
  EXPECT_TRUE(run["rms_tip_error_mm"].is_null());
  EXPECT_NE(run["outcome"].get<std::string>().find("no stable gain"), std::string::npos);
  EXPECT_EQ(torsor(call("--controllers lqr --gains lqr=0:0")).code, 1) << "there is nothing to compare";
}

TEST_F(CompareControllers, ARangeOfLoadsIsTheListOfIt) {
  const std::string one = "--controllers pd ";
  EXPECT_EQ(answer(call(one + "--payloads 0:3:4")), answer(call(one + "--payloads 1,2,3")));
}

TEST_F(CompareControllers, SharesOfTorqueAreOfTheRobotsLimits) {
  const std::string weak = folder / "weak.yaml";
  write_file(weak, "name: lift\nlinks:\n  - {joint: prismatic, mass: 2, limits: {torque: 30}}\n", Existing::replace);
  const std::string rows = folder / "still.csv";
  write_file(rows, "t,q1,qd1,qdd1\n0,0.1,0,0\n2,0.1,0,0\n", Existing::replace);
  const std::string still = "compare-controllers " + weak + " --trajectory " + rows + " --payloads 0.5,2 ";
  const Json json = answer(still + "--controllers feed-forward,pd");
  const Json forward = controller(json, "feed-forward")["runs"];
  EXPECT_NEAR(forward[0]["rms_torque_share"][0].get<double>(), 2 * 9.81 / 30, 1e-9);
  EXPECT_NEAR(forward[0]["energy_j"].get<double>(), 0, 1e-9);
  const double stiffness = controller(json, "pd")["stiffness"][0];
  EXPECT_NEAR(stiffness, 400 * 2, 1e-9);
  EXPECT_NEAR(forward[1]["final_tip_error_mm"].get<double>(), 1e3 * 0.5 * 9.81 / stiffness, 1e-6) << "m g / K";
  EXPECT_NEAR(controller(json, "pd")["runs"][1]["final_error"][0].get<double>(), 2.5 * 9.81 / stiffness, 1e-9);
  EXPECT_EQ(forward[2]["saturated_share"].get<double>() > 0.5, true) << "4 kg weigh more than 30 N";
  const Json free = answer(still + "--controllers pd --no-torque-limits");
  EXPECT_GT(controller(free, "pd")["runs"][2]["peak_torque_share"][0].get<double>(), 1);
  EXPECT_EQ(controller(free, "pd")["runs"][2]["saturated_share"], 0.0);
}

TEST_F(CompareControllers, ControlThatIsLostIsAResult) {
  const ToolRun some = torsor(call("--controllers pd,computed-torque --gains pd=1e6:1e3 --control-rate 50"));
  EXPECT_EQ(some.code, 0) << some.err;
  EXPECT_NE(some.out.find("lost at "), std::string::npos) << some.out;
  EXPECT_NE(some.out.find("pd with 0 kg: "), std::string::npos) << some.out;
  EXPECT_LT(some.out.find("computed-torque  held"), some.out.find("lost at ")) << some.out;
  const ToolRun none = torsor(call("--controllers pd --gains pd=1e6:1e3 --control-rate 50"));
  EXPECT_EQ(none.code, 4);
  EXPECT_NE(none.err.find("no controller held with the nominal load"), std::string::npos) << none.err;
  EXPECT_NE(none.out.find("lost at "), std::string::npos) << "the answer is printed";
  const Json lost = torsor(call("--controllers pd --gains pd=1e6:1e3 --control-rate 50 --json")).json();
  EXPECT_EQ(lost["controllers"][0]["runs"][0]["findings"][0]["kind"], "lost");
  EXPECT_TRUE(lost["controllers"][0]["held_up_to_kg"].is_null());
}

TEST_F(CompareControllers, ADelayBeyondTheSampleIsToldOnce) {
  const std::string out = torsor(call("--control-delay 0.0025 --payloads 1")).out;
  const std::size_t first = out.find("expected a delay below one");
  ASSERT_NE(first, std::string::npos) << out;
  EXPECT_EQ(out.find("expected a delay below one", first + 1), std::string::npos) << out;
}

TEST_F(CompareControllers, TheReportIsAWholePage) {
  const std::string path = folder / "report.html";
  EXPECT_EQ(torsor(call("--controllers pd,computed-torque --payloads 1,2 --report " + path)).code, 0);
  const std::string page = read_file(path, "a report", 1 << 24, "", Streams::passed_on);
  EXPECT_EQ(why_not_well_formed(page), "");
  for (const char* part :
       {"computed-torque follows best", "Loads that they do not know of", "Joint by joint",
        "<desc>Error of joint2 over time.", "<desc>RMS error of the tip of each controller over the load", "move.csv",
        "no limits of torque"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(page.find("http://"), std::string::npos);
}

TEST_F(CompareControllers, SlipsAreTold) {
  expect_told(call("--controllers pd,computed-torqe"), 2, "did you mean 'computed-torque'");
  expect_told(call("--controllers pd,pd"), 2, "--controllers: expected each one once, found pd twice");
  expect_told(call("--gains 400:40"), 2, "--gains: expected CONTROLLER=STIFFNESS:DAMPING");
  expect_told(call("--gains pdd=400:40"), 2, "did you mean 'pd'");
  expect_told(call("--controllers lqr --gains pd=400:40"), 2, "expected a controller that takes part, lqr; found 'pd'");
  expect_told(call("--gains pd=1:1 --gains pd=2:2"), 2, "expected one for each controller, found two for pd");
  expect_told(call("--gains pd=1,2,3:4"), 2, "expected one number, or 2 of them, for the joints; found 3");
  expect_told(call("--payloads=-1"), 2, "--payloads: expected masses of 0 kg or more, found -1");
  for (const char* range : {"0:1", "0:1:1", "0:1:2.5", "0:1:1e9", "0:1:x", "0,1:2:3"})
    expect_told(call(std::string("--payloads ") + range), 2, "--payloads: ");
  expect_told(call("--bandwidth 0"), 2, "--bandwidth");
  expect_told(call("--model panda"), 2, "expected a robot with 2 joints");
  expect_told(call("--control-rate 1e9"), 2, "--control-rate: expected at most 1e+07 samples");
  expect_told(call("--threads 1000"), 2, "--threads: expected 0 to 256");
  expect_told("compare-controllers two-rods", 2, "--trajectory");
  expect_told("compare-controllers " TORSOR_SOURCE_DIR "/examples/free-flyer.yaml --trajectory a.csv", 2,
              "compare-controllers: expected joints of one degree of freedom only");
}

}  // namespace torsor::test::cli_compare_controllers_test
