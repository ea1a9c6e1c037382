#pragma once

#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

template <Scalar S>
struct SlotineLiWorkspace {
  NewtonEulerWorkspace<S> newton_euler;
  std::vector<S> mean, half_difference, bracket, still, torque;

  explicit SlotineLiWorkspace(const Model<S>& model)
      : newton_euler(model), mean(model.nv, S(0.0)), half_difference(mean), bracket(mean), still(mean), torque(mean) {}
};

/// (qd + v) / 2 and (qd - v) / 2, and `bracket` = qdd + [qd, v] / 2, where [x, y] is the product of the two motions of
/// one joint: zero for one degree of freedom, x cross y for a ball.
template <Scalar S>
void split_velocities(const Model<S>& model, Input<S> qd, Input<S> v, Input<S> qdd, Output<S> mean,
                      Output<S> half_difference, Output<S> bracket) {
  const S half(0.5);
  for (std::size_t i = 0; i < qd.size(); ++i) {
    mean[i] = half * (qd[i] + v[i]);
    half_difference[i] = half * (qd[i] - v[i]);
    bracket[i] = qdd[i];
  }
  for (const Body<S>& body : model.bodies) {
    if (velocity_count(body.joint) == 1) continue;
    with_joint(body, [&](auto joint) {
      const auto x = joint.motion(&qd[body.v]), y = joint.motion(&v[body.v]);
      const Vector3<S> zero{};
      const Motion<S> product =
          cross(Motion<S>{zero + x.angular, zero + x.linear}, Motion<S>{zero + y.angular, zero + y.linear});
      for (int k = 0; k < joint.nv; ++k)
        bracket[body.v + k] += half * joint.component(product.angular, product.linear, k);
    });
  }
}

/// tau = B(q) qdd_r + C(q, qd) qd_r + g(q) + J^T h_e with C from the Christoffel symbols, in O(n): what adaptive and
/// passivity-based control asks for. [Slotine, Li 1987]
/// C(q, x) y is symmetric in x and y and C(q, x) x = NE(q, x, 0; 0) is quadratic, so it is the difference of two
/// squares: C(q, qd) qd_r = NE(q, (qd + qd_r)/2, 0; 0) - NE(q, (qd - qd_r)/2, 0; 0). Where joints have several degrees
/// of freedom that is its symmetric part; the other is B [qd, qd_r] / 2.
template <Scalar S>
void slotine_li_torque(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qd_r, Input<S> qdd_r,
                       const Conditions<S>& conditions, SlotineLiWorkspace<S>& workspace, Output<S> tau) {
  assert(fits(model, q, qd, qd_r, qdd_r, tau));
  auto& [recursion, mean, half_difference, bracket, still, torque] = workspace;
  split_velocities<S>(model, qd, qd_r, qdd_r, mean, half_difference, bracket);
  newton_euler<S>(model, q, mean, bracket, conditions, recursion, tau);
  newton_euler<S>(model, q, half_difference, still, {}, recursion, torque);
  for (int i = 0; i < model.nv; ++i) tau[i] -= torque[i];
  for (const Body<S>& body : model.bodies)  // the reflected rotors of a ball or free joint are in B alone
    for (int k = body.v; velocity_count(body.joint) > 1 && k < body.v + velocity_count(body.joint); ++k)
      tau[k] -= body.rotor.reflected * (bracket[k] - qdd_r[k]);
}

template <Scalar S>
std::vector<S> slotine_li_torque(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> qd_r, Input<S> qdd_r,
                                 const Conditions<S>& conditions) {
  require_state(model, q, qd);
  require_velocities(model, "qd_r", qd_r);
  require_velocities(model, "qdd_r", qdd_r);
  SlotineLiWorkspace<S> workspace(model);
  std::vector<S> tau(model.nv, S(0.0));
  slotine_li_torque<S>(model, q, qd, qd_r, qdd_r, conditions, workspace, tau);
  return tau;
}

/// C(q, qd) v for any v, in O(n).
template <Scalar S>
std::vector<S> coriolis_product(const Model<S>& model, Input<S> q, Input<S> qd, Input<S> v) {
  require_state(model, q, qd);
  require_velocities(model, "v", v);
  const std::vector<S> still(model.nv, S(0.0));
  return slotine_li_torque(model, q, qd, v, still, Conditions<S>{});
}

}  // namespace torsor
