#include "path_dynamics.hpp"

#include <algorithm>

#include "torsor/dynamics/spring.hpp"

namespace torsor {
namespace {

bool depends_on_speed(const Friction<double>& friction) {
  return friction.viscous != 0 || friction.viscous_difference != 0 || friction.stribeck != 0 ||
         (friction.width != 0 && (friction.coulomb != 0 || friction.coulomb_difference != 0));
}

double direction_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

PathDynamics::PathDynamics(const Model<double>& model)
    : model_(&model), workspace_(model), resting_(default_conditions(model)), q_(model.nq), dq_(model.nv),
      ddq_(model.nv), still_(model.nv, 0.0) {
  for (const Friction<double>& friction : model.friction) speed_friction_ |= depends_on_speed(friction);
  for (const Coupling<double>& coupling : model.couplings) speed_friction_ |= depends_on_speed(coupling.friction);
}

PathEquations PathDynamics::at_memory(double* memory) const {
  const auto n = static_cast<std::size_t>(model_->nv);
  const auto array = [&](std::size_t k) { return std::span<double>(memory + k * n, n); };
  return {array(0), array(1), array(2), array(3), array(4), array(5)};
}

/// dq and direction are those of the path, or of its joints; a coupling moves with the sum of its joints.
void PathDynamics::add_friction(std::span<const double> dq, double s_dot, std::span<const double> direction,
                                std::span<double> torque) {
  if (model_->frictionless) return;
  for (int v = 0; v < model_->nv; ++v) torque[v] += model_->friction[v].torque(dq[v] * s_dot, direction[v]);
  for (const Coupling<double>& coupling : model_->couplings) {
    const double rate = coupling.combine(&Coupling<double>::Term::v, dq);
    coupling.distribute(coupling.friction.torque(rate * s_dot, direction_of(rate)), torque);
  }
}

/// tau is linear in qdd and quadratic in qd, so that three calls of Newton-Euler give all of it.
void PathDynamics::evaluate(const JointPath& path, double s, double inside, const PathEquations& equations) {
  path.evaluate(inside, q_, dq_, ddq_);
  std::transform(dq_.begin(), dq_.end(), equations.direction.begin(), direction_of);
  constexpr double nudge = 1e-6;  // of the piece: on its own side of a break
  path.evaluate(s + nudge * (inside - s), q_, equations.dq, equations.ddq);
  newton_euler<double>(*model_, q_, still_, equations.dq, weightless_, workspace_, equations.a);
  newton_euler<double>(*model_, q_, equations.dq, equations.ddq, weightless_, workspace_, equations.b);
  newton_euler<double>(*model_, q_, still_, still_, resting_, workspace_, equations.c);
  add_spring_torque<double>(*model_, q_, equations.c);
  add_friction(equations.dq, 0, equations.direction, equations.c);
}

void PathDynamics::friction(const PathEquations& at, double s_dot, std::span<double> torque) {
  std::fill(torque.begin(), torque.end(), 0.0);
  if (!speed_friction_) return;
  add_friction(at.dq, 0, at.direction, torque);
  for (double& value : torque) value = -value;
  add_friction(at.dq, s_dot, at.direction, torque);
}

}  // namespace torsor
