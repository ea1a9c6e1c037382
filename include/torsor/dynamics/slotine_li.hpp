#pragma once

#include "torsor/dynamics/newton_euler.hpp"

namespace torsor {

template <Scalar S>
struct SlotineLiWorkspace {
  NewtonEulerWorkspace<S> newton_euler;
  std::vector<S> mean, half_difference, still, torque;

  explicit SlotineLiWorkspace(const Model<S>& model)
      : newton_euler(model), mean(model.nv, S(0.0)), half_difference(mean), still(mean), torque(mean) {}
};

/// (qd + v) / 2 and (qd - v) / 2.
template <Scalar S>
void split_velocities(std::span<const S> qd, std::span<const S> v, std::span<S> mean, std::span<S> half_difference) {
  for (std::size_t i = 0; i < qd.size(); ++i) {
    mean[i] = S(0.5) * (qd[i] + v[i]);
    half_difference[i] = S(0.5) * (qd[i] - v[i]);
  }
}

/// tau = B(q) qdd_r + C(q, qd) qd_r + g(q) + J^T h_e with C from the Christoffel symbols, in O(n): what adaptive and
/// passivity-based control asks for. [Slotine, Li 1987]
/// C(q, x) y is symmetric in x and y and C(q, x) x = NE(q, x, 0; 0) is quadratic, so it is the difference of two
/// squares: C(q, qd) qd_r = NE(q, (qd + qd_r)/2, 0; 0) - NE(q, (qd - qd_r)/2, 0; 0).
template <Scalar S>
void slotine_li_torque(const Model<S>& model, std::span<const S> q, std::span<const S> qd, std::span<const S> qd_r,
                       std::span<const S> qdd_r, const Conditions<S>& conditions, SlotineLiWorkspace<S>& workspace,
                       std::span<S> tau) {
  auto& [recursion, mean, half_difference, still, torque] = workspace;
  split_velocities<S>(qd, qd_r, mean, half_difference);
  newton_euler<S>(model, q, mean, qdd_r, conditions, recursion, tau);
  newton_euler<S>(model, q, half_difference, still, {}, recursion, torque);
  for (int i = 0; i < model.nv; ++i) tau[i] -= torque[i];
}

template <Scalar S>
std::vector<S> slotine_li_torque(const Model<S>& model, const std::vector<S>& q, const std::vector<S>& qd,
                                 const std::vector<S>& qd_r, const std::vector<S>& qdd_r,
                                 const Conditions<S>& conditions) {
  SlotineLiWorkspace<S> workspace(model);
  std::vector<S> tau(model.nv, S(0.0));
  slotine_li_torque<S>(model, q, qd, qd_r, qdd_r, conditions, workspace, tau);
  return tau;
}

/// C(q, qd) v for any v, in O(n).
template <Scalar S>
std::vector<S> coriolis_product(const Model<S>& model, const std::vector<S>& q, const std::vector<S>& qd,
                                const std::vector<S>& v) {
  const std::vector<S> still(model.nv, S(0.0));
  return slotine_li_torque(model, q, qd, v, still, Conditions<S>{});
}

}  // namespace torsor
