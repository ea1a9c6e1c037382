#include "torsor/dynamics/operational_space.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>

namespace torsor {
namespace {

// At most six rows: Eigen then takes no memory from the heap.
using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;
using Column = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 6, 1>;
using MapOfRows = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

MapOfRows map(Matrix<double>& matrix) { return {matrix.data.data(), matrix.rows, matrix.columns}; }

/// Row r of J times x.
double row_times(const Matrix<double>& J, int r, Input<double> x) {
  double sum = 0;
  for (int j = 0; j < J.columns; ++j) sum += J(r, j) * x[j];
  return sum;
}

/// Whether the mobility has an inverse, and Lambda where it has one, NaN elsewhere. The diagonal is scaled to 1 first.
void invert_mobility(OperationalSpace& result) {
  const Square A = map(result.mobility);
  const Column reciprocal = A.diagonal().cwiseSqrt().cwiseInverse();
  const Square scaled = reciprocal.asDiagonal() * A * reciprocal.asDiagonal();
  map(result.inertia).setConstant(std::numeric_limits<double>::quiet_NaN());
  result.singular = OperationalSpace::Singular::jacobian;
  result.reciprocal_condition = 0;
  if (!scaled.allFinite()) return;  // a row that cannot move
  const Eigen::SelfAdjointEigenSolver<Square> eigen(scaled);
  const Column& lambda = eigen.eigenvalues();  // the smallest first
  result.reciprocal_condition = std::max(0.0, lambda[0] / lambda[lambda.size() - 1]);
  if (!(result.reciprocal_condition > singular_condition)) return;
  result.singular = OperationalSpace::Singular::nowhere;
  const Square V = reciprocal.asDiagonal() * eigen.eigenvectors();
  map(result.inertia).noalias() = V * lambda.cwiseInverse().asDiagonal() * V.transpose();
}

/// x becomes Lambda x.
void premultiply(const Matrix<double>& inertia, std::vector<double>& x) {
  Column product = Column::Zero(inertia.rows);
  for (int a = 0; a < inertia.rows; ++a) product[a] = row_times(inertia, a, x);
  for (int a = 0; a < inertia.rows; ++a) x[a] = product[a];
}

void factor_inertia(const Model<double>& model, Input<double> q, OperationalSpaceWorkspace& workspace) {
  Matrix<double>&B = workspace.B, &factors = workspace.factors;
  inertia_matrix<double>(model, q, workspace.composite, B.view());
  std::copy(B.data.begin(), B.data.end(), factors.data.begin());
  factor_ltdl<double>(model.velocity_parent, factors.view());
  for (int i = 0; i < model.nv; ++i) workspace.pivots[i] = factors(i, i);
}

/// Jdot qd, linear first, from the motion with qdd = 0.
std::array<double, 6> drift_of(const Frame<double>& frame, const LinkMotion<double>& motion) {
  const Vector3<double> a = point_motion(motion, frame.body, frame.pose.p).acceleration;
  const Vector3<double>& alpha = motion.omega_dot[frame.body];
  return {a.x, a.y, a.z, alpha.x, alpha.y, alpha.z};
}

}  // namespace

OperationalSpaceWorkspace::OperationalSpaceWorkspace(const Model<double>& model)
    : newton_euler(model), composite(model), motion(model), B(model.nv, model.nv), factors(B), J(6, model.nv),
      still(model.nv, 0.0), torque(still), pivots(still) {}

void operational_space(const Model<double>& model, Input<double> q, Input<double> qd, const Vector3<double>& gravity,
                       int frame, std::span<const int> rows, OperationalSpaceWorkspace& workspace,
                       OperationalSpace& result) {
  auto& [scratch, composite, motion, B, factors, J, still, torque, pivots] = workspace;
  const int count = static_cast<int>(rows.size());
  factor_inertia(model, q, workspace);
  link_motion<double>(model, q, qd, still, {}, motion);
  jacobian<double>(model, motion.pose, frame, J.view());
  const auto respond = [&](std::vector<double>& x) {  // x = J B^-1 torque
    solve_ltdl<double>(model.velocity_parent, factors.view(), torque);
    for (int a = 0; a < count; ++a) x[a] = row_times(J, rows[a], torque);
  };
  for (int a = 0; a < count; ++a) {
    for (int j = 0; j < model.nv; ++j) torque[j] = J(rows[a], j);
    respond(result.bias);
    for (int b = 0; b <= a; ++b) result.mobility(a, b) = result.mobility(b, a) = result.bias[b];
  }
  newton_euler<double>(model, q, still, still, {gravity, {}, {}}, scratch, torque);
  respond(result.gravity);
  newton_euler<double>(model, q, qd, still, {}, scratch, torque);
  respond(result.bias);
  const std::array<double, 6> drift = drift_of(model.frames[frame], motion);
  for (int a = 0; a < count; ++a) result.bias[a] -= drift[rows[a]];
  invert_mobility(result);
  result.lost_joint = lost_pivot(B, pivots);
  if (result.lost_joint >= 0) result.singular = OperationalSpace::Singular::inertia_matrix;
  premultiply(result.inertia, result.bias);
  premultiply(result.inertia, result.gravity);
}

OperationalSpace operational_space(const Model<double>& model, Input<double> q, Input<double> qd,
                                   const Vector3<double>& gravity, int frame, std::span<const int> rows) {
  require_state(model, q, qd);
  OperationalSpaceWorkspace workspace(model);
  OperationalSpace result(static_cast<int>(rows.size()));
  operational_space(model, q, qd, gravity, frame, rows, workspace, result);
  return result;
}

OperationalSpace operational_space(const Model<double>& model, Input<double> q, Input<double> qd, int frame,
                                   std::span<const int> rows) {
  return operational_space(model, q, qd, model.gravity, frame, rows);
}

}  // namespace torsor
