#include <fstream>
#include <iterator>

#include "cli/answer.hpp"
#include "cli/folder.hpp"
#include "support/well_formed.hpp"

namespace torsor::test::cli_compare_test {

/// Two identifications of a small arm, and one of the same arm with more friction.
class Compare : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder = new Folder;
    write_arm("arm.yaml", "1.5");
    write_arm("worn.yaml", "1.8");
    make("first", "arm.yaml", 1);
    make("second", "arm.yaml", 2);
    make("worn", "worn.yaml", 3);
  }
  static void write_arm(const std::string& file, const std::string& coulomb) {
    std::ofstream(*folder / file)
        << "name: arm\ndh: standard\nlinks:\n"
        << "  - {joint: revolute, dh: {a: 0.4, alpha: 90deg, d: 0, theta: 0}, shape: {rod: 0.4, mass: 4, at: [-0.2, 0, "
           "0]}, friction: {viscous: 1, coulomb: 2}}\n"
        << "  - {joint: revolute, dh: {a: 0.4, alpha: 0, d: 0, theta: 0}, shape: {rod: 0.4, mass: 3, at: [-0.2, 0, "
           "0]}, friction: {viscous: 1, coulomb: "
        << coulomb << "}}\n";
  }
  static void make(const std::string& name, const std::string& robot, int seed) {
    const std::string log = *folder / (name + ".csv");
    const ToolRun moved = torsor("make-log " + (*folder / robot) + " --steady --duration 40 --rate 200 --seed " +
                                 std::to_string(seed) + " --output " + log);
    const ToolRun found =
        torsor("identify " + (*folder / "arm.yaml") + " " + log + " --no-select-terms --json --quiet");
    made = made && moved.code == 0 && found.code == 0;
    std::ofstream(result(name)) << found.out;
  }
  static void TearDownTestSuite() { delete folder; }
  static std::string result(const std::string& name) { return *folder / (name + ".json"); }

  static Folder* folder;
  static bool made;
};
Folder* Compare::folder = nullptr;
bool Compare::made = true;

TEST_F(Compare, ExitCodeTellsWhetherAnythingChanged) {
  ASSERT_TRUE(made);
  const ToolRun same = torsor("compare " + result("first") + " " + result("second"));
  EXPECT_EQ(same.code, 0) << same.out;
  EXPECT_NE(same.out.find("nothing changed"), std::string::npos);
  const ToolRun worn = torsor("compare " + result("first") + " " + result("worn"));
  EXPECT_EQ(worn.code, 4) << worn.out;
  EXPECT_NE(worn.out.find("Fs2 grew by"), std::string::npos) << worn.out;
  EXPECT_NE(worn.err.find("changed: Fs2"), std::string::npos) << worn.err;
}

TEST_F(Compare, ResultsWithOtherTermsOfFrictionAreRefused) {
  ASSERT_TRUE(made);
  const auto with = [&](const std::string& old, const std::string& fresh) {
    std::ifstream file(result("second"));
    std::string text((std::istreambuf_iterator<char>(file)), {});
    const std::size_t at = text.find(old);
    if (at == std::string::npos) return ToolRun{};
    std::ofstream(result("other")) << text.replace(at, old.size(), fresh);
    return torsor("compare " + result("first") + " " + result("other"));
  };
  const ToolRun terms = with("viscous, Coulomb", "viscous, load, Coulomb");
  EXPECT_EQ(terms.code, 3) << terms.out;
  EXPECT_NE(terms.err.find("terms of friction: expected 'viscous, Coulomb"), std::string::npos) << terms.err;
  EXPECT_NE(terms.err.find("without a choice of terms"), std::string::npos) << terms.err;
  const ToolRun distance = with("\"presliding_distance\": 0.0", "\"presliding_distance\": 0.001");
  EXPECT_EQ(distance.code, 3) << distance.out;
  EXPECT_NE(distance.err.find("distance of presliding of "), std::string::npos) << distance.err;
}

TEST_F(Compare, JsonHasTheChangeOfFriction) {
  ASSERT_TRUE(made);
  const ToolRun run = torsor("compare " + result("first") + " " + result("worn") + " --json");
  EXPECT_EQ(run.code, 4);
  const Json json = run.json();
  EXPECT_TRUE(json["changed"].get<bool>());
  EXPECT_EQ(json["significant"][0], "Fs2");
  for (const Json& parameter : json["parameters"])
    if (parameter["name"] == "Fs2") {
      EXPECT_NEAR(parameter["explained"].get<double>(), 0.3, 0.1);
    }
}

TEST_F(Compare, WritesAPageOfATrend) {
  ASSERT_TRUE(made);
  const std::string page = *folder / "page.html";
  const ToolRun run = torsor("compare " + result("first") + " " + result("second") + " " + result("worn") +
                             " --position 0,30,61 --report " + page);
  EXPECT_EQ(run.code, 4) << run.err;
  std::ifstream file(page);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(why_not_well_formed(text), "");
  EXPECT_NE(text.find("Fs2: changed"), std::string::npos);
}

TEST_F(Compare, MistakesAreNamed) {
  ASSERT_TRUE(made);
  EXPECT_EQ(torsor("compare " + result("first")).code, 2);
  EXPECT_EQ(torsor("compare " + result("first") + " " + result("first")).code, 2);
  EXPECT_EQ(torsor("compare " + result("first") + " " + result("second") + " --level 2").code, 2);
  EXPECT_EQ(torsor("compare " + result("first") + " " + result("second") + " --position 3,1").code, 2);
  std::ofstream(*folder / "text.json") << "no result";
  EXPECT_EQ(torsor("compare " + result("first") + " " + (*folder / "text.json")).code, 3);
  const ToolRun quick =
      torsor("identify " + (*folder / "arm.yaml") + " " + (*folder / "first.csv") + " --json --quiet --quick");
  std::ofstream(*folder / "quick.json") << quick.out;
  const ToolRun run = torsor("compare " + result("first") + " " + (*folder / "quick.json"));
  EXPECT_EQ(run.code, 3);
  EXPECT_NE(run.err.find("covariance"), std::string::npos) << run.err;
}

}  // namespace torsor::test::cli_compare_test
