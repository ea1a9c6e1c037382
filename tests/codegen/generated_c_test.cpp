#include <gtest/gtest.h>

#include "torsor/codegen/verify_kernels.hpp"
#include "torsor/codegen/write_kernel.hpp"
#include "torsor/io/builtin_robots.hpp"
#include "torsor/io/error.hpp"
#include "torsor/model/build_model.hpp"

namespace torsor::test {
namespace {

const std::string strict = "cc -std=c99 -O0 -Wall -Wextra -Wpedantic -Wconversion -Werror";

/// All kernels of a robot, compiled, beside the library's own algorithms.
void expect_agreement(const std::string& name, bool parameter_vector, int states) {
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const Model<double> robot = build_model<double>(io::load_robot(name));
  const KernelTracer tracer(robot, {parameter_vector, -1});
  std::vector<Kernel> kernels;
  for (const std::string& kernel : kernel_names()) kernels.push_back(tracer.trace(kernel));
  const GeneratedFile file{name, identifier(name), {}};
  const CompiledKernels compiled(write_kernels(kernels, file, Language::c), write_header(kernels, file, Language::c),
                                 file.prefix, Language::c, kernels, strict);
  const RunKernel run = [&](const Kernel& kernel, const std::vector<KernelInputs>& inputs) {
    std::vector<std::vector<double>> outputs;
    for (const KernelInputs& input : inputs) outputs.push_back(compiled.call(kernel, input));
    return outputs;
  };
  for (const KernelAgreement& agreement : verify_kernels(kernels, KernelCases(robot, tracer), run, states)) {
    std::printf("  %-20s %-20s %.1e\n", name.c_str(), agreement.kernel.c_str(), agreement.disagreement);
    EXPECT_TRUE(agreement.holds()) << name << ": " << agreement.kernel << " " << agreement.disagreement;
  }
}

class GeneratedC : public testing::TestWithParam<std::string> {};

TEST_P(GeneratedC, AgreesWithTheLibrary) { expect_agreement(GetParam(), false, 1000); }

std::string test_name(const testing::TestParamInfo<std::string>& robot) { return identifier(robot.param); }
INSTANTIATE_TEST_SUITE_P(Of, GeneratedC, testing::ValuesIn(io::builtin_robot_names()), test_name);

TEST(GeneratedC, TakesTheParametersAsAVector) {
  expect_agreement("showcase", true, 100);
  expect_agreement("rx90", true, 100);
}

TEST(GeneratedC, CannotBeCompiledWithoutACompiler) {
  EXPECT_THROW(CompiledKernels("", "", "robot", Language::c, {}, "no-such-compiler"), ComputationError);
}

TEST(GeneratedC, CompilesWhateverTheRobotIsCalled) {
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  Description robot = io::load_robot("one-link");
  robot.name = "a */ int\n#error \\";
  const KernelTracer tracer(build_model<double>(robot));
  const std::vector<Kernel> kernels{tracer.trace("gravity-torque")};
  const GeneratedFile file{robot.name, identifier(robot.name), {"a remark */ of two\nlines \\"}};
  EXPECT_NO_THROW(CompiledKernels(write_kernels(kernels, file, Language::c), write_header(kernels, file, Language::c),
                                  file.prefix, Language::c, kernels, strict));
}

TEST(Identifier, HasLettersDigitsAndUnderscoresOnly) {
  EXPECT_EQ(identifier("two-rods"), "two_rods");
  EXPECT_EQ(identifier("6r"), "robot_6r");
  EXPECT_EQ(identifier("\xC3\xA9t\xC3\xA9"), "__t__");
  EXPECT_EQ(identifier(""), "robot_");
}

}  // namespace
}  // namespace torsor::test
