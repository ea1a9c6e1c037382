#include <gtest/gtest.h>

#include "torsor/codegen/generate_code.hpp"
#include "torsor/codegen/verify_kernels.hpp"
#include "torsor/codegen/write_kernel.hpp"
#include "torsor/core/error.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/robot_file.hpp"

namespace torsor::test::load_friction_code_test {

const std::string geared = R"(
name: geared
links:
  - name: upper
    joint: revolute
    axis: [0, 1, 0]
    mass: 3
    com: [0.3, 0.02, 0.1]
    inertia: {xx: 0.02, yy: 0.09, zz: 0.08, about: com}
    rotor: {inertia: 2e-4, ratio: 60}
    friction: {viscous: 0.5, coulomb: 1, load: 0.15}
  - name: lower
    joint: revolute
    origin: {xyz: [0.5, 0, 0]}
    axis: [0, 1, 0]
    mass: 2
    com: [0.2, 0.1, 0]
    inertia: {xx: 0.01, yy: 0.04, zz: 0.03, about: com}
    rotor: {inertia: 1e-4, ratio: 40, axis: [0, 0, 1]}
    friction: {viscous: 0.2, coulomb: 0.4, width: 0.05, load: 0.3}
)";

class LoadFrictionCode : public testing::TestWithParam<bool> {};

TEST_P(LoadFrictionCode, InCAgreesWithTheLibrary) {
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const Model<double> robot = build_model<double>(read_robot(geared, "geared.yaml"));
  const KernelTracer tracer(robot, {GetParam(), -1});
  std::vector<Kernel> kernels;
  for (const std::string& name : kernel_names()) kernels.push_back(tracer.trace(name));
  kernels.push_back(tracer.trace("computed-torque"));
  const GeneratedFile file{"geared", "geared", {}, GeneratedScalar::float64, GeneratedSines::library};
  const CompiledKernels compiled(write_kernels(kernels, file, Language::c), write_header(kernels, file, Language::c),
                                 file.prefix, Language::c, kernels, {"cc -std=c99 -O0 -Wall -Wextra -Werror"},
                                 GeneratedScalar::float64);
  const RunKernel run = [&](const Kernel& kernel, const std::vector<KernelInputs>& inputs) {
    return compiled.run(kernel, inputs);
  };
  for (const KernelAgreement& agreement :
       verify_kernels(kernels, KernelCases(robot, tracer, GeneratedScalar::float64), run, 300)) {
    EXPECT_TRUE(agreement.holds()) << agreement.kernel << " " << agreement.disagreement;
    EXPECT_EQ(agreement.states, 300) << agreement.kernel;
  }
}

INSTANTIATE_TEST_SUITE_P(NumbersOrParameters, LoadFrictionCode, testing::Bool());

TEST(LoadFrictionCode, KernelsSayWhatTheyLeaveOut) {
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const KernelTracer tracer(build_model<double>(read_robot(geared, "geared.yaml")));
  EXPECT_EQ(tracer.trace("friction-torque").meaning,
            "friction of joints, dampers and couplings, without what grows with the load");
  EXPECT_EQ(tracer.trace("regressor").meaning, "Y with tau = Y theta + friction that grows with the load");
}

}  // namespace torsor::test::load_friction_code_test
