#include <pinocchio/autodiff/casadi.hpp>

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include "pinocchio_model.hpp"

// write_casadi TABLE FOLDER/: C code of one robot, from Pinocchio's templates on the symbols of CasADi.
int main(int count, char** values) {
  using casadi::SX;
  using Vector = Eigen::Matrix<SX, Eigen::Dynamic, 1>;
  if (count < 3) return 2;
  const auto model = harness::pinocchio_model(harness::read_joint_table(values[1])).cast<SX>();
  pinocchio::DataTpl<SX, 0, harness::Joints> data(model);
  const SX q = SX::sym("q", model.nq), v = SX::sym("v", model.nv), a = SX::sym("a", model.nv);
  const auto eigen = [](const SX& x) {
    Vector y(x.size1());
    for (int i = 0; i < x.size1(); ++i) y[i] = x(i);
    return y;
  };
  const auto symbols = [](const auto& M) {
    SX y = SX::zeros(M.rows(), M.cols());
    for (int i = 0; i < M.rows(); ++i)
      for (int j = 0; j < M.cols(); ++j) y(i, j) = M(i, j);
    return SX::densify(y);
  };
  casadi::CodeGenerator code("kernels", {{"with_header", true}});
  const auto add = [&](const char* name, const std::vector<SX>& inputs, const std::vector<SX>& outputs) {
    code.add(casadi::Function(name, inputs, outputs));
  };
  const Vector eq = eigen(q), ev = eigen(v), ea = eigen(a);
  pinocchio::rnea(model, data, eq, ev, ea);
  add("inverse_dynamics", {q, v, a}, {symbols(data.tau)});
  pinocchio::crba(model, data, eq, pinocchio::Convention::LOCAL);
  data.M.triangularView<Eigen::StrictlyLower>().setZero();
  add("inertia_matrix", {q}, {symbols(data.M)});
  pinocchio::aba(model, data, eq, ev, ea, pinocchio::Convention::LOCAL);
  add("forward_dynamics", {q, v, a}, {symbols(data.ddq)});
  pinocchio::computeRNEADerivatives(model, data, eq, ev, ea);
  data.M.triangularView<Eigen::StrictlyLower>().setZero();
  add("inverse_dynamics_derivatives", {q, v, a}, {symbols(data.dtau_dq), symbols(data.dtau_dv), symbols(data.M)});
  pinocchio::computeABADerivatives(model, data, eq, ev, ea);
  data.Minv.triangularView<Eigen::StrictlyLower>().setZero();
  add("forward_dynamics_derivatives", {q, v, a}, {symbols(data.ddq_dq), symbols(data.ddq_dv), symbols(data.Minv)});
  code.generate(values[2]);
  return 0;
}
