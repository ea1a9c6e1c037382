#include <mujoco/mujoco.h>

#include "harness.hpp"

// mujoco ROBOT.urdf TIP check|time ..: MuJoCo's library as it is packaged, without constraints: the stages that a
// function needs, one after the other. Fixed bases only: MuJoCo's free joint has its linear velocity in other axes.
int main(int count, char** values) {
  using harness::keep;
  if (count < 4) return 2;
  char error[1000] = "";
  mjModel* model = mj_loadXML(values[1], nullptr, error, sizeof error);
  if (model == nullptr) {
    std::fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjData* data = mj_makeData(model);
  model->opt.gravity[0] = model->opt.gravity[1] = 0, model->opt.gravity[2] = harness::gravity;
  const int tip = mj_name2id(model, mjOBJ_BODY, values[2]);
  std::vector<harness::Joint> joints;
  for (int i = 0; i < static_cast<int>(model->njnt); ++i)
    joints.push_back({mj_id2name(model, mjOBJ_JOINT, i), model->jnt_qposadr[i], model->jnt_dofadr[i]});
  const int n = static_cast<int>(model->nv);
  const harness::States<std::vector<double>> s(joints, n, n);
  harness::Program program(joints);

  const std::size_t size = static_cast<std::size_t>(n);
  std::vector<double> x(size), torque(size), M(size * size), J(6 * size);
  const auto set = [size](double* to, const std::vector<double>& from) {
    std::memcpy(to, from.data(), size * sizeof(double));
  };
  const auto position = [&](const std::vector<double>& q) {
    set(data->qpos, q);
    mj_kinematics(model, data);
    mj_comPos(model, data);
  };
  const auto accelerate = [&](const std::vector<double>& q, const std::vector<double>& qd,
                              const std::vector<double>& tau, std::vector<double>& qdd) {
    position(q);
    mj_makeM(model, data);
    mj_factorM(model, data);
    set(data->qvel, qd);
    mj_comVel(model, data);
    mj_rne(model, data, 0, torque.data());
    for (std::size_t i = 0; i < size; ++i) torque[i] = tau[i] - torque[i];
    mj_solveM(model, data, qdd.data(), torque.data(), 1);
  };
  const auto vector = [&] { return program.ordered(x.data()); };

  program.add(
      "inverse_dynamics", "",
      [&](int k) {
        position(s.q[k]);
        set(data->qvel, s.qd[k]), set(data->qacc, s.qdd[k]);
        mj_comVel(model, data);
        mj_rne(model, data, 1, x.data()), keep(x.data());
      },
      vector);
  program.add(
      "inertia_matrix", "",
      [&](int k) {
        position(s.q[k]);
        mj_makeM(model, data);
        mj_fullM(model, data, M.data()), keep(M.data());
      },
      [&] { return program.ordered_matrix([&](int i, int j) { return M[i * n + j]; }); });
  program.add("forward_dynamics", "", [&](int k) { accelerate(s.q[k], s.qd[k], s.tau[k], x), keep(x.data()); }, vector);
  program.add(
      "forward_kinematics", "",
      [&](int k) {
        set(data->qpos, s.q[k]);
        mj_kinematics(model, data), keep(data->xpos);
      },
      [&] {
        std::vector<double> entries(data->xpos + 3 * tip, data->xpos + 3 * tip + 3);
        entries.insert(entries.end(), data->xmat + 9 * tip, data->xmat + 9 * tip + 9);
        return entries;
      });
  program.add(
      "jacobian", "",
      [&](int k) {
        position(s.q[k]);
        mj_jacBody(model, data, J.data(), J.data() + 3 * size, tip), keep(J.data());
      },
      [&] { return program.ordered_columns([&](int i, int j) { return J[i * n + j]; }); });
  const std::vector<double> none(size);
  program.add_simulation(s, [&](const std::vector<double>& q, const std::vector<double>& qd, std::vector<double>& qdd) {
    accelerate(q, qd, none, qdd);
  });
  return program.run({values + 3, values + count});
}
