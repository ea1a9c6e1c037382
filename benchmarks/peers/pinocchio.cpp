#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include "pinocchio_model.hpp"

// pinocchio TABLE check|time ..: Pinocchio's header templates, compiled with the flags of this program.
int main(int count, char** values) {
  using namespace pinocchio;
  using Eigen::MatrixXd, Eigen::VectorXd;
  using harness::keep;
  if (count < 3) return 2;
  const harness::JointTable table = harness::read_joint_table(values[1]);
  const harness::PinocchioModel model = harness::pinocchio_model(table);
  DataTpl<double, 0, harness::Joints> data(model);
  const FrameIndex tip = model.frames.size() - 1;
  const harness::States<VectorXd> s(harness::joints_of(table), model.nq, model.nv);
  harness::Program program(harness::joints_of(table));

  const auto vector = [&program](const VectorXd& x) { return program.ordered(x.data()); };
  const auto matrix = [&program](const MatrixXd& M) {
    return program.ordered_matrix([&](int i, int j) { return M(i, j); });
  };
  const auto symmetric = [&program](const MatrixXd& M) {  // of which the upper triangle is computed
    return program.ordered_matrix([&](int i, int j) { return M(std::min(i, j), std::max(i, j)); });
  };
  const auto joined = [](std::initializer_list<std::vector<double>> parts) {
    std::vector<double> all;
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  };

  program.add(
      "inverse_dynamics", "", [&](int k) { keep(rnea(model, data, s.q[k], s.qd[k], s.qdd[k]).data()); },
      [&] { return vector(data.tau); });
  for (const auto [convention, name] : {std::pair(Convention::LOCAL, "local"), std::pair(Convention::WORLD, "world")}) {
    program.add(
        "inertia_matrix", name,
        [&, convention = convention](int k) { keep(crba(model, data, s.q[k], convention).data()); },
        [&] { return symmetric(data.M); });
    program.add(
        "forward_dynamics", name,
        [&, convention = convention](int k) { keep(aba(model, data, s.q[k], s.qd[k], s.tau[k], convention).data()); },
        [&] { return vector(data.ddq); });
  }
  int last = 0;
  program.add(
      "coriolis_matrix", "", [&](int k) { last = k, keep(computeCoriolisMatrix(model, data, s.q[k], s.qd[k]).data()); },
      [&] { return vector(data.C * s.qd[last]); });
  VectorXd parameters(10 * (model.njoints - 1));
  for (int i = 1; i < model.njoints; ++i)
    parameters.segment<10>(10 * (i - 1)) = model.inertias[i].toDynamicParameters();
  program.add(
      "regressor", "", [&](int k) { keep(computeJointTorqueRegressor(model, data, s.q[k], s.qd[k], s.qdd[k]).data()); },
      [&] { return vector(data.jointTorqueRegressor * parameters); });
  program.add(
      "forward_kinematics", "", [&](int k) { forwardKinematics(model, data, s.q[k]), keep(data.oMi.data()); },
      [&] {
        const SE3& pose = updateFramePlacement(model, data, tip);
        std::vector<double> entries(pose.translation().data(), pose.translation().data() + 3);
        for (int i = 0; i < 9; ++i) entries.push_back(pose.rotation()(i / 3, i % 3));
        return entries;
      });
  Eigen::Matrix<double, 6, Eigen::Dynamic> J = Eigen::Matrix<double, 6, Eigen::Dynamic>::Zero(6, model.nv);
  program.add(
      "jacobian", "",
      [&](int k) { computeFrameJacobian(model, data, s.q[k], tip, LOCAL_WORLD_ALIGNED, J), keep(J.data()); },
      [&] { return program.ordered_columns([&](int i, int j) { return J(i, j); }); });
  program.add(
      "inverse_dynamics_derivatives", "",
      [&](int k) { computeRNEADerivatives(model, data, s.q[k], s.qd[k], s.qdd[k]), keep(data.dtau_dq.data()); },
      [&] { return joined({matrix(data.dtau_dq), matrix(data.dtau_dv), symmetric(data.M)}); });
  program.add(
      "forward_dynamics_derivatives", "",
      [&](int k) { computeABADerivatives(model, data, s.q[k], s.qd[k], s.tau[k]), keep(data.ddq_dq.data()); },
      [&] { return joined({matrix(data.ddq_dq), matrix(data.ddq_dv), symmetric(data.Minv)}); });
  const VectorXd none = VectorXd::Zero(model.nv);
  program.add_simulation(s, [&](const VectorXd& q, const VectorXd& qd, VectorXd& qdd) {
    qdd = aba(model, data, q, qd, none, Convention::LOCAL);
  });
  return program.run({values + 2, values + count});
}
