#include "torsor/codegen/customised_count.hpp"

#include "torsor/codegen/symbolic_model.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/ltdl.hpp"
#include "torsor/dynamics/newton_euler_summed_angles.hpp"
#include "torsor/model/size_limits.hpp"

namespace torsor {

CustomisedCount customised_count(const Model<double>& robot) {
  size_limits::require_joints("customised kernels", robot.nv, size_limits::cubic_code_joints,
                              "their operations grow as n^3");
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const SymbolicModel symbolic = symbolic_model(robot);
  const auto& [model, lengths, parameters, q, qd, qdd] = symbolic;
  const Conditions<Expr> conditions = default_conditions(model);
  SummedAnglesWorkspace<Expr> workspace(model);
  const auto torque = [&](const std::vector<Expr>& accelerations) {
    std::vector<Expr> tau(model.nv);
    newton_euler_summed_angles<Expr>(model, q, qd, accelerations, conditions, workspace, tau);
    return tau;
  };
  const std::vector<Expr> tau = torque(qdd), bias = torque(std::vector<Expr>(model.nv));
  Matrix<Expr> B = inertia_matrix(model, q);
  CustomisedCount count;
  count.base_parameters = static_cast<int>(parameters.size());
  count.inverse_dynamics = graph.operations(tau);
  count.bias_torque = graph.operations(bias);
  count.inertia_matrix = graph.operations(B.data);
  std::vector<Expr> columns;
  for (const Expr& parameter : parameters)
    for (const Expr& entry : derivatives(tau, parameter)) columns.push_back(entry);
  count.regressor = graph.operations(columns);
  std::vector<Expr> acceleration;
  acceleration.reserve(static_cast<std::size_t>(model.nv));
  for (int v = 0; v < model.nv; ++v)
    acceleration.push_back(Expr::symbol("tau" + std::to_string(v + 1)) - bias[static_cast<std::size_t>(v)]);
  factor_ltdl<Expr>(model.velocity_parent, B.view());
  solve_ltdl<Expr>(model.velocity_parent, B.view(), acceleration);
  count.forward_dynamics = graph.operations(acceleration);
  return count;
}

}  // namespace torsor
