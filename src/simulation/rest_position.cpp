#include <algorithm>
#include <cmath>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/dynamics/energy.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/simulation/local_coordinates.hpp"
#include "torsor/simulation/simulate.hpp"

namespace torsor {
namespace {

using linear_algebra::MatrixXd, linear_algebra::VectorXd;

/// What is out of balance at a position, and its derivative along the velocities.
class Balance {
 public:
  Balance(const Model<double>& model, const Surroundings& surroundings)
      : model_(without_friction(model)), surroundings_(surroundings), still_(model.nv, 0.0), moved_(model.nq, 0.0) {}

  VectorXd torque(Input<double> q) const {
    const Conditions<double> conditions = conditions_at(q);
    const std::vector<double> needed = inverse_dynamics<double>(model_, q, still_, still_, conditions);
    std::vector<double> given(model_.nv, 0.0);
    if (surroundings_.torque) surroundings_.torque(0, q, still_, given);
    VectorXd result(model_.nv);
    for (int i = 0; i < model_.nv; ++i) result[i] = needed[i] - given[i];
    return result;
  }
  MatrixXd stiffness(Input<double> q) {
    MatrixXd K(model_.nv, model_.nv);
    const InverseDynamicsDerivatives<double> slope =
        inverse_dynamics_derivatives<double>(model_, q, still_, still_, conditions_at(q));
    for (int i = 0; i < model_.nv; ++i)
      for (int j = 0; j < model_.nv; ++j) K(i, j) = slope.dtau_dq(i, j);
    if (!surroundings_.torque) return K;
    const double by = 1e-7;
    std::vector<double> u(model_.nv, 0.0), before(model_.nv, 0.0), after(model_.nv, 0.0);
    surroundings_.torque(0, q, still_, before);
    for (int j = 0; j < model_.nv; ++j) {
      u.assign(model_.nv, 0.0), after.assign(model_.nv, 0.0);
      u[j] = by;
      move_position<double>(model_, q, u, moved_);
      surroundings_.torque(0, moved_, still_, after);
      for (int i = 0; i < model_.nv; ++i) K(i, j) -= (after[i] - before[i]) / by;
    }
    return K;
  }

 private:
  Conditions<double> conditions_at(Input<double> q) const {
    Conditions<double> conditions = default_conditions(model_);
    if (surroundings_.world) surroundings_.world(0, q, still_, conditions);
    conditions.base = {};
    return conditions;
  }

  Model<double> model_;
  const Surroundings& surroundings_;
  std::vector<double> still_, moved_;
};

}  // namespace

/// Newton's method on the energy: along directions in which it falls like a hill, steps go downhill as well, so that a
/// robot that hangs is found and not one that stands on its head.
RestPosition rest_position(const Model<double>& model, Input<double> q, const Surroundings& surroundings) {
  require_positions(model, q);
  RestPosition result{{q.begin(), q.end()}, false, false, 0};
  Balance balance(model, surroundings);
  std::vector<double> trial(model.nq, 0.0), u(model.nv, 0.0);
  VectorXd torque = balance.torque(result.q);
  double scale = 1e-300;
  for (int turn = 0; turn < 500; ++turn) {
    const MatrixXd K = balance.stiffness(result.q), symmetric = (K + K.transpose()) / 2;
    const linear_algebra::SymmetricEigen eigen = linear_algebra::symmetric_eigen(symmetric);
    const double size = std::max(eigen.values.cwiseAbs().maxCoeff(), 1e-300);
    scale = std::max({scale, torque.cwiseAbs().maxCoeff(), size});
    result.residual = torque.cwiseAbs().maxCoeff();
    result.stable = eigen.values.minCoeff() > 1e-9 * size;
    const VectorXd along = eigen.vectors.transpose() * torque;
    VectorXd step = VectorXd::Zero(model.nv);
    bool saddle = false;
    for (int k = 0; k < model.nv; ++k) {
      const double curvature = eigen.values[k];
      if (std::abs(curvature) < 1e-12 * size) continue;  // nothing holds the robot along it
      if (std::abs(along[k]) <= 1e-13 * scale && curvature > 0) continue;
      if (curvature < 0 && std::abs(along[k]) <= 1e-13 * scale) {
        step += 0.1 * eigen.vectors.col(k), saddle = true;  // at the top of a hill: to one side
        continue;
      }
      step -= along[k] / std::abs(curvature) * eigen.vectors.col(k);
    }
    if (result.residual <= 1e-12 * std::max(scale, 1e-9) && !saddle) {
      result.found = true;
      return result;
    }
    if (const double longest = step.cwiseAbs().maxCoeff(); longest > 0.5) step *= 0.5 / longest;
    if (step.cwiseAbs().maxCoeff() == 0) break;
    for (int i = 0; i < model.nv; ++i) u[i] = step[i];
    move_position<double>(model, result.q, u, trial);
    if (step.cwiseAbs().maxCoeff() < 1e-15) {
      result.found = result.residual <= 1e-9 * scale;
      return result;
    }
    result.q = trial;
    torque = balance.torque(result.q);
  }
  return result;
}

}  // namespace torsor
