#include "shared_object.hpp"
#include "torsor/model/parameters.hpp"
#include "torsor_model.hpp"

// generated ROBOT.urdf TIP CODE.so check|time ..: the code that torsor generate wrote for this robot.
int main(int count, char** values) {
  using harness::keep;
  if (count < 5) return 2;
  const harness::SharedObject code(values[3]);
  using OfPosition = void(const double*, double*);
  using OfTwo = void(const double*, const double*, double*);
  using OfThree = void(const double*, const double*, const double*, double*);
  const auto robot_inverse_dynamics = code.function<OfThree>("robot_inverse_dynamics");
  const auto robot_forward_dynamics = code.function<OfThree>("robot_forward_dynamics");
  const auto robot_regressor = code.function<OfThree>("robot_regressor");
  const auto robot_coriolis_matrix = code.function<OfTwo>("robot_coriolis_matrix");
  const auto robot_inertia_matrix = code.function<OfPosition>("robot_inertia_matrix");
  const auto robot_jacobian = code.function<OfPosition>("robot_jacobian");
  const auto robot_forward_kinematics =
      code.function<void(const double*, double*, double*)>("robot_forward_kinematics");
  const torsor::Model<double> model = harness::torsor_model(values[1]);  // for the order of joints and parameters
  const std::vector<double> theta = torsor::parameters(model, torsor::parameter_layout(model, {}));
  const harness::States<std::vector<double>> s(harness::joints_of(model), model.nq, model.nv);
  harness::Program program(harness::joints_of(model));
  const std::size_t n = static_cast<std::size_t>(model.nv);
  std::vector<double> x(n), M(n * n), Y(n * theta.size()), J(6 * n), R(9), p(3);

  const auto vector = [&] { return program.ordered(x.data()); };
  const auto times = [&](const std::vector<double>& A, const std::vector<double>& b) {
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = 0;
      for (std::size_t j = 0; j < b.size(); ++j) x[i] += A[i * b.size() + j] * b[j];
    }
    return vector();
  };
  const auto at = [n](int i, int j) { return static_cast<std::size_t>(i) * n + static_cast<std::size_t>(j); };

  program.add(
      "inverse_dynamics", "",
      [&](int k) { robot_inverse_dynamics(s.q[k].data(), s.qd[k].data(), s.qdd[k].data(), x.data()), keep(x.data()); },
      vector);
  program.add(
      "inertia_matrix", "", [&](int k) { robot_inertia_matrix(s.q[k].data(), M.data()), keep(M.data()); },
      [&] { return program.ordered_matrix([&](int i, int j) { return M[at(i, j)]; }); });
  program.add(
      "forward_dynamics", "",
      [&](int k) { robot_forward_dynamics(s.q[k].data(), s.qd[k].data(), s.tau[k].data(), x.data()), keep(x.data()); },
      vector);
  int last = 0;
  program.add(
      "coriolis_matrix", "",
      [&](int k) {
        last = k;
        robot_coriolis_matrix(s.q[k].data(), s.qd[k].data(), M.data()), keep(M.data());
      },
      [&] { return times(M, s.qd[last]); });
  program.add(
      "regressor", "",
      [&](int k) { robot_regressor(s.q[k].data(), s.qd[k].data(), s.qdd[k].data(), Y.data()), keep(Y.data()); },
      [&] { return times(Y, theta); });
  program.add(
      "forward_kinematics", "tip alone",
      [&](int k) { robot_forward_kinematics(s.q[k].data(), R.data(), p.data()), keep(R.data()); },
      [&] {
        std::vector<double> entries(p);
        entries.insert(entries.end(), R.begin(), R.end());
        return entries;
      });
  program.add(
      "jacobian", "", [&](int k) { robot_jacobian(s.q[k].data(), J.data()), keep(J.data()); },
      [&] { return program.ordered_columns([&](int i, int j) { return J[at(i, j)]; }); });
  const std::vector<double> none(n);
  program.add_simulation(s, [&](const std::vector<double>& q, const std::vector<double>& qd, std::vector<double>& qdd) {
    robot_forward_dynamics(q.data(), qd.data(), none.data(), qdd.data());
  });
  return program.run({values + 4, values + count});
}
