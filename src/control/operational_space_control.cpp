#include "torsor/control/operational_space_control.hpp"

#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

OperationalSpaceControl::OperationalSpaceControl(const Model<double>& model, int frame, const TipGains& gains)
    : model_(model), frame_(frame), gains_(gains), workspace_(model), space_(6), beside_(model.nv, 0.0) {}

bool OperationalSpaceControl::operator()(const TipReference<double>& reference, Input<double> q, Input<double> qd,
                                         Output<double> tau) {
  operational_space(model_, q, qd, model_.gravity, frame_, all_rows, workspace_, space_);
  const Matrix<double>& J = workspace_.J;
  if (space_.singular != OperationalSpace::Singular::nowhere) {
    newton_euler<double>(model_, q, workspace_.still, workspace_.still, default_conditions(model_),
                         workspace_.newton_euler, tau);
    return false;
  }
  const SixNumbers<double> error =
      pose_error(reference.pose, frame_pose<double>(model_, workspace_.motion.pose, frame_));
  const auto six = [](const Motion<double>& x) -> SixNumbers<double> {
    return {x.linear.x, x.linear.y, x.linear.z, x.angular.x, x.angular.y, x.angular.z};
  };
  const SixNumbers<double> rate = six(reference.velocity), wanted = six(reference.acceleration);
  SixNumbers<double> y{};  // the acceleration that the frame should have, less what the damping beside gives it
  for (int v = 0; v < model_.nv; ++v) beside_[v] = -gains_.joint_damping * qd[v];
  for (int v = 0; v < model_.nv; ++v) tau[v] = beside_[v];
  solve_ltdl<double>(model_.velocity_parent, workspace_.factors.view(), beside_);
  for (int a = 0; a < 6; ++a) {
    const auto k = static_cast<std::size_t>(a);
    double velocity = 0, given = 0;
    for (int v = 0; v < model_.nv; ++v) velocity += J(a, v) * qd[v], given += J(a, v) * beside_[v];
    y[k] = wanted[k] + gains_.stiffness * error[k] + gains_.damping * (rate[k] - velocity) - given;
  }
  for (int a = 0; a < 6; ++a) {
    double force = space_.bias[a] + space_.gravity[a];
    for (int b = 0; b < 6; ++b) force += space_.inertia(a, b) * y[static_cast<std::size_t>(b)];
    for (int v = 0; v < model_.nv; ++v) tau[v] += J(a, v) * force;
  }
  return true;
}

}  // namespace torsor
