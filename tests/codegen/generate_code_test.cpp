#include "torsor/codegen/generate_code.hpp"

#include <gtest/gtest.h>

#include "cli/folder.hpp"
#include "torsor/codegen/verify_generated.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/write_file.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::generate_code_test {

Model<double> builtin(const char* name) { return build_model<double>(load_robot(name)); }

GenerateOptions functions(std::vector<std::string> names, Language language = Language::c) {
  GenerateOptions options;
  options.functions = std::move(names);
  options.language = language;
  return options;
}

std::string written(const Folder& folder, const GeneratedCode& code, Language language) {
  const std::string stem = folder / code.prefix;
  write_file(stem + source_suffix(language), code.source);
  if (!code.header.empty()) write_file(stem + header_suffix(language), code.header);
  return stem + source_suffix(language);
}

TEST(GenerateCode, GivesCasesThatTheLibraryAgreesWith) {
  const Model<double> model = builtin("two-rods");
  GenerateOptions options = functions({"inverse-dynamics", "gravity-torque"});
  options.test_cases = 3;
  const GeneratedCode code = generate_code(model, options);
  EXPECT_EQ(code.prefix, "two_rods");
  ASSERT_EQ(code.functions.size(), 2u);
  EXPECT_EQ(code.functions[0].name, "inverse_dynamics");
  EXPECT_EQ(code.functions[0].cost.multiplications, 14);
  ASSERT_EQ(code.functions[0].cases.size(), 3u);
  for (const GeneratedCase& one : code.functions[0].cases) {
    ASSERT_EQ(one.size(), 4u);
    EXPECT_EQ(one[0].first, "q");
    EXPECT_EQ(one[3].first, "tau");
    const std::vector<double> tau = inverse_dynamics(model, one[0].second, one[1].second, one[2].second);
    for (std::size_t j = 0; j < 2; ++j) EXPECT_NEAR(one[3].second[j], tau[j], 1e-12);
  }
}

TEST(GenerateCode, SaysWhatItDoesNotKnow) {
  const auto refusal = [](const std::vector<std::string>& names) -> std::string {
    try {
      generate_code(builtin("one-link"), functions(names));
    } catch (const UsageError& error) {
      return error.option() + ": " + error.message();
    }
    return "none";
  };
  EXPECT_TRUE(refusal({}).starts_with("functions: expected at least one of inverse-dynamics, ")) << refusal({});
  EXPECT_TRUE(refusal({"jacobia"}).ends_with("; found 'jacobia'")) << refusal({"jacobia"});
  EXPECT_EQ(refusal({"jacobian", "jacobian"}), "functions: jacobian is named twice");
}

TEST(VerifyGenerated, FindsTheFunctionsOfAFileAndTheirAgreement) {
  const Model<double> model = builtin("two-rods");
  for (const Language language : {Language::c, Language::cpp, Language::python})
    for (const bool parameter_vector : {false, true}) {
      const Folder folder;
      GenerateOptions options = functions({"inverse-dynamics", "jacobian"}, language);
      options.parameter_vector = parameter_vector;
      const std::string file = written(folder, generate_code(model, options), language);
      VerifyGeneratedOptions few;
      few.states = 10;
      const GeneratedAgreement agreement = verify_generated(model, file, few);
      EXPECT_TRUE(agreement.holds()) << file;
      ASSERT_EQ(agreement.functions.size(), 2u);
      EXPECT_EQ(agreement.functions[0].kernel, "inverse_dynamics");
      EXPECT_EQ(agreement.functions[1].states, 10);
      EXPECT_FALSE(agreement.command.empty());
    }
}

TEST(VerifyGenerated, FindsOutAnotherRobotsCode) {
  const Folder folder;
  const std::string file =
      written(folder, generate_code(builtin("two-rods"), functions({"gravity-torque"})), Language::c);
  EXPECT_TRUE(verify_generated(builtin("two-rods"), file, {10, -1, ""}).holds());
  EXPECT_FALSE(verify_generated(builtin("two-point-masses"), file, {10, -1, ""}).holds());
}

TEST(VerifyGenerated, TakesGeneratedFilesOnly) {
  const Folder folder;
  write_file(folder / "mine.c", "int mine;\n");
  write_file(folder / "mine.txt", "");
  const Model<double> model = builtin("one-link");
  EXPECT_THROW(verify_generated(model, folder / "mine.c"), FileError);
  EXPECT_THROW(verify_generated(model, folder / "mine.txt"), UsageError);
  EXPECT_THROW(verify_generated(model, folder / "none.c"), UsageError);
  const std::string file = written(folder, generate_code(model, functions({"energy"})), Language::c);
  EXPECT_THROW(verify_generated(model, file, {0, -1, ""}), UsageError);
  EXPECT_THROW(verify_generated(model, file, {1, -1, "no-such-compiler"}), ComputationError);
}

}  // namespace torsor::test::generate_code_test
