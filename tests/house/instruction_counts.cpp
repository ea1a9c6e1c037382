#include <cmath>
#include <cstdlib>
#include <string>

#include "torsor/codegen/compile.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/experiments/online_estimator.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace {

/// A state every 20 ms; every fifth ends a block of the load's test.
void identify_on_line(torsor::OnlineMethod method, int states) {
  using namespace torsor;
  OnlineOptions options;
  options.method = method;
  options.forgetting = 60;
  options.load.settle = 0.5;
  OnlineEstimator estimator(load_robot("panda"), options);
  const Model<double>& model = estimator.unknowns().model;
  NewtonEulerWorkspace<double> workspace(model);
  std::vector<double> q(7), qd(7), qdd(7), tau(7);
  for (int k = 0; k < states; ++k) {
    for (int j = 0; j < 7; ++j) {
      const double w = 1 + 0.3 * j, angle = 0.02 * k * w;
      q[j] = std::sin(angle), qd[j] = w * std::cos(angle), qdd[j] = -w * w * q[j];
    }
    inverse_dynamics<double>(model, q, qd, qdd, default_conditions(model), workspace, tau);
    estimator.update(0.02 * k, q, qd, qdd, tau);
  }
}

}  // namespace

// instruction_counts FUNCTION CALLS: calls a function of a Panda so often, for a program that counts instructions.
int main(int count, char** words) {
  using namespace torsor;
  if (count != 3) return 2;
  const std::string function = words[1];
  const int calls = std::atoi(words[2]);
  if (function == "online_forgetting") return identify_on_line(OnlineMethod::forgetting, calls), 0;
  if (function == "online_random-walk") return identify_on_line(OnlineMethod::random_walk, calls), 0;
  const Model<double> model = build_model<double>(load_robot("panda"));
  const Conditions<double> conditions = default_conditions(model);
  const std::vector<double> q{0.3, -0.7, 1.1, -1.9, 0.4, 2.1, -0.6}, qd{0.5, -0.3, 0.2, 0.9, -1.1, 0.7, 0.1};
  const std::vector<double> qdd{1.0, 2.0, -0.5, 0.3, 0.8, -1.2, 0.6};
  const ParameterLayout layout = parameter_layout(model, {});
  std::vector<double> result(7);
  Matrix<double> square(7, 7), Y(7, layout.size());
  NewtonEulerWorkspace<double> newton_euler(model);
  ForwardDynamicsWorkspace<double> forward(model);
  CoriolisMatrixWorkspace<double> coriolis(model);
  RegressorWorkspace<double> regressors(model);
  CompileOptions options;
  options.cache.clear();
  options.compiler = "gcc-12";
  const std::string compiled = "compiled_";
  CompiledRobot robot = compile(
      model,
      function.starts_with(compiled) ? std::vector{function.substr(compiled.size())} : std::vector<std::string>(),
      options);
  if (!robot.complete()) return 1;
  const auto repeat = [calls](const auto& call) {
    for (int k = 0; k < calls; ++k) call();
    return 0;
  };
  if (function == "inverse_dynamics")
    return repeat([&] { inverse_dynamics<double>(model, q, qd, qdd, conditions, newton_euler, result); });
  if (function == "inertia_matrix")
    return repeat([&] { inertia_matrix<double>(model, q, forward.composite, square.view()); });
  if (function == "forward_dynamics")
    return repeat([&] { forward_dynamics<double>(model, q, qd, qdd, conditions, forward, result); });
  if (function == "coriolis_matrix")
    return repeat([&] { coriolis_matrix<double>(model, q, qd, coriolis, square.view()); });
  if (function == "regressor")
    return repeat([&] { regressor<double>(model, layout, q, qd, qdd, conditions, regressors, Y.view()); });
  if (function == "compiled_inverse-dynamics") return repeat([&] { robot.inverse_dynamics(q, qd, qdd, result); });
  if (function == "compiled_forward-dynamics") return repeat([&] { robot.forward_dynamics(q, qd, qdd, result); });
  return 2;
}
