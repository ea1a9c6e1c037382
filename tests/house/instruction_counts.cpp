#include <cstdlib>
#include <string>

#include "torsor/codegen/compile.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

// instruction_counts FUNCTION CALLS: calls a function of a Panda so often, for a program that counts instructions.
int main(int count, char** words) {
  using namespace torsor;
  if (count != 3) return 2;
  const std::string function = words[1];
  const int calls = std::atoi(words[2]);
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
  for (int k = 0; k < calls; ++k) {
    if (function == "inverse_dynamics")
      inverse_dynamics<double>(model, q, qd, qdd, conditions, newton_euler, result);
    else if (function == "inertia_matrix")
      inertia_matrix<double>(model, q, forward.composite, square.view());
    else if (function == "forward_dynamics")
      forward_dynamics<double>(model, q, qd, qdd, conditions, forward, result);
    else if (function == "coriolis_matrix")
      coriolis_matrix<double>(model, q, qd, coriolis, square.view());
    else if (function == "regressor")
      regressor<double>(model, layout, q, qd, qdd, conditions, regressors, Y.view());
    else if (function == "compiled_inverse-dynamics")
      robot.inverse_dynamics(q, qd, qdd, result);
    else if (function == "compiled_forward-dynamics")
      robot.forward_dynamics(q, qd, qdd, result);
    else
      return 2;
  }
}
