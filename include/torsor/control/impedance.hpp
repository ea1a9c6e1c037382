#pragma once

#include "torsor/control/null_space.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/kinematics/jacobian.hpp"

namespace torsor {

/// What a frame feels like: a spring and a damper to where it should be, in base axes.
template <Scalar S>
struct TipImpedance {
  SixNumbers<S> stiffness, damping;  // N/m and Nm/rad; Ns/m and Nms/rad
  S joint_damping{0.0};              // Nms/rad of every joint: a redundant arm would swing on in itself
  NullSpaceGains null_space{};       // towards the joints of the reference, where it has them
};

/// tau = J^T (K e + D e') + B qdd_r + C qd + g + springs - joint damping: the frame yields to a push as the spring
/// says, without force sensors. Inertia stays as it is, friction too. What the frame does not feel may hold the joints
/// of a redundant arm where they should be. [Hogan 1985; Siciliano et al. 2009, 9.3]
template <Scalar S>
class ImpedanceControl {
 public:
  ImpedanceControl(const Model<S>& model, int frame, TipImpedance<S> impedance)
      : model_(model), frame_(frame), impedance_(impedance), newton_euler_(model), poses_(model.bodies.size()),
        null_space_(model), J_(6, model.nv), still_(model.nv, S(0.0)), beside_(still_) {}

  void operator()(const TipReference<S>& reference, Input<S> q, Input<S> qd, Output<S> tau) {
    const Input<S> qdd = reference.qdd.empty() ? Input<S>(still_) : reference.qdd;
    newton_euler<S>(model_, q, qd, qdd, default_conditions(model_), newton_euler_, tau);
    add_spring_torque<S>(model_, q, tau);
    forward_kinematics<S>(model_, q, poses_);
    jacobian<S>(model_, poses_, frame_, J_.view());
    SixNumbers<S> force = pose_error(reference.pose, frame_pose<S>(model_, poses_, frame_));
    const Vector3<S>&v = reference.velocity.linear, &omega = reference.velocity.angular;
    const SixNumbers<S> wanted{v.x, v.y, v.z, omega.x, omega.y, omega.z};
    for (int a = 0; a < 6; ++a) {
      const auto k = static_cast<std::size_t>(a);
      S rate = wanted[k];
      for (int j = 0; j < model_.nv; ++j) rate -= J_(a, j) * qd[j];
      force[k] = impedance_.stiffness[k] * force[k] + impedance_.damping[k] * rate;
    }
    for (int j = 0; j < model_.nv; ++j) {
      for (int a = 0; a < 6; ++a) tau[j] += J_(a, j) * force[static_cast<std::size_t>(a)];
      tau[j] -= impedance_.joint_damping * qd[j];
    }
    if (!reference.q.empty()) hold_joints(reference, q, qd, tau);
  }

 private:
  void hold_joints(const TipReference<S>& reference, Input<S> q, Input<S> qd, Output<S> tau) {
    const S stiffness(impedance_.null_space.stiffness), damping(impedance_.null_space.damping);
    for (std::size_t j = 0; j < beside_.size(); ++j)
      beside_[j] = stiffness * (reference.q[j] - q[j]) + damping * (reference.qd[j] - qd[j]);
    null_space_.add(model_, q, J_, beside_, tau);
  }

  const Model<S>& model_;
  int frame_;
  TipImpedance<S> impedance_;
  NewtonEulerWorkspace<S> newton_euler_;
  std::vector<Transform<S>> poses_;
  NullSpace<S> null_space_;
  Matrix<S> J_;
  std::vector<S> still_, beside_;
};

}  // namespace torsor
