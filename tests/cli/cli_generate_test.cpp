#include <unistd.h>

#include <filesystem>

#include "cli/answer.hpp"
#include "robot_files/temporary_file.hpp"

namespace torsor::test::cli_generate_test {

/// A folder of its own for each test, gone with it.
class Generate : public testing::Test {
 protected:
  Generate() { std::filesystem::create_directory(folder_); }
  ~Generate() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string output() const { return " --output " + folder_.string(); }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("torsor-generate-" + std::to_string(::getpid()) + "-" +
                                                testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(Generate, WritesSourceHeaderAndTestVectors) {
  const Json json = answer("generate two-rods --functions inverse-dynamics,inertia-matrix" + output());
  EXPECT_EQ(keys(json), (Keys{"robot", "target", "parameters", "files", "functions"}));
  EXPECT_EQ(json["files"], Json({path("two_rods.c"), path("two_rods.h"), path("two_rods.vectors.json")}));
  EXPECT_EQ(json["functions"][0]["name"], "inverse_dynamics");
  const Json vectors = Json::parse(text_of(path("two_rods.vectors.json")));
  EXPECT_EQ(vectors["inverse_dynamics"].size(), 20u);
  const Json one = vectors["inverse_dynamics"][3];
  const Json tau = answer("inverse-dynamics two-rods --q " + list_of(one["q"]) + " --qd " + list_of(one["qd"]) +
                          " --qdd " + list_of(one["qdd"]))["tau"];
  expect_near(tau, one["tau"]);
}

TEST_F(Generate, EveryTargetAgreesWithTheLibrary) {
  const std::pair<const char*, const char*> targets[] = {{"c", ".c"}, {"cpp", ".cpp"}, {"python", ".py"}};
  for (const auto& [target, suffix] : targets) {
    answer(std::string("generate showcase --target ") + target + " --test-vectors 0" + output());
    const Json json = answer("verify-generated showcase " + path(std::string("showcase") + suffix) + " --states 50");
    EXPECT_EQ(json["holds"], true) << json;
    EXPECT_EQ(json["functions"].size(), 8u);
  }
  if (std::system("octave-cli --version >/dev/null 2>&1") != 0) return;
  answer("generate showcase --target matlab --test-vectors 0" + output());
  EXPECT_EQ(answer("verify-generated showcase " + path("showcase.m") + " --states 5")["holds"], true);
}

TEST_F(Generate, ParametersCanStayAnArgument) {
  answer("generate ur10 --functions inverse-dynamics --parameters vector --name arm" + output());
  const std::string text = text_of(path("arm.c"));
  EXPECT_NE(text.find("void arm_inverse_dynamics(const double theta[60], const double q[6]"), std::string::npos);
  EXPECT_NE(text.find("theta: m1, mx1, my1, mz1, Ixx1"), std::string::npos);
  EXPECT_EQ(answer("verify-generated ur10 " + path("arm.c") + " --states 20")["holds"], true);
}

TEST_F(Generate, AChangedFileIsFoundOut) {
  answer("generate two-rods --functions gravity" + output());
  std::string text = text_of(path("two_rods.c"));
  const std::size_t place = text.find("14.715");
  ASSERT_NE(place, std::string::npos) << text;
  text.replace(place, 6, "14.716");
  std::ofstream(path("two_rods.c")) << text;
  expect_told("verify-generated two-rods " + path("two_rods.c"), 4, "does not compute the dynamics of two-rods");
  EXPECT_NE(torsor("verify-generated puma560 " + path("two_rods.c")).code, 0);
}

TEST_F(Generate, WritesOverItsOwnFilesOnly) {
  std::ofstream(path("two_rods.c")) << "/* mine */\n";
  expect_told("generate two-rods" + output(), 2, "expected a file that torsor generate wrote, or none; --force");
  EXPECT_EQ(text_of(path("two_rods.c")), "/* mine */\n");
  EXPECT_FALSE(std::filesystem::exists(path("two_rods.h")));
  answer("generate two-rods --force" + output());
  answer("generate two-rods" + output());
}

TEST_F(Generate, SaysWhatItCannotDo) {
  expect_told("generate two-rods --functions inverse-dynamic" + output(), 2, "expected some of inverse-dynamics, ");
  expect_told("generate two-rods --functions jacobian,jacobian" + output(), 2, "jacobian is named twice");
  expect_told("generate two-rods --target java" + output(), 2,
              "--target: expected c, cpp, python or matlab, found 'java'");
  expect_told("generate two-rods --parameters some" + output(), 2, "--parameters: expected constants or vector");
  expect_told("verify-generated two-rods " + path("none.c"), 2, "expected a file that can be read");
  expect_told("verify-generated two-rods " TORSOR_SOURCE_DIR "/README.md", 2, "expected a generated file");
}

}  // namespace torsor::test::cli_generate_test
