#include "torsor/control/external_torque.hpp"

#include <cmath>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/model/require_load_free.hpp"

namespace torsor {

double FeltTorque::size() const {
  double sum = 0;
  for (const double x : torque) sum += x * x;
  return std::sqrt(sum);
}

FeltContact contact_at(const Model<double>& model, int frame, const FeltTorque& felt) {
  const Matrix<double> J = jacobian(model, felt.q, frame);
  Eigen::MatrixXd A(model.nv, 3);
  Eigen::VectorXd tau(model.nv);
  for (int v = 0; v < model.nv; ++v) {
    for (int a = 0; a < 3; ++a) A(v, a) = J(a, v);
    tau[v] = felt.torque[static_cast<std::size_t>(v)];
  }
  const Eigen::VectorXd f = linear_algebra::least_squares(A, tau);
  const double size = felt.size();
  return {{f[0], f[1], f[2]}, size > 0 ? (A * f - tau).norm() / size : 0};
}

ExternalTorqueObserver::ExternalTorqueObserver(const Model<double>& model, double gain, double rate)
    : model_(model), observer_(model_, std::vector<double>(static_cast<std::size_t>(model.nv), gain)), rate_(rate),
      exerted_(static_cast<std::size_t>(model.nv), 0.0), held_(exerted_) {
  require_load_free(model, "the observer of torques from outside, which knows no accelerations");
  largest_.torque = exerted_;
}

double ExternalTorqueObserver::tick(double t, Input<double> q, Input<double> qd, Input<double> tau_before,
                                    Input<double> tau_after) {
  if (sample_ < 0) {
    observer_.start(q, qd);
    start_ = last_ = sampled_ = t, sample_ = 0;
    largest_.time = t, largest_.q.assign(q.begin(), q.end());
  }
  for (std::size_t i = 0; i < exerted_.size(); ++i) {
    exerted_[i] += (t - last_) * (held_[i] + tau_before[i]) / 2;
    held_[i] = tau_after[i];
  }
  last_ = t;
  if (const double next = next_sample(); t < next - 1e-9 / rate_) return next;  // whoever calls may round otherwise
  const double dt = t - sampled_;
  if (!(dt > 0)) return next_sample();
  for (double& x : exerted_) x /= dt;
  observer_.step(q, qd, exerted_, dt);
  for (double& x : exerted_) x = 0;
  ++sample_, sampled_ = t;
  const FeltTorque now{t, {}, {observer_.torque().begin(), observer_.torque().end()}};
  if (now.size() > largest_.size()) {
    largest_ = now;
    largest_.q.assign(q.begin(), q.end());
  }
  return next_sample();
}

}  // namespace torsor
