#include "torsor/control/operational_space_control.hpp"

#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {
namespace {

SixNumbers<double> six(const Motion<double>& x) {
  return {x.linear.x, x.linear.y, x.linear.z, x.angular.x, x.angular.y, x.angular.z};
}

}  // namespace

std::vector<int> movable_rows(const Model<double>& model, int frame, Input<double> q) {
  constexpr double far_from_singular = 1e-4;
  const std::vector<double> still(model.nv, 0.0);
  std::vector<int> rows;
  for (const int row : all_rows) {
    rows.push_back(row);
    if (!(operational_space(model, q, still, frame, rows).reciprocal_condition > far_from_singular)) rows.pop_back();
  }
  return rows;
}

OperationalSpaceControl::OperationalSpaceControl(const Model<double>& model, int frame, TipGains gains)
    : model_(model), frame_(frame), gains_(std::move(gains)), workspace_(model),
      space_(static_cast<int>(gains_.rows.size())), beside_(model.nv, 0.0) {}

void OperationalSpaceControl::set_beside(const TipReference<double>& reference, Input<double> q, Input<double> qd) {
  newton_euler<double>(model_, q, qd, workspace_.still, default_conditions(model_), workspace_.newton_euler, beside_);
  for (int v = 0; v < model_.nv; ++v) beside_[v] -= gains_.joint_damping * qd[v];
  if (reference.q.empty()) return;
  const auto& [stiffness, damping] = gains_.null_space;
  for (int v = 0; v < model_.nv; ++v)
    for (int w = 0; w < model_.nv; ++w)
      beside_[v] += workspace_.B(v, w) *
                    (reference.qdd[w] + stiffness * (reference.q[w] - q[w]) + damping * (reference.qd[w] - qd[w]));
}

bool OperationalSpaceControl::operator()(const TipReference<double>& reference, Input<double> q, Input<double> qd,
                                         Output<double> tau) {
  operational_space(model_, q, qd, model_.gravity, frame_, gains_.rows, workspace_, space_);
  const Matrix<double>& J = workspace_.J;
  if (space_.singular != OperationalSpace::Singular::nowhere) {
    newton_euler<double>(model_, q, workspace_.still, workspace_.still, default_conditions(model_),
                         workspace_.newton_euler, tau);
    return false;
  }
  const SixNumbers<double> error =
      pose_error(reference.pose, frame_pose<double>(model_, workspace_.motion.pose, frame_));
  const SixNumbers<double> rate = six(reference.velocity), wanted = six(reference.acceleration);
  set_beside(reference, q, qd);
  for (int v = 0; v < model_.nv; ++v) tau[v] = beside_[v];
  solve_ltdl<double>(model_.velocity_parent, workspace_.factors.view(), beside_);
  SixNumbers<double> y{};  // the acceleration that the frame should have, less what the joints give it beside
  const std::size_t count = gains_.rows.size();
  for (std::size_t a = 0; a < count; ++a) {
    const int row = gains_.rows[a];
    const auto k = static_cast<std::size_t>(row);
    double velocity = 0, given = 0;
    for (int v = 0; v < model_.nv; ++v) velocity += J(row, v) * qd[v], given += J(row, v) * beside_[v];
    y[a] = wanted[k] + gains_.stiffness[k] * error[k] + gains_.damping[k] * (rate[k] - velocity) - given;
  }
  for (std::size_t a = 0; a < count; ++a) {
    double force = space_.bias[a] + space_.gravity[a];
    for (std::size_t b = 0; b < count; ++b) force += space_.inertia(static_cast<int>(a), static_cast<int>(b)) * y[b];
    for (int v = 0; v < model_.nv; ++v) tau[v] += J(gains_.rows[a], v) * force;
  }
  return true;
}

}  // namespace torsor
