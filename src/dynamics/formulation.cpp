#include "torsor/dynamics/formulation.hpp"

#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/lagrange_euler.hpp"
#include "torsor/dynamics/newton_euler_base_frame.hpp"
#include "torsor/dynamics/spring.hpp"
#include "torsor/model/size_limits.hpp"

namespace torsor {

std::vector<double> inverse_dynamics_by(Formulation formulation, const Model<double>& model, Input<double> q,
                                        Input<double> qd, Input<double> qdd, const Conditions<double>& conditions) {
  require_state(model, q, qd, qdd);
  if (formulation == Formulation::newton_euler) return inverse_dynamics(model, q, qd, qdd, conditions);
  std::vector<double> tau(model.nv);
  if (formulation == Formulation::lagrange_euler) {
    size_limits::require_joints("Lagrange-Euler", model.nv, size_limits::lagrange_euler_joints,
                                "its matrices grow as n^3");
    tau = lagrange_euler_torque(model, q, qd, qdd, conditions);
  } else {
    NewtonEulerBaseFrameWorkspace<double> workspace(model);
    newton_euler_base_frame(model, q, qd, qdd, conditions, workspace, tau);
  }
  add_friction_torque(model, qd, tau);
  if (model.load_friction) {
    const std::vector<double> load = load_friction_torque(model, q, qd, qdd, conditions);
    for (int v = 0; v < model.nv; ++v) tau[v] += load[v];
  }
  add_spring_torque(model, q, tau);
  return tau;
}

}  // namespace torsor
