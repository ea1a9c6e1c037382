#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "cli/answer.hpp"
#include "cli/folder.hpp"

namespace torsor::test::cli_workspace_test {

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ManipulabilityCommand, of_two_rods_is_the_sine_of_the_elbow) {
  const Json json = answer("manipulability two-rods --q 0.3,0.9 --rows vx,vy");
  EXPECT_EQ(keys(json), (Keys{"tip", "frame", "rows"}));
  EXPECT_NEAR(json["rows"]["manipulability"].get<double>(), std::sin(0.9), 1e-12);
  const Json both = answer("manipulability panda --q 0,0,0,-1.5,0,1.5,0");
  EXPECT_EQ(keys(both), (Keys{"tip", "frame", "linear", "angular"}));
  EXPECT_EQ(both["linear"]["axes"].size(), 3);
  const Json singular = answer("manipulability two-rods --q 0,0");
  EXPECT_TRUE(singular["linear"]["condition_number"].is_null());
  expect_told("manipulability two-rods --q 0,1 --rows vx,vx", 2, "vx is named twice");
}

TEST(WorkspaceCommand, tells_the_reach_and_writes_it) {
  const Folder folder;
  const std::string csv = folder / "reach.csv", page = folder / "reach.html";
  const Json json = answer("workspace two-rods --samples 5000 --output " + csv + " --report " + page);
  EXPECT_NEAR(json["radius"][1].get<double>(), 2, 1e-3);
  EXPECT_GT(json["bins"].size(), 10);
  EXPECT_TRUE(text_of(csv).starts_with("r_low,r_high,"));
  EXPECT_NE(text_of(page).find("From above"), std::string::npos);
  expect_told("workspace mass-spring-damper", 1, "slides and has no limits of position");
}

}  // namespace torsor::test::cli_workspace_test
