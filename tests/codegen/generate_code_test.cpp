#include "torsor/codegen/generate_code.hpp"

#include "codegen/generated_files.hpp"
#include "torsor/codegen/compiled_kernels.hpp"
#include "torsor/codegen/verify_generated.hpp"
#include "torsor/core/error.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
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

TEST(GenerateCode, HasFloatInCAndCppOnly) {
  GenerateOptions options = functions({"energy"});
  options.scalar = GeneratedScalar::float32;
  for (const Language language : {Language::c, Language::cpp}) {
    options.language = language;
    const std::string source = generate_code(builtin("two-rods"), options).source;
    EXPECT_EQ(source.find("double"), std::string::npos) << source;
    EXPECT_NE(source.find("Scalar: float"), std::string::npos) << source;
  }
  for (const Language language : {Language::python, Language::matlab}) {
    options.language = language;
    EXPECT_THROW(generate_code(builtin("two-rods"), options), UsageError);
  }
}

TEST(GenerateCode, HasSinesOfItsOwnInCAndCppInDoubleOnly) {
  GenerateOptions options = functions({"gravity-torque", "friction-torque"});
  EXPECT_EQ(generate_code(builtin("two-rods"), options).source.find("sines["), std::string::npos);
  options.sines = GeneratedSines::inside;
  const std::string source = generate_code(builtin("two-rods"), options).source;
  EXPECT_NE(source.find("two_rods_sines_and_cosines(2, angles, sines, cosines);"), std::string::npos) << source;
  options.functions = {"friction-torque"};  // which has no sines
  EXPECT_EQ(generate_code(builtin("two-rods"), options).source.find("sines_and_cosines"), std::string::npos);
  options.scalar = GeneratedScalar::float32;
  EXPECT_THROW(generate_code(builtin("two-rods"), options), UsageError);
  options.scalar = GeneratedScalar::float64, options.language = Language::python;
  EXPECT_THROW(generate_code(builtin("two-rods"), options), UsageError);
}

/// Code of a pendulum tells the sine and the cosine of its angle.
TEST(GenerateCode, SinesOfItsOwnAreThoseOfTheLibraryAtEveryAngle) {
  GenerateOptions options = functions({"forward-kinematics"});
  options.sines = GeneratedSines::inside;
  const Model<double> model = builtin("one-link");
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const KernelTracer tracer(model, {});
  const std::vector<Kernel> kernels{tracer.trace("forward-kinematics")};
  const GeneratedCode code = generate_code(model, options);
  const CompiledKernels compiled(code.source, code.header, code.prefix, Language::c, kernels, {"cc -std=c99 -O2"});
  std::vector<KernelInputs> inputs;
  for (const double angle : {0.0, 0.7, -0.8, 1.57, 3.2, -4.8, 1e2, 99999.9, -1e5, 1.1e5, 1e9, -1e300})
    inputs.push_back({{angle}});
  const KernelRun run = compiled.run(kernels[0], inputs);
  ASSERT_EQ(run.outputs.size(), inputs.size()) << run.failure;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const auto poses = forward_kinematics(model, inputs[k][0]);
    const Matrix3<double> R = frame_pose<double>(model, poses, model.tip).R;
    const double expected[] = {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz};
    for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(run.outputs[k][i], expected[i], 4e-16) << inputs[k][0][0];
  }
}

TEST(GenerateCode, GivesFloatCasesThatAFloatHas) {
  GenerateOptions options = functions({"inverse-dynamics"});
  options.scalar = GeneratedScalar::float32;
  options.test_cases = 5;
  const Model<double> model = builtin("two-rods");
  const GeneratedCode code = generate_code(model, options);
  for (const GeneratedCase& one : code.functions[0].cases) {
    for (std::size_t k = 0; k < 3; ++k)
      for (const double x : one[k].second) EXPECT_EQ(static_cast<double>(static_cast<float>(x)), x);
    EXPECT_EQ(one[3].second, inverse_dynamics(model, one[0].second, one[1].second, one[2].second));
  }
}

/// A massless slide behind a mass: B = [m 0; 0 0].
Model<double> singular_robot() {
  return build_model<double>(
      read_robot("name: singular\nlinks:\n  - {joint: prismatic, mass: 2}\n  - {joint: revolute, axis: [1, 0, 0]}\n",
                 "singular.yaml"));
}

bool solves(const std::string& function) {
  return function == "forward_dynamics" || function == "state_derivative" || function == "forward_dynamics_derivatives";
}

TEST(GenerateCode, CompilesWhereTheInertiaMatrixIsSingular) {
  const Model<double> model = singular_robot();
  for (const Language language : {Language::c, Language::cpp, Language::python, Language::matlab})
    for (const GeneratedScalar scalar : {GeneratedScalar::float64, GeneratedScalar::float32}) {
      if (scalar == GeneratedScalar::float32 && header_suffix(language).empty()) continue;
      const Folder folder;
      GenerateOptions options = all_functions(language);
      options.scalar = scalar, options.test_cases = 2;
      const GeneratedCode code = generate_code(model, options);
      ASSERT_EQ(code.warnings.size(), 1u);
      EXPECT_EQ(code.warnings[0],
                "no finite result of forward_dynamics, state_derivative and forward_dynamics_derivatives: the inertia "
                "matrix is singular");
      for (const GeneratedFunction& function : code.functions)
        EXPECT_EQ(function.cases.empty(), solves(function.name)) << function.name;
      const std::string file = write_generated(folder, code, language);
      write_cases(file, code);
      if (header_suffix(language).empty()) {
        expect_scripts_agree(folder);
        continue;
      }
      const GeneratedAgreement agreement = verify_generated(model, file, {10, -1, ""});
      EXPECT_TRUE(agreement.holds());
      for (const KernelAgreement& one : agreement.functions)
        EXPECT_EQ(one.states, solves(one.kernel) ? 0 : 10) << one.kernel;
    }
}

TEST(GenerateCode, TakesVeryDifferentMassesForRegular) {
  const Model<double> model =
      build_model<double>(read_robot("name: crane\nlinks:\n  - {joint: prismatic, mass: 10000}\n"
                                     "  - {joint: prismatic, axis: [1, 0, 0], mass: 1e-6}\n",
                                     "crane.yaml"));
  GenerateOptions options = functions({"forward-dynamics"});
  options.test_cases = 3;
  const GeneratedCode code = generate_code(model, options);
  EXPECT_TRUE(code.warnings.empty());
  EXPECT_EQ(code.functions[0].cases.size(), 3u);
}

TEST(GenerateCode, RefusesARobotWithoutJoints) {
  EXPECT_THROW(generate_code(Model<double>(ModelParts<double>{}), functions({"energy"})), ComputationError);
}

}  // namespace torsor::test::generate_code_test
