#include <gtest/gtest.h>

#include "cli/answer.hpp"
#include "cli/expect_told.hpp"
#include "cli/folder.hpp"
#include "robot_files/temporary_file.hpp"

// From a log to a model, to code of a controller, and back onto the robot.
namespace torsor::test::cli_log_to_controller_test {

bool has_c_compiler() { return std::system("cc --version >/dev/null 2>&1") == 0; }

class LogToController : public testing::TestWithParam<const char*> {
 protected:
  double error_with(const std::string& controller) const {
    const Json control =
        answer("simulate " + folder / "true.yaml --controller " + controller + " --trajectory " + folder / "move.csv" +
               " --gains 400:40 --encoder 1.5e-5 --velocity filtered --rate 10")["control"];
    EXPECT_EQ(control["findings"].size(), 0U);
    return control["overall_rms_error"].get<double>();
  }
  std::string generate(const std::string& model, const std::string& into) const {
    const Json made = answer("generate " + model + " --functions computed-torque --scalar float --name arm --output " +
                             folder / into);
    EXPECT_EQ(made["scalar"], "float");
    return folder / into + "/arm.c";
  }

  Folder folder;
};

TEST_P(LogToController, TracksAtLeastThreeTimesBetterThanWithoutFriction) {
  if (!has_c_compiler()) GTEST_SKIP() << "no C compiler";
  const std::string robot = GetParam(), truth = folder / "true.yaml", nominal = folder / "nominal.yaml",
                    identified = folder / "identified.yaml", log = folder / "log.csv";
  answer("make-log " + robot + " --friction typical --rotors typical --rate 500 --duration 40 --seed 3 --output " +
         log + " --true-robot " + truth);
  ASSERT_EQ(torsor("convert " + truth + " " + nominal + " --no-friction").code, 0);
  ASSERT_EQ(torsor("identify " + nominal + " " + log + " --quick --quiet --output " + identified).code, 0);
  ASSERT_EQ(torsor("trajectory " + robot +
                   " --fourier --steady --seed 11 --period 10 --duration 5 --rate 200 --output " + folder / "move.csv")
                .code,
            0);
  const double before = error_with(generate(nominal, "before")), after = error_with(generate(identified, "after"));
  EXPECT_LT(3 * after, before);
  // The code in float does what the library does.
  EXPECT_NEAR(after, error_with("computed-torque --model " + identified), 1e-3 * after);
  EXPECT_NEAR(before, error_with("computed-torque --model " + nominal), 1e-3 * before);
}

INSTANTIATE_TEST_SUITE_P(OfRealArms, LogToController, testing::Values("panda", "ur10"));

TEST(TrueRobot, IsTheRobotOfTheLog) {
  const Folder folder;
  const std::string common = " --preset clean --samples 400 --rate 100 --output ";
  answer("make-log puma560 --payload 2,0,0,0.1 --friction typical --rotors typical --presliding 0.003 --true-robot " +
         folder / "true.yaml" + common + folder / "a.csv");
  answer("make-log " + folder / "true.yaml" + common + folder / "b.csv");
  EXPECT_EQ(text_of(folder / "a.csv"), text_of(folder / "b.csv"));
  EXPECT_NE(text_of(folder / "true.yaml").find("presliding"), std::string::npos);
}

TEST(GeneratedController, IsRefusedWhereItIsNotOneOfTheRobot) {
  if (!has_c_compiler()) GTEST_SKIP() << "no C compiler";
  const Folder folder;
  ASSERT_EQ(torsor("trajectory two-rods --from 0,0 --to 1,1 --duration 1 --output " + folder / "m.csv").code, 0);
  const auto run = [&](const std::string& controller) {
    return torsor("simulate two-rods --trajectory " + folder / "m.csv" + " --controller " + controller);
  };
  ASSERT_EQ(torsor("generate panda --functions computed-torque --output " + folder / "panda").code, 0);
  expect_told(run(folder / "panda/panda.c"), 3, "expected the joints 2 (joint1, joint2); found 7 (joint1, joint2");
  ASSERT_EQ(torsor("generate two-rods --functions gravity-torque --output " + folder / "gravity").code, 0);
  expect_told(run(folder / "gravity/two_rods.c"), 3, "expected the function computed-torque");
  ASSERT_EQ(
      torsor("generate two-rods --functions computed-torque --parameters vector --output " + folder / "theta").code, 0);
  expect_told(run(folder / "theta/two_rods.c"), 3, "expected masses that are constants");
  expect_told(run(folder / "missing.c"), 2, "missing.c");
  const TemporaryFile other("int main(void) { return 0; }\n", ".c");
  expect_told(run(other.path()), 3, "expected a file with generated code");
  ASSERT_EQ(torsor("generate two-rods --functions computed-torque --output " + folder / "fine").code, 0);
  expect_told(run(folder / "fine/two_rods_loop.c"), 3, "found a program that calls it; is 'two_rods.c' meant?");
  expect_told(run(folder / "fine/two_rods_test.c"), 3, "found a program that calls it; is 'two_rods.c' meant?");
  expect_told(run(folder / "fine/two_rods.c --model two-rods"), 2, "--model");
  expect_told(run("computed-torqe"), 2, "did you mean 'computed-torque'");
}

TEST(GeneratedController, SaysThatItsFileNeedsACompiler) {
  const Folder folder;
  ASSERT_EQ(torsor("trajectory two-rods --from 0,0 --to 1,1 --duration 1 --output " + folder / "m.csv").code, 0);
  ASSERT_EQ(torsor("generate two-rods --functions computed-torque --output " + folder / "code").code, 0);
  const std::string file = folder / "code/two_rods.c";
  ::setenv("CC", "no-such-compiler", 1);
  const ToolRun run = torsor("simulate two-rods --trajectory " + folder / "m.csv" + " --controller " + file);
  ::unsetenv("CC");
  expect_told(run, 2,
              file + ": to run it, expected a C compiler, found 'no-such-compiler'; the variable CC can name one");
}

}  // namespace torsor::test::cli_log_to_controller_test
