#include "torsor/codegen/verify_generated.hpp"

#include "codegen/generated_files.hpp"
#include "torsor/core/error.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::verify_generated_test {

Model<double> model_of(const std::string& name) { return build_model<double>(load_robot(name)); }

GenerateOptions some_functions(std::vector<std::string> names, Language language = Language::c) {
  GenerateOptions options;
  options.functions = std::move(names);
  options.language = language;
  return options;
}

std::string refusal(const Model<double>& model, const std::string& file, int frame = -1) {
  try {
    verify_generated(model, file, {10, frame, ""});
  } catch (const FileError& error) {
    return error.message();
  }
  return "none";
}

void replace(const std::string& file, const std::string& old_text, const std::string& new_text) {
  std::string text = text_of(file);
  ASSERT_NE(text.find(old_text), std::string::npos) << text.substr(0, 1000);
  text.replace(text.find(old_text), old_text.size(), new_text);
  write_file(file, text);
}

TEST(VerifyGenerated, FindsTheFunctionsOfAFileAndTheirAgreement) {
  const Model<double> model = model_of("two-rods");
  for (const Language language : {Language::c, Language::cpp, Language::python})
    for (const bool parameter_vector : {false, true}) {
      const Folder folder;
      GenerateOptions options = some_functions({"jacobian", "inverse-dynamics"}, language);
      options.parameter_vector = parameter_vector;
      const std::string file = write_generated(folder, generate_code(model, options), language);
      const GeneratedAgreement agreement = verify_generated(model, file, {10, -1, ""});
      EXPECT_TRUE(agreement.holds()) << file;
      ASSERT_EQ(agreement.functions.size(), 2u);
      EXPECT_EQ(agreement.functions[0].kernel, "jacobian");
      EXPECT_EQ(agreement.functions[1].states, 10);
      EXPECT_FALSE(agreement.command.empty());
    }
}

TEST(VerifyGenerated, FindsOutAnotherRobotsCode) {
  const Folder folder;
  const GeneratedCode code = generate_code(model_of("two-rods"), some_functions({"gravity-torque"}));
  const std::string file = write_generated(folder, code, Language::c);
  EXPECT_TRUE(verify_generated(model_of("two-rods"), file, {10, -1, ""}).holds());
  EXPECT_FALSE(verify_generated(model_of("two-point-masses"), file, {10, -1, ""}).holds());
}

TEST(VerifyGenerated, CallsNothingOfARobotWithOtherJoints) {
  for (const Language language : {Language::c, Language::cpp, Language::python, Language::matlab}) {
    const Folder folder;
    for (const bool parameter_vector : {false, true}) {
      GenerateOptions options = all_functions(language);
      options.parameter_vector = parameter_vector;
      const std::string file = write_generated(folder, generate_code(model_of("puma560"), options), language);
      EXPECT_EQ(refusal(model_of("two-rods"), file),
                "expected the joints of 'two-rods': 2 (joint1, joint2); found code of 'puma560': 6 (waist, shoulder, "
                "elbow, wrist-roll, wrist-bend, wrist-swivel)");
    }
  }
}

TEST(VerifyGenerated, CallsNothingWhereJointsStandInAnotherOrder) {
  Description robot = load_robot("two-rods");
  std::swap(robot.links[0].joint_name, robot.links[1].joint_name);
  const Folder folder;
  const GeneratedCode code = generate_code(build_model<double>(robot), some_functions({"energy"}));
  EXPECT_EQ(refusal(model_of("two-rods"), write_generated(folder, code, Language::c)),
            "expected the joints of 'two-rods': 2 (joint1, joint2); found code of 'two-rods': 2 (joint2, joint1)");
}

TEST(VerifyGenerated, CallsNothingWhereJointsHaveOtherPositions) {
  const char* text =
      "name: one\ninertia_about: com\nlinks:\n  - {joint: {type: TYPE, name: a}, mass: 1, inertia: {xx: 1, yy: 1, zz: "
      "1}}\n";
  const auto one = [&](const std::string& type) {
    std::string file = text;
    return build_model<double>(read_robot(file.replace(file.find("TYPE"), 4, type), "one.yaml"));
  };
  const Folder folder;
  const GeneratedCode code = generate_code(one("ball"), some_functions({"energy"}));
  const std::string found = refusal(one("revolute"), write_generated(folder, code, Language::c));
  EXPECT_TRUE(found.starts_with("expected the joints of 'one': 1 (")) << found;
}

TEST(VerifyGenerated, CallsNothingWithOtherParameters) {
  const Folder folder;
  GenerateOptions options = some_functions({"energy"});
  options.parameter_vector = true;
  const std::string file = write_generated(folder, generate_code(model_of("two-rods"), options), Language::c);
  Description geared = load_robot("two-rods");
  geared.links[0].rotor = described::Rotor{1e-3, 50.0, {}};
  const std::string found = refusal(build_model<double>(geared), file);
  EXPECT_TRUE(found.starts_with("expected theta of 'two-rods': 22 (m1, ")) << found;
  EXPECT_NE(found.find("; found code of 'two-rods': 20 (m1, "), std::string::npos) << found;
}

TEST(VerifyGenerated, CallsNothingOfAnotherTipVersionOrFunction) {
  const Model<double> model = model_of("puma560");
  const Folder folder;
  const GeneratedCode code = generate_code(model, some_functions({"jacobian"}));
  const std::string file = write_generated(folder, code, Language::c);
  EXPECT_EQ(refusal(model, file), "none");
  EXPECT_NE(refusal(model, file, 2).find("found code of 'puma560': jacobian(q[6]) -> J[36] of "), std::string::npos);
  replace(file, "Function: jacobian(q[6])", "Function: jacobian(q[60])");
  EXPECT_NE(refusal(model, file).find("expected the function of 'puma560': jacobian(q[6])"), std::string::npos);
  replace(file, "Function: jacobian(", "Function: hessian(");
  EXPECT_NE(refusal(model, file).find("found 'hessian(q[60]) -> "), std::string::npos) << refusal(model, file);
  replace(file, "Interface: 1", "Interface: 0");
  EXPECT_EQ(refusal(model, file), "expected generated code with interface 1, found '0'; generate it again");
  replace(file, "/* Interface: 0 */\n", "");
  EXPECT_EQ(refusal(model, file),
            "expected generated code with interface 1, found one without a number; generate it again");
}

TEST(VerifyGenerated, CallsNothingThatIsListedAndNotThere) {
  const Model<double> model = model_of("two-rods");
  const Folder folder;
  const std::string file = write_generated(folder, generate_code(model, some_functions({"energy"})), Language::c);
  replace(file, "/* Function: energy", "/* Function: gravity_torque(q[2]) -> gravity[2] */\n/* Function: energy");
  EXPECT_EQ(refusal(model, file), "expected a definition of gravity_torque, found none");
}

TEST(VerifyGenerated, KnowsAFileThatWasRenamed) {
  const Model<double> model = model_of("two-rods");
  const Folder folder;
  for (const Language language : {Language::c, Language::python}) {
    const std::string file =
        write_generated(folder, generate_code(model, some_functions({"energy"}, language)), language);
    const std::string renamed = folder / ("other name" + source_suffix(language));
    std::filesystem::rename(file, renamed);
    EXPECT_TRUE(verify_generated(model, renamed, {10, -1, ""}).holds());
  }
}

TEST(VerifyGenerated, MeasuresWhatCancelsByItsParts) {
  const Model<double> model = build_model<double>(read_robot(  // C is zero: the library's and the code's are rounding
      "name: one\ninertia_about: com\nlinks:\n  - {joint: revolute, origin: {rpy: [0.3, 1, 2]}, axis: [1, 2, 3], mass: "
      "3, "
      "com: [0.1, 0.27, 0.31], inertia: {xx: 0.31, yy: 0.23, zz: 0.17, xy: 0.01}}\n",
      "one.yaml"));
  const Folder folder;
  for (const GeneratedScalar scalar : {GeneratedScalar::float64, GeneratedScalar::float32}) {
    GenerateOptions options = some_functions({"coriolis-matrix", "gravity-torque"});
    options.scalar = scalar;
    const std::string file = write_generated(folder, generate_code(model, options), Language::c);
    EXPECT_TRUE(verify_generated(model, file, {100, -1, ""}).holds());
  }
}

TEST(VerifyGenerated, TakesGeneratedFilesOnly) {
  const Folder folder;
  write_file(folder / "mine.c", "int mine;\n");
  write_file(folder / "mine.txt", "");
  const Model<double> model = model_of("one-link");
  EXPECT_THROW(verify_generated(model, folder / "mine.c"), FileError);
  EXPECT_THROW(verify_generated(model, folder / "mine.txt"), UsageError);
  EXPECT_THROW(verify_generated(model, folder / "none.c"), UsageError);
  const std::string file = write_generated(folder, generate_code(model, some_functions({"energy"})), Language::c);
  EXPECT_THROW(verify_generated(model, file, {0, -1, ""}), UsageError);
  EXPECT_THROW(verify_generated(model, file, {1, -1, "no-such-compiler"}), UsageError);
}

TEST(VerifyGenerated, AllowsFloatItsOwnRoundingAndNoMore) {
  const Model<double> model = model_of("puma560");
  const Folder folder;
  GenerateOptions options = some_functions({"inverse-dynamics", "forward-dynamics", "forward-kinematics"});
  options.scalar = GeneratedScalar::float32;
  const std::string file = write_generated(folder, generate_code(model, options), Language::c);
  EXPECT_NE(text_of(file).find("const float q[6]"), std::string::npos);
  EXPECT_EQ(text_of(file).find("double q"), std::string::npos);
  const GeneratedAgreement agreement = verify_generated(model, file, {100, -1, ""});
  EXPECT_TRUE(agreement.holds());
  for (const KernelAgreement& one : agreement.functions) {
    EXPECT_GT(one.difference, 1e-9) << one.kernel;  // it does compute in float
    EXPECT_GT(one.disagreement, 0.5) << one.kernel << ": more is allowed than a hundred times what is needed";
    EXPECT_LT(one.disagreement, 6) << one.kernel << ": what is usual is told too small";
    EXPECT_LE(one.tolerance, 50) << one.kernel;
  }
  replace(file, "sinf(q[1])", "sinf(1.00001f*q[1])");
  EXPECT_FALSE(verify_generated(model, file, {100, -1, ""}).holds());
}

TEST(VerifyGenerated, FindsASmallWristThatIsOffByAThousandth) {
  const Model<double> model = model_of("ur10");
  for (const GeneratedScalar scalar : {GeneratedScalar::float64, GeneratedScalar::float32}) {
    const Folder folder;
    GenerateOptions options = some_functions({"inverse-dynamics", "forward-dynamics", "gravity-torque"});
    options.scalar = scalar;
    const std::string file = write_generated(folder, generate_code(model, options), Language::c);
    ASSERT_TRUE(verify_generated(model, file, {50, -1, "cc -O0"}).holds());
    const bool single = scalar == GeneratedScalar::float32;
    replace(file, "  tau[5] = ", single ? "  tau[5] = 1.001f*(" : "  tau[5] = 1.001*(");
    std::string text = text_of(file);
    text.insert(text.find(';', text.find("  tau[5] = 1.001")), ")");
    write_file(file, text);
    const GeneratedAgreement agreement = verify_generated(model, file, {50, -1, "cc -O0"});
    EXPECT_FALSE(agreement.functions[0].holds());
    EXPECT_EQ(agreement.functions[0].entry, "tau[5]");
    EXPECT_TRUE(agreement.functions[1].holds() && agreement.functions[2].holds());
  }
}

TEST(VerifyGenerated, CompilersStayFarBelowWhatIsAllowed) {
  const Model<double> model = model_of("ur10");
  const Folder folder;
  GenerateOptions options = some_functions({"inverse-dynamics", "forward-dynamics"});
  for (const GeneratedScalar scalar : {GeneratedScalar::float64, GeneratedScalar::float32})
    for (const std::string compiler : {"cc", "clang-19"})
      for (const std::string flags : {" -O0", " -O3 -march=native -ffp-contract=fast"}) {
        if (std::system((compiler + " --version >/dev/null 2>&1").c_str()) != 0) continue;
        options.scalar = scalar;
        const std::string file = write_generated(folder, generate_code(model, options), Language::c);
        for (const KernelAgreement& one : verify_generated(model, file, {100, -1, compiler + flags}).functions)
          EXPECT_LT(one.disagreement, 0.3 * one.tolerance) << compiler << flags << ": " << one.kernel;
      }
}

}  // namespace torsor::test::verify_generated_test
