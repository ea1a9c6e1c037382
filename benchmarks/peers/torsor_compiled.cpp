#include "torsor/codegen/compile.hpp"
#include "torsor/model/parameters.hpp"
#include "torsor_model.hpp"

// torsor_compiled ROBOT.urdf TIP check|time ..: code that this library compiled for the robot, a state a call.
int main(int count, char** values) {
  using namespace torsor;
  using harness::keep;
  if (count < 4) return 2;
  const Model<double> model = harness::torsor_model(values[1]);
  CompileOptions options;
  options.frame = find_frame(model, values[2]);
  if (options.frame < 0) return 2;
  CompiledRobot robot =
      compile(model,
              {"inverse-dynamics", "inertia-matrix", "forward-dynamics", "coriolis-matrix", "regressor",
               "forward-kinematics", "jacobian", "inverse-dynamics-derivatives", "forward-dynamics-derivatives"},
              options);
  const harness::States<std::vector<double>> s(harness::joints_of(model), model.nq, model.nv);
  harness::Program program(harness::joints_of(model));
  const std::vector<double> theta = parameters(model, parameter_layout(model, all_of(model)));
  std::vector<double> x(static_cast<std::size_t>(model.nv)), pose(12);
  Matrix<double> M(model.nv, model.nv), J(6, model.nv), slopes(3 * model.nv, model.nv),
      Y(model.nv, static_cast<int>(theta.size()));
  const auto vector = [&] { return program.ordered(x.data()); };
  const auto times = [&](const Matrix<double>& A, const std::vector<double>& b) {
    for (int i = 0; i < A.rows; ++i) {
      x[i] = 0;
      for (int j = 0; j < A.columns; ++j) x[i] += A(i, j) * b[j];
    }
    return vector();
  };
  const auto all_slopes = [&] {
    std::vector<double> all;
    for (int part = 0; part < 3; ++part) {
      const auto one = program.ordered_matrix([&](int i, int j) { return slopes(part * model.nv + i, j); });
      all.insert(all.end(), one.begin(), one.end());
    }
    return all;
  };

  program.add(
      "inverse_dynamics", "", [&](int k) { robot.inverse_dynamics(s.q[k], s.qd[k], s.qdd[k], x), keep(x.data()); },
      vector);
  program.add(
      "inertia_matrix", "", [&](int k) { robot.inertia_matrix(s.q[k], M.view()), keep(M.data.data()); },
      [&] { return program.ordered_matrix([&](int i, int j) { return M(i, j); }); });
  program.add(
      "forward_dynamics", "", [&](int k) { robot.forward_dynamics(s.q[k], s.qd[k], s.tau[k], x), keep(x.data()); },
      vector);
  int last = 0;
  program.add(
      "coriolis_matrix", "",
      [&](int k) { last = k, robot.coriolis_matrix(s.q[k], s.qd[k], M.view()), keep(M.data.data()); },
      [&] { return times(M, s.qd[last]); });
  program.add(
      "regressor", "", [&](int k) { robot.regressor(s.q[k], s.qd[k], s.qdd[k], Y.view()), keep(Y.data.data()); },
      [&] { return times(Y, theta); });
  program.add(
      "forward_kinematics", "tip alone", [&](int k) { robot.forward_kinematics(s.q[k], pose), keep(pose.data()); },
      [&] { return pose; });
  program.add(
      "jacobian", "", [&](int k) { robot.jacobian(s.q[k], J.view()), keep(J.data.data()); },
      [&] { return program.ordered_columns([&](int i, int j) { return J(i, j); }); });
  program.add(
      "inverse_dynamics_derivatives", "",
      [&](int k) {
        robot.inverse_dynamics_derivatives(s.q[k], s.qd[k], s.qdd[k], slopes.view()), keep(slopes.data.data());
      },
      all_slopes);
  program.add(
      "forward_dynamics_derivatives", "",
      [&](int k) {
        robot.forward_dynamics_derivatives(s.q[k], s.qd[k], s.tau[k], slopes.view()), keep(slopes.data.data());
      },
      all_slopes);
  const std::vector<double> none(x.size());
  program.add_simulation(s, [&](const std::vector<double>& q, const std::vector<double>& qd, std::vector<double>& qdd) {
    robot.forward_dynamics(q, qd, none, qdd);
  });
  return program.run({values + 3, values + count});
}
