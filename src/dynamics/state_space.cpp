#include "torsor/dynamics/state_space.hpp"

#include <unsupported/Eigen/MatrixFunctions>

#include "torsor/dynamics/forward_dynamics_derivatives.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/model/size_limits.hpp"
#include "torsor/spatial/eigen.hpp"

namespace torsor {
namespace {

/// The rate of a deviation in the axes of a link that moves on: -V x dq, with the velocity V of the joint. Zero for
/// joints of one degree of freedom.
void add_turning_axes(const Model<double>& model, Input<double> qd, Matrix<double>& A) {
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<double>& body = model.bodies[i];
    const auto axes = joint_axes(body.joint);
    if (axes.size() < 2) continue;
    Motion<double> V;
    for (std::size_t k = 0; k < axes.size(); ++k)
      (axes[k].turns ? V.angular : V.linear) += qd[body.v + int(k)] * unit_vector<double>(axes[k].column);
    for (std::size_t k = 0; k < axes.size(); ++k) {
      const Vector3<double> unit = unit_vector<double>(axes[k].column);
      const Motion<double> rate = cross(V, axes[k].turns ? Motion<double>{unit, {}} : Motion<double>{{}, unit});
      for (std::size_t row = 0; row < axes.size(); ++row)
        A(body.v + int(row), body.v + int(k)) -= entry(axes[row].turns ? rate.angular : rate.linear, axes[row].column);
    }
  }
}

}  // namespace

LinearisedRobot linearised(const Model<double>& model, Input<double> q, Input<double> qd, Input<double> tau,
                           const Conditions<double>& conditions) {
  require_state(model, q, qd);
  require_velocities(model, "tau", tau);
  const int n = model.nv;
  ForwardDynamicsDerivativesWorkspace<double> workspace(model);
  Matrix<double> dq(n, n), dqd(n, n), dtau(n, n);
  forward_dynamics_derivatives(model, q, qd, tau, conditions, workspace, dq.view(), dqd.view(), dtau.view());
  LinearisedRobot result{{{2 * n, 2 * n}, {2 * n, n}}, workspace.qdd, false};
  result.singular = lost_pivot(inertia_matrix(model, q), workspace.pivots) >= 0;
  auto& [A, B] = result.continuous;
  for (int i = 0; i < n; ++i) {
    A(i, n + i) = 1;
    for (int j = 0; j < n; ++j) A(n + i, j) = dq(i, j), A(n + i, n + j) = dqd(i, j), B(n + i, j) = dtau(i, j);
  }
  add_turning_axes(model, qd, A);
  return result;
}

StateSpace discretised(const StateSpace& continuous, double sample_time) {
  const int n = continuous.A.rows, m = continuous.B.columns;
  size_limits::require_joints("a sampled state space", n / 2, size_limits::small_motion_joints,
                              "the cost of an exponential grows as n^3");
  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(n + m, n + m);
  block.topLeftCorner(n, n) = sample_time * eigen(continuous.A);
  block.topRightCorner(n, m) = sample_time * eigen(continuous.B);
  const Eigen::MatrixXd step = block.exp();
  StateSpace result{{n, n}, {n, m}};
  eigen(result.A) = step.topLeftCorner(n, n);
  eigen(result.B) = step.topRightCorner(n, m);
  return result;
}

}  // namespace torsor
