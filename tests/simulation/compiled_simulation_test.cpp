#include <gtest/gtest.h>

#include "torsor/codegen/compile.hpp"
#include "torsor/core/error.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"
#include "torsor/simulation/simulator.hpp"

// A simulator that is given compiled forward dynamics moves as one that is not.
namespace torsor::test::compiled_simulation_test {

std::shared_ptr<const RobotKernels> code_of(const Model<double>& model) {
  return compile(smooth_model(model), {"forward-dynamics"}).kernels();
}

TEST(CompiledSimulation, MovesAsTheRunTimeModelDoes) {
  for (const char* name : {"panda", "puma560"}) {  // the PUMA has friction that holds
    const Model<double> model = build_model<double>(read_builtin_robot(name));
    SimulationOptions options;
    options.tolerance = 1e-11;
    const std::vector<double> q(model.nv, 0.3), qd(model.nv, 0.2);
    Simulator plain(model, options);
    options.kernels = code_of(model);
    ASSERT_NE(options.kernels->find("forward-dynamics"), nullptr);
    Simulator compiled(model, options);
    for (Simulator* simulator : {&plain, &compiled}) {
      ASSERT_TRUE(simulator->start(0, q, qd).reached());
      ASSERT_TRUE(simulator->run(0.5).reached());
    }
    for (int v = 0; v < model.nv; ++v) EXPECT_NEAR(plain.q()[v], compiled.q()[v], 1e-8) << name << v;
  }
}

TEST(CompiledSimulation, CodeOfAnotherRobotIsRefused) {
  SimulationOptions options;
  options.kernels = code_of(build_model<double>(read_builtin_robot("two-rods")));
  EXPECT_THROW(Simulator(build_model<double>(read_builtin_robot("puma560")), options), UsageError);
}

TEST(CompiledSimulation, ALoadThatIsGrippedIsFelt) {
  const Model<double> empty = build_model<double>(read_builtin_robot("two-rods"));
  const Model<double> loaded = with_payload(empty, empty.tip, Inertia<double>{3, {}, {}});
  SimulationOptions options;
  Simulator plain(empty, options);
  options.kernels = code_of(empty);
  Simulator compiled(empty, options);
  for (Simulator* simulator : {&plain, &compiled}) {
    ASSERT_TRUE(simulator->start(0, {0.4, 0.2}, {0, 0}).reached());
    ASSERT_TRUE(simulator->run(0.2).reached());
    simulator->set_model(loaded);
    ASSERT_TRUE(simulator->run(0.4).reached());
  }
  for (int v = 0; v < 2; ++v) EXPECT_NEAR(plain.q()[v], compiled.q()[v], 1e-7);
}

}  // namespace torsor::test::compiled_simulation_test
