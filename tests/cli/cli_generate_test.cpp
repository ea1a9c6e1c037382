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
  EXPECT_EQ(keys(json),
            (Keys{"robot", "target", "parameters", "scalar", "sines", "warnings", "files", "kept", "functions"}));
  EXPECT_EQ(json["files"], Json({path("two_rods.c"), path("two_rods.h"), path("two_rods.c.vectors.json")}));
  EXPECT_EQ(json["functions"][0]["name"], "inverse_dynamics");
  const Json vectors = Json::parse(text_of(path("two_rods.c.vectors.json")));
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

TEST_F(Generate, TakesGravityAndBasePose) {
  const std::string flags = " --gravity 1,-2,0.5 --base-pose 0,0,0,0.3,0,0";
  answer("generate two-rods --functions inverse-dynamics" + flags + output());
  const Json one = Json::parse(text_of(path("two_rods.c.vectors.json")))["inverse_dynamics"][3];
  expect_near(answer("inverse-dynamics two-rods" + flags + " --q " + list_of(one["q"]) + " --qd " + list_of(one["qd"]) +
                     " --qdd " + list_of(one["qdd"]))["tau"],
              one["tau"]);
  const std::string verify = "verify-generated two-rods " + path("two_rods.c") + " --states 5";
  EXPECT_EQ(answer(verify + flags)["holds"], true);
  EXPECT_EQ(torsor(verify).code, 4) << "it is code for another gravity";
}

TEST_F(Generate, ExactNumbersMakeShorterCode) {
  const TemporaryFile robot(
      "name: arm\ndh: standard\ninertia_about: com\nlinks:\n"
      "  - {joint: revolute, dh: {alpha: 1.5708, d: 0.3}, mass: 1, com: [0, -0.1, 0.01]}\n"
      "  - {joint: revolute, dh: {a: 0.5}, mass: 2, com: [-0.2, 0, 0]}\n");
  const std::string command = "generate " + robot.path() + " --functions inverse-dynamics --test-vectors 0" + output();
  const auto multiplications = [](const std::string& json) {
    return Json::parse(json)["functions"][0]["multiplications"].get<double>();
  };
  const ToolRun exact = torsor(command + " --json --exact-tolerance 1e-5");
  EXPECT_EQ(Json::parse(exact.err)["warnings"][0]["severity"], "note") << exact.err;
  EXPECT_EQ(Json::parse(exact.err)["warnings"][0]["message"], "1.5708 is taken as 90deg (link1: alpha)");
  EXPECT_LT(multiplications(exact.out), multiplications(torsor(command + " --json").out));
}

TEST_F(Generate, ParametersCanStayAnArgument) {
  answer("generate ur10 --functions inverse-dynamics --parameters vector --name arm" + output());
  const std::string text = text_of(path("arm.c"));
  EXPECT_NE(text.find("void arm_inverse_dynamics(const double theta[60], const double q[6]"), std::string::npos);
  EXPECT_NE(text.find("theta: 60 (m1, mx1, my1, mz1, Ixx1"), std::string::npos);
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
}

TEST_F(Generate, CodeOfARobotWithOtherJointsIsNotCalled) {
  answer("generate puma560" + output());
  expect_told("verify-generated two-rods " + path("puma560.c"), 3,
              "puma560.c:1:1: expected the joints of 'two-rods': 2 (joint1, joint2); found code of 'puma560': 6 (");
}

TEST_F(Generate, MakesTheFolder) {
  const std::string folder = path("new/folder");
  answer("generate two-rods --functions energy --output " + folder);
  EXPECT_TRUE(std::filesystem::exists(folder + "/two_rods.c"));
  std::ofstream(path("file")) << "";
  expect_told("generate two-rods --output " + path("file"), 2, "--output: expected a folder");
  expect_told("generate two-rods --output " + path("file/below"), 2, "--output: expected a folder");
  EXPECT_FALSE(std::filesystem::exists(path("none")));
  expect_told("generate two-rods --functions no-such --output " + path("none"), 2, "");
  EXPECT_FALSE(std::filesystem::exists(path("none")));  // nothing of a call that fails
}

TEST_F(Generate, EveryTargetHasItsOwnTestVectors) {
  for (const std::string target : {"c", "cpp", "python", "matlab"}) {
    const Json json = answer("generate two-rods --functions energy --target " + target + output());
    const std::string suffix = target == "python" ? "py" : target == "matlab" ? "m" : target;
    EXPECT_EQ(json["files"].back(), path("two_rods." + suffix + ".vectors.json"));
  }
  for (const std::string suffix : {"c", "cpp", "py", "m"})
    EXPECT_EQ(Json::parse(text_of(path("two_rods." + suffix + ".vectors.json")))["energy"].size(), 20u);
}

TEST_F(Generate, ComputesInFloatWhereAsked) {
  for (const std::string target : {"c", "cpp"}) {
    const Json json = answer("generate puma560 --scalar float --target " + target + output());
    EXPECT_EQ(json["scalar"], "float");
    const Json verified = answer("verify-generated puma560 " + path("puma560." + target) + " --states 50");
    EXPECT_EQ(verified["holds"], true) << verified;
    EXPECT_GT(verified["functions"][0]["difference"], 1e-9);
    EXPECT_LE(verified["functions"][0]["disagreement"], verified["functions"][0]["tolerance"]);
    EXPECT_EQ(verified["functions"][0]["states"], 50);
  }
  const Json one = Json::parse(text_of(path("puma560.c.vectors.json")))["inverse_dynamics"][0];
  for (const Json& q : one["q"]) EXPECT_EQ(static_cast<double>(static_cast<float>(q.get<double>())), q.get<double>());
  expect_told("generate puma560 --scalar float --target python" + output(), 2,
              "--scalar: expected double, which Python and MATLAB compute in; found float");
  expect_told("generate puma560 --scalar half" + output(), 2, "--scalar: expected double or float, found 'half'");
}

TEST_F(Generate, ASingularInertiaMatrixIsAWarning) {
  const TemporaryFile robot(
      "name: singular\nlinks:\n  - {joint: revolute, mass: 1, com: [1, 0, 0]}\n  - {joint: "
      "revolute}\n");
  const ToolRun run = torsor("generate " + robot.path() + " --json" + output());
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string warning =
      "singular: no finite result of forward_dynamics and state_derivative: the inertia matrix is singular";
  EXPECT_EQ(Json::parse(run.err)["warnings"][0]["message"], warning) << run.err;
  EXPECT_EQ(torsor("generate " + robot.path() + output()).err, "torsor: warning: " + warning + "\n");
  EXPECT_EQ(run.json()["warnings"].size(), 1u);
  const Json verified = answer("verify-generated " + robot.path() + " " + path("singular.c"));
  EXPECT_EQ(verified["holds"], true) << verified;
  EXPECT_EQ(verified["functions"][3]["states"], 0) << verified;
}

TEST_F(Generate, ANameThatIsAKeywordGetsAPrefix) {
  for (const std::string name : {"int", "class", "NULL", "end", "def", "M_PI"}) {
    for (const char* target : {"c", "cpp", "python"}) {
      const Json json = answer("generate two-rods --functions energy --test-vectors 0 --name " + name + " --target " +
                               target + output());
      const std::string file = json["files"][0].get<std::string>();
      EXPECT_EQ(std::filesystem::path(file).stem(), "robot_" + name);
      EXPECT_EQ(answer("verify-generated two-rods " + file + " --states 2")["holds"], true) << file;
    }
  }
}

TEST_F(Generate, WritesOverItsOwnFilesOnly) {
  std::ofstream(path("two_rods.c")) << "/* mine */\n";
  expect_told("generate two-rods" + output(), 2, "expected a file that torsor generate wrote, or none; --force");
  EXPECT_EQ(text_of(path("two_rods.c")), "/* mine */\n");
  EXPECT_FALSE(std::filesystem::exists(path("two_rods.h")));
  std::filesystem::create_directory(path("two_rods.h"));
  expect_told("generate two-rods --force" + output(), 5,
              "two_rods.h: cannot be written: expected a file, found a folder");
  EXPECT_EQ(text_of(path("two_rods.c")), "/* mine */\n");
  std::filesystem::remove(path("two_rods.h"));
  answer("generate two-rods --force" + output());
  answer("generate two-rods" + output());
}

TEST_F(Generate, SaysWhatItCannotDo) {
  expect_told("generate two-rods --functions inverse-dynamic" + output(), 2, "did you mean 'inverse-dynamics' or");
  expect_told("generate two-rods --functions jacobian,jacobian" + output(), 2, "jacobian is named twice");
  expect_told("generate two-rods --target java" + output(), 2,
              "--target: expected c, cpp, python or matlab, found 'java'");
  expect_told("generate two-rods --parameters some" + output(), 2, "--parameters: expected constants or vector");
  expect_told("verify-generated two-rods " + path("none.c"), 2, "expected generated code, found no such file");
  expect_told("verify-generated two-rods " TORSOR_SOURCE_DIR "/README.md", 2, "expected a generated file");
}

TEST_F(Generate, KnowsWhatDrivesCallThem) {
  const Json json = answer(
      "generate two-rods --functions computed-torque,gravity-compensation,friction-compensation,observer --scalar "
      "float" +
      output());
  const char* names[] = {"computed_torque", "gravity_torque", "friction_torque", "observer_start", "observer_step"};
  ASSERT_EQ(json["functions"].size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(json["functions"][k]["name"], names[k]);
  EXPECT_EQ(json["files"], Json({path("two_rods.c"), path("two_rods.h"), path("two_rods.c.vectors.json"),
                                 path("two_rods_loop.c"), path("two_rods_test.c")}));
  EXPECT_EQ(answer("verify-generated two-rods " + path("two_rods.c") + " --states 5")["holds"], true);
  expect_told("generate two-rods --functions gravity,gravity-compensation" + output(), 2,
              "gravity-torque is named twice");
}

TEST_F(Generate, ALoopThatSomebodyWentOnWithStays) {
  const std::string call = "generate two-rods --functions computed-torque,observer" + output();
  const std::string loop = path("two_rods_loop.c");
  answer(call);
  const std::string example = text_of(loop);
  EXPECT_EQ(answer(call)["kept"], Json::array()) << "as it was written: nothing is lost";
  std::ofstream(loop) << example << "/* my encoders */\n";
  const std::string code = text_of(path("two_rods.c"));
  const ToolRun again = torsor(call + " --scalar float --json");
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(text_of(loop), example + "/* my encoders */\n");
  EXPECT_NE(text_of(path("two_rods.c")), code) << "code that says so is written over";
  const Json said = again.json();
  ASSERT_EQ(said["kept"].size(), 1U);
  EXPECT_EQ(said["kept"][0], loop);
  for (const Json& file : said["files"]) EXPECT_NE(file, loop);
  EXPECT_NE(again.err.find(loop + " is there and stays as it is"), std::string::npos) << again.err;
  EXPECT_NE(again.err.find("two_rods.c: code in float takes the place of code in double"), std::string::npos)
      << again.err;
  answer(call + " --scalar float --force");
  EXPECT_EQ(text_of(loop).find("my encoders"), std::string::npos);
}

TEST_F(Generate, WarnsOfARobotWithoutMassesWhereTheyMatter) {
  const TemporaryFile robot("name: bare\ndh: standard\nlinks: [{joint: revolute, dh: {a: 1}}]\n");
  const std::string call = "generate " + robot.path() + output() + " --functions ";
  for (const char* function : {"computed-torque", "inverse-dynamics,jacobian", "inertia-matrix"}) {
    const ToolRun run = torsor(call + function + " --force");
    EXPECT_EQ(run.code, 0);
    EXPECT_NE(run.err.find("no link that moves has a mass: torques are zero"), std::string::npos) << function;
  }
  for (const char* function :
       {"forward-kinematics,jacobian", "regressor", "friction-torque", "inverse-dynamics --parameters vector"})
    EXPECT_EQ(torsor(call + function + " --force").err, "") << function;
}

TEST_F(Generate, HelpHasTheOtherNamesAndListsMayHaveBlanks) {
  const std::string help = torsor("generate --help").out;
  for (const char* name : {"gravity-compensation", "friction-compensation", "observer for observer-start"})
    EXPECT_NE(help.find(name), std::string::npos) << name;
  const ToolRun run = run_tool({"generate", "two-rods", "--functions", "energy, jacobian ", "--json", "--output",
                                std::filesystem::path(path("a")).parent_path().string()});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.json()["functions"][1]["name"], "jacobian");
}

}  // namespace torsor::test::cli_generate_test
