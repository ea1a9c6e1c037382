#include <gtest/gtest.h>

#include "support/cpu_time.hpp"
#include "torsor/codegen/verify_kernels.hpp"
#include "torsor/codegen/write_kernel.hpp"
#include "torsor/core/error.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::generated_c_test {

const std::string strict = "cc -std=c99 -O0 -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Werror";
const std::string strict_cpp = "c++ -std=c++11 -O0 -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Werror";

/// What is generated, and how well it is looked at.
struct Target {
  Language language = Language::c;
  GeneratedScalar scalar = GeneratedScalar::float64;
  bool parameter_vector = false;
  int states = 100;
  GeneratedSines sines = GeneratedSines::library;
};

/// All kernels of a robot, compiled, beside the library's own algorithms.
void expect_agreement(const std::string& name, const Target& target) {
  const auto& [language, scalar, parameter_vector, states, sines] = target;
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const Model<double> robot = build_model<double>(load_robot(name));
  const KernelTracer tracer(robot, {parameter_vector, -1});
  std::vector<Kernel> kernels;
  for (const std::string& kernel : kernel_names()) kernels.push_back(tracer.trace(kernel));
  const GeneratedFile file{name, identifier(name), {}, scalar, sines};
  const CompiledKernels compiled(write_kernels(kernels, file, language), write_header(kernels, file, language),
                                 file.prefix, language, kernels, {language == Language::c ? strict : strict_cpp},
                                 scalar);
  const RunKernel run = [&](const Kernel& kernel, const std::vector<KernelInputs>& inputs) {
    return compiled.run(kernel, inputs);
  };
  for (const KernelAgreement& agreement : verify_kernels(kernels, KernelCases(robot, tracer, scalar), run, states)) {
    std::printf("  %-20s %-20s %.1e\n", name.c_str(), agreement.kernel.c_str(), agreement.disagreement);
    EXPECT_TRUE(agreement.holds()) << name << ": " << agreement.kernel << " " << agreement.disagreement;
    EXPECT_EQ(agreement.states, states) << name << ": " << agreement.kernel;
  }
}

class GeneratedC : public testing::TestWithParam<std::string> {};

TEST_P(GeneratedC, AgreesWithTheLibrary) { expect_agreement(GetParam(), {.states = 1000}); }
TEST_P(GeneratedC, AgreesWithTheLibraryInFloat) {
  expect_agreement(GetParam(), {.scalar = GeneratedScalar::float32, .states = 1000});
}
TEST_P(GeneratedC, AgreesWithTheLibraryAsCpp) { expect_agreement(GetParam(), {.language = Language::cpp}); }
TEST_P(GeneratedC, AgreesWithTheLibraryWithSinesOfItsOwn) {
  expect_agreement(GetParam(), {.sines = GeneratedSines::inside});
}
TEST(GeneratedCpp, AgreesWithTheLibraryWithSinesOfItsOwn) {
  expect_agreement("showcase", {.language = Language::cpp, .sines = GeneratedSines::inside});
}
TEST(GeneratedCpp, AgreesWithTheLibraryInFloat) {
  expect_agreement("showcase", {.language = Language::cpp, .scalar = GeneratedScalar::float32});
}

std::string test_name(const testing::TestParamInfo<std::string>& robot) { return identifier(robot.param); }
INSTANTIATE_TEST_SUITE_P(Of, GeneratedC, testing::ValuesIn(builtin_robot_names()), test_name);

TEST(GeneratedC, CostsLessToWriteThanToCompile) {
  const Model<double> robot = build_model<double>(load_robot("panda"));
  const double start = cpu_seconds();
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const KernelTracer tracer(robot);
  std::vector<Kernel> kernels;
  for (const std::string& kernel : kernel_names()) kernels.push_back(tracer.trace(kernel));
  const GeneratedFile file{"panda", "panda", {}};
  const std::string source = write_kernels(kernels, file, Language::c),
                    header = write_header(kernels, file, Language::c);
  const double written = cpu_seconds() - start;
  const double then = cpu_seconds_of_programs();
  const CompiledKernels compiled(source, header, "panda", Language::c, kernels, {"cc -std=c99 -O2"});
  const double built = cpu_seconds_of_programs() - then;
  std::printf("  %.3f s of CPU to trace and write, %.3f s to compile\n", written, built);
  EXPECT_LT(written, built);
}

TEST(GeneratedC, CompilesCleanlyWithClangToo) {
  for (const std::string compiler : {"clang", "clang-19"}) {
    if (std::system((compiler + " --version >/dev/null 2>&1").c_str()) != 0) continue;
    ExpressionGraph graph;
    const ExpressionGraph::Use use(graph);
    const KernelTracer tracer(build_model<double>(load_robot("showcase")), {true, -1});
    std::vector<Kernel> kernels;
    for (const std::string& kernel : kernel_names()) kernels.push_back(tracer.trace(kernel));
    const GeneratedFile file{"showcase", "showcase", {}};
    EXPECT_NO_THROW(CompiledKernels(write_kernels(kernels, file, Language::c), write_header(kernels, file, Language::c),
                                    "showcase", Language::c, kernels,
                                    {compiler + " -std=c99 -O0 -Wall -Wextra -Wpedantic -Werror"}));
  }
}

TEST(GeneratedC, TakesTheParametersAsAVector) {
  expect_agreement("showcase", {.parameter_vector = true});
  expect_agreement("rx90", {.parameter_vector = true});
  expect_agreement("showcase", {.scalar = GeneratedScalar::float32, .parameter_vector = true});
}

TEST(VerifyKernels, AResultThatIsNoNumberIsNeverForgotten) {
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const Model<double> robot = build_model<double>(load_robot("one-link"));
  const KernelTracer tracer(robot);
  const std::vector<Kernel> kernels{tracer.trace("gravity-torque")};
  const KernelCases cases(robot, tracer);
  const RunKernel first_is_lost = [&](const Kernel& kernel, const std::vector<KernelInputs>& inputs) {
    KernelRun run;
    for (std::size_t k = 0; k < inputs.size(); ++k) run.outputs.push_back(cases.at(kernel, k + 1).expected);
    run.outputs[0][0] = std::nan("");
    return run;
  };
  EXPECT_FALSE(verify_kernels(kernels, cases, first_is_lost, 10)[0].holds());
}

TEST(GeneratedC, CannotBeCompiledWithoutACompiler) {
  EXPECT_THROW(CompiledKernels("", "", "robot", Language::c, {}, {"no-such-compiler"}), UsageError);
}

}  // namespace torsor::test::generated_c_test
