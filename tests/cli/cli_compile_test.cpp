#include <cstdlib>
#include <filesystem>

#include "cli/answer.hpp"
#include "cli/expect_told.hpp"
#include "cli/folder.hpp"

namespace torsor::test::cli_compile_test {

/// Variables of the environment for the length of a test.
class CompileCommand : public testing::Test {
 protected:
  CompileCommand() { set("TORSOR_CACHE", folder_ / "cache"); }
  ~CompileCommand() override {
    for (const auto& [name, value] : before_)
      if (value)
        ::setenv(name.c_str(), value->c_str(), 1);
      else
        ::unsetenv(name.c_str());
  }
  void set(const std::string& name, const std::string& value) {
    const char* now = std::getenv(name.c_str());
    before_.emplace_back(name, now == nullptr ? std::nullopt : std::optional<std::string>(now));
    ::setenv(name.c_str(), value.c_str(), 1);
  }

  Folder folder_;

 private:
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

TEST_F(CompileCommand, SaysWhatItMadeAndWhatItFound) {
  const std::string call = "compile two-rods --functions inverse-dynamics,energy";
  const Json first = answer(call), again = answer(call), anew = answer(call + " --no-cache");
  EXPECT_EQ(keys(first), (Keys{"robot", "instruction_set", "states_at_once", "cache", "complete", "functions"}));
  EXPECT_EQ(keys(first["functions"][0]), (Keys{"name", "code", "seconds", "kept", "why"}));
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(first["functions"][k]["code"], "compiled");
    EXPECT_EQ(again["functions"][k]["code"], "cache");
    EXPECT_EQ(anew["functions"][k]["code"], "compiled");
  }
  EXPECT_EQ(first["cache"], folder_ / "cache");
  EXPECT_TRUE(anew["cache"].is_null());
}

TEST_F(CompileCommand, SlipsAreAnswered) {
  expect_told("compile two-rods --functions inverse-dynamic", 2, "did you mean 'inverse-dynamics'");
  expect_told("compile two-rods --compiler no-such-compiler", 2,
              "--compiler: expected a C compiler, found 'no-such-compiler'");
  expect_told("compile two-rods --compiler false", 1, "not every function of two-rods could be compiled");
  expect_told("compile two-rods --seconds 0", 2, "--seconds: expected more than 0");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "cache"));
}

TEST_F(CompileCommand, BatchesHaveTheSameResults) {
  const std::string states = " " TORSOR_SOURCE_DIR "/examples/two-rods-trajectory.csv";
  for (const std::string& more :
       {std::string(), std::string(" --gravity 1,2,-3"), std::string(" --wrench 1,2,3,4,5,6")}) {
    const std::string call = "batch two-rods" + states + " --functions inverse-dynamics,bias-torque,jacobian" + more;
    const Json plain = answer(call), compiled = answer(call + " --compile");
    for (std::size_t k = 0; k < plain["columns"].size(); ++k)
      EXPECT_NEAR(plain["columns"][k]["rms"].get<double>(), compiled["columns"][k]["rms"].get<double>(), 1e-12) << k;
  }
  EXPECT_TRUE(std::filesystem::exists(folder_ / "cache"));
  EXPECT_NE(torsor("batch two-rods" + states + " --functions coriolis-torque --compile")
                .err.find("coriolis-torque has no compiled form"),
            std::string::npos);
  expect_told("batch two-rods" + states + " --functions energy --compile --base-velocity 1,0,0", 2,
              "--compile: expected a base at rest");
}

TEST_F(CompileCommand, BatchesGoOnWithoutACompiler) {
  set("PATH", folder_ / "");
  set("CC", "");
  const std::string states = " " TORSOR_SOURCE_DIR "/examples/two-rods-trajectory.csv";
  const ToolRun run = torsor("batch two-rods" + states + " --functions energy --compile");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.err.find("energy is not compiled: "), std::string::npos) << run.err;
  EXPECT_NE(run.out.find("kinetic_energy"), std::string::npos);
}

}  // namespace torsor::test::cli_compile_test
