#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>

#include "cli/answer.hpp"
#include "cli/folder.hpp"
#include "support/well_formed.hpp"

namespace torsor::test::cli_payload_test {

/// Two logs of a UR10: without and with 2.8 kg, of different motions.
class WeighedLoad : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    shared.emplace();
    const std::string make = "make-log ur10 --friction typical --duration 20 --rate 200 --output ";
    answer(make + (*shared / "unloaded.csv") + " --seed 1");
    answer(make + (*shared / "loaded.csv") + " --seed 2 --payload 2.8,0.02,-0.01,0.07,0.009,0,0,0.008,0,0.006");
  }
  static void TearDownTestSuite() { shared.reset(); }

  static std::string call(const std::string& flags = "") {
    return "payload ur10 --quiet --unloaded " + (*shared / "unloaded.csv") + " --loaded " + (*shared / "loaded.csv") +
           " " + flags;
  }

  static std::optional<Folder> shared;
};
std::optional<Folder> WeighedLoad::shared;

TEST_F(WeighedLoad, IsToldInJsonWithIntervalsThatHoldIt) {
  const Json json = answer(call());
  const double mass = json["mass"].get<double>();
  EXPECT_NEAR(mass, 2.8, 0.042);
  EXPECT_LT(std::abs(mass - 2.8), 3 * json["mass_deviation"].get<double>());
  const double truth[3] = {0.02, -0.01, 0.07};
  for (int k = 0; k < 3; ++k) {
    const double error = std::abs(json["centre"][k].get<double>() - truth[k]);
    EXPECT_LT(error, 5e-3);
    EXPECT_LT(error, 3.5 * json["centre_deviation"][k].get<double>());
  }
  EXPECT_EQ(json["gains"].size(), 6U);
  EXPECT_EQ(json["frame"], "wrist_3");
  for (const char* key : {"xx", "xy", "xz", "yy", "yz", "zz"})
    EXPECT_LT(std::abs(json["inertia"][key].get<double>()), 0.1) << key;
  for (const Json& joint : json["residuals"])
    EXPECT_LE(joint["loaded"].get<double>(), joint["loaded_without_load"].get<double>() * 1.001);
}

TEST_F(WeighedLoad, BecomesAPayloadOfTheRobotFileAndAPage) {
  const std::string robot = *shared / "with.yaml", page = *shared / "page.html";
  const Json json = answer(call("--output " + robot + " --report " + page));
  const Json shown = answer("show " + robot);
  EXPECT_NEAR(shown["payload"]["mass"].get<double>(), json["mass"].get<double>(), 1e-9);
  EXPECT_NEAR(shown["payload"]["com"][2].get<double>(), json["centre"][2].get<double>(), 1e-9);
  std::ifstream file(page);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find("Torque of the load"), std::string::npos);
  EXPECT_NE(text.find("set_payload("), std::string::npos);
  EXPECT_EQ(why_not_well_formed(text), "");
}

TEST_F(WeighedLoad, IsToldInWordsAndForControllers) {
  const ToolRun told = torsor(call());
  EXPECT_EQ(told.code, 0);
  for (const char* words : {"kg +- ", ", centre (", "set_payload(2.", "LOAD_DATA[1]={M 2.", "robot.setLoad(2.", "gain"})
    EXPECT_NE(told.out.find(words), std::string::npos) << words;
}

TEST_F(WeighedLoad, IsNoneWhereLogsChangedPlaces) {
  const std::string logs =
      "payload ur10 --quiet --loaded " + (*shared / "unloaded.csv") + " --unloaded " + (*shared / "loaded.csv");
  expect_told(logs, 4, "no load found: the logs with the load show 2.8");
  const std::string robot = *shared / "none.yaml", page = *shared / "none.html";
  const ToolRun told = torsor(logs + " --output " + robot + " --report " + page);
  EXPECT_NE(told.out.find("were they swapped?"), std::string::npos) << told.out;
  EXPECT_NE(told.out.find("not written: " + robot), std::string::npos) << told.out;
  EXPECT_FALSE(std::filesystem::exists(robot));
  std::ifstream file(page);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const std::string& said : {told.out, text})
    for (const char* words : {"set_payload", "LOAD_DATA", "centre ("})
      EXPECT_EQ(said.find(words), std::string::npos) << words;
  const Json json = Json::parse(torsor(logs + " --json").out);
  EXPECT_FALSE(json["found"].get<bool>());
  EXPECT_TRUE(json["mass"].is_null());
  EXPECT_TRUE(json["centre"].is_null());
  EXPECT_TRUE(json["controllers"].empty());
  EXPECT_NEAR(json["unconstrained"][0].get<double>(), -2.8, 0.05);
}

TEST_F(WeighedLoad, ThatIsKnownTellsWhatItsTorquesAre) {
  const std::string logs =
      "payload ur10 --quiet --unloaded " + (*shared / "unloaded.csv") + " --reference " + (*shared / "loaded.csv");
  const Json json = answer(logs + " --known-load 2.8,0.02,-0.01,0.07");
  for (const Json& joint : json["residuals"]) {
    EXPECT_GT(joint["loaded_torque"].get<double>(), 1);
    EXPECT_GT(joint["loaded_without_load"].get<double>(), 2 * joint["loaded"].get<double>());
    EXPECT_GT(joint["loaded"].get<double>(), 0);
  }
  expect_told(logs + " --known-load 2.8,20,-10,70", 2, "--known-load: expected a centre in m");
}

TEST(PayloadCommand, HasNoFigureForWhatAPlanarArmCannotFeel) {
  const Folder folder;
  const std::string make = "make-log two-rods --friction typical --duration 20 --rate 200 --output ";
  answer(make + (folder / "light.csv"));
  answer(make + (folder / "heavy.csv") + " --seed 2 --payload 1.2,0.03,0.02,0.05");
  const std::string logs =
      "payload two-rods --quiet --unloaded " + (folder / "light.csv") + " --loaded " + (folder / "heavy.csv");
  const ToolRun told = torsor(logs);
  EXPECT_NE(told.out.find("no motion of this arm shows its z"), std::string::npos) << told.out;
  EXPECT_NE(told.out.find("load-not-felt"), std::string::npos) << told.out;
  const Json json = answer(logs);
  EXPECT_TRUE(json["centre"][2].is_null());
  EXPECT_TRUE(json["inertia"]["xx"].is_null());
  EXPECT_NEAR(json["centre"][1].get<double>(), 0.02, 0.03);
  EXPECT_FALSE(json["inertia"]["zz"].is_null());
}

TEST(PayloadCommand, WantsBothKindsOfLogs) {
  const Folder folder;
  answer("make-log two-rods --samples 2000 --rate 200 --output " + (folder / "log.csv"));
  expect_told("payload two-rods --loaded " + (folder / "log.csv"), 2, "--unloaded: expected logs without the load");
  expect_told("payload two-rods --unloaded " + (folder / "log.csv"), 2, "--loaded: expected logs with the load");
  expect_told("payload two-rods --unloaded " + (folder / "log.csv") + " --reference " + (folder / "log.csv"), 2,
              "--known-load: expected");
  expect_told("payload two-rods --unloaded " + (folder / "log.csv") + " --loaded " + (folder / "log.csv") +
                  " --output " + (folder / "x.urdf"),
              2, "--output: expected a name that ends in .yaml");
  expect_told("payload two-rods --tool-frame nowhere --unloaded " + (folder / "log.csv"), 2, "--tool-frame");
}

}  // namespace torsor::test::cli_payload_test
