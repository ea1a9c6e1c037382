#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/forward_dynamics_derivatives.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/dynamics/regressor.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor_model.hpp"

// torsor ROBOT.urdf TIP check|time ..: the run-time model of this library.
int main(int count, char** values) {
  using namespace torsor;
  using harness::keep;
  if (count < 4) return 2;
  const Model<double> model = harness::torsor_model(values[1]);
  const Conditions<double> conditions = default_conditions(model);
  const int tip = find_frame(model, values[2]);
  if (tip < 0) return 2;
  const harness::States<std::vector<double>> s(harness::joints_of(model), model.nq, model.nv);
  harness::Program program(harness::joints_of(model));

  std::vector<double> x(static_cast<std::size_t>(model.nv));
  Matrix<double> M(model.nv, model.nv), J(6, model.nv);
  std::vector<Transform<double>> poses(model.bodies.size());
  NewtonEulerWorkspace<double> newton_euler_workspace(model);
  InertiaMatrixWorkspace<double> inertia_workspace(model);
  ForwardDynamicsWorkspace<double> forward_workspace(model);
  CoriolisMatrixWorkspace<double> coriolis_workspace(model);
  RegressorWorkspace<double> regressor_workspace(model);
  JacobianWorkspace<double> jacobian_workspace(model);
  DerivativeWorkspace<double> inverse_derivatives_workspace(model);
  ForwardDynamicsDerivativesWorkspace<double> forward_derivatives_workspace(model);
  Matrix<double> by_q = M, by_qd = M;
  const ParameterLayout layout = parameter_layout(model, {});
  const std::vector<double> theta = parameters(model, layout);
  Matrix<double> Y(model.nv, layout.size());
  const auto vector = [&] { return program.ordered(x.data()); };
  const auto matrix = [&] { return program.ordered_matrix([&](int i, int j) { return M(i, j); }); };
  const auto times = [&](const Matrix<double>& A, const std::vector<double>& b) {
    for (int i = 0; i < A.rows; ++i) {
      x[i] = 0;
      for (int j = 0; j < A.columns; ++j) x[i] += A(i, j) * b[j];
    }
    return vector();
  };

  program.add(
      "inverse_dynamics", "",
      [&](int k) {
        inverse_dynamics<double>(model, s.q[k], s.qd[k], s.qdd[k], conditions, newton_euler_workspace, x),
            keep(x.data());
      },
      vector);
  program.add(
      "inertia_matrix", "",
      [&](int k) { inertia_matrix<double>(model, s.q[k], inertia_workspace, M.view()), keep(M.data.data()); }, matrix);
  program.add(
      "forward_dynamics", "",
      [&](int k) {
        forward_dynamics<double>(model, s.q[k], s.qd[k], s.tau[k], conditions, forward_workspace, x), keep(x.data());
      },
      vector);
  int last = 0;
  program.add(
      "coriolis_matrix", "",
      [&](int k) {
        last = k;
        coriolis_matrix<double>(model, s.q[k], s.qd[k], coriolis_workspace, M.view()), keep(M.data.data());
      },
      [&] { return times(M, s.qd[last]); });
  program.add(
      "regressor", "",
      [&](int k) {
        regressor<double>(model, layout, s.q[k], s.qd[k], s.qdd[k], conditions, regressor_workspace, Y.view());
        keep(Y.data.data());
      },
      [&] { return times(Y, theta); });
  program.add(
      "forward_kinematics", "", [&](int k) { forward_kinematics<double>(model, s.q[k], poses), keep(poses.data()); },
      [&] { return harness::entries_of(frame_pose<double>(model, poses, tip)); });
  program.add(
      "jacobian", "",
      [&](int k) { jacobian<double>(model, s.q[k], tip, jacobian_workspace, J.view()), keep(J.data.data()); },
      [&] { return program.ordered_columns([&](int i, int j) { return J(i, j); }); });
  const auto three_matrices = [&] {
    std::vector<double> values;
    for (const Matrix<double>* A : {&by_q, &by_qd, &M}) {
      const std::vector<double> entries = program.ordered_matrix([&](int i, int j) { return (*A)(i, j); });
      values.insert(values.end(), entries.begin(), entries.end());
    }
    return values;
  };
  program.add(
      "inverse_dynamics_derivatives", "",
      [&](int k) {
        inverse_dynamics_derivatives<double>(model, s.q[k], s.qd[k], s.qdd[k], conditions,
                                             inverse_derivatives_workspace, by_q.view(), by_qd.view(), M.view());
        keep(by_q.data.data());
      },
      three_matrices);
  program.add(
      "forward_dynamics_derivatives", "",
      [&](int k) {
        forward_dynamics_derivatives<double>(model, s.q[k], s.qd[k], s.tau[k], conditions,
                                             forward_derivatives_workspace, by_q.view(), by_qd.view(), M.view());
        keep(by_q.data.data());
      },
      three_matrices);
  const std::vector<double> none(x.size());
  program.add_simulation(s, [&](const std::vector<double>& q, const std::vector<double>& qd, std::vector<double>& qdd) {
    forward_dynamics<double>(model, q, qd, none, conditions, forward_workspace, qdd);
  });
  return program.run({values + 3, values + count});
}
