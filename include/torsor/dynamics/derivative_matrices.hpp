#pragma once

#include "torsor/dynamics/derivative_sweep.hpp"
#include "torsor/dynamics/torque_slopes.hpp"

namespace torsor {

template <Scalar P, Scalar S>
Vector3<P> spread(const Vector3<S>& v) {
  return {P(v.x), P(v.y), P(v.z)};
}
template <Scalar P, Scalar S>
Force<P> spread(const Force<S>& f) {
  return {spread<P>(f.moment), spread<P>(f.force)};
}

/// Calls `action(first, last)` for the axes of body i and of all below it, towards the base, in runs without gaps.
template <Scalar S, class Action>
void for_axes_to_base(const Model<S>& model, const DerivativeWorkspace<S>& workspace, int i, const Action& action) {
  for (; i > 0; i = workspace.above[i])
    action(workspace.run[i], model.bodies[i].axis + velocity_count(model.bodies[i].joint) - 1);
}

/// Joints that share a coordinate add up in one entry; elsewhere every entry is written once.
template <bool adds, Scalar S>
void put(S& entry, const S& value) {
  if constexpr (adds)
    entry += value;
  else
    entry = value;
}

template <bool adds, Scalar S>
[[gnu::flatten]] void fill_inertia_of_bodies(const Model<S>& model, DerivativeWorkspace<S>& workspace,
                                             MatrixView<S> B) {
  using P = LanesOf<S>;
  constexpr int step = lane_count<S>;
  for (int i = 1; i < model.body_count(); ++i) {
    const int begin = model.bodies[i].axis;
    for (int own = begin; own < begin + velocity_count(model.bodies[i].joint); ++own) {
      const int w = workspace.velocity[own];
      const Force<P> F = spread<P>(workspace.of(own).F.template at<S>(place(own)));
      for_axes_to_base(model, workspace, i, [&](int first, int last) {
        for (int j = first / step * step; j <= last; j += step)
          workspace.to_qdd[j / axes_in_row].set(place(j), dot(workspace.of(j).s.template at<P>(place(j)), F));
        for (int j = first; j <= last; ++j) {
          const S& value = workspace.to_qdd[j / axes_in_row].of[place(j)];
          put<adds>(B(w, workspace.velocity[j]), value);
          if (j < begin) put<adds>(B(workspace.velocity[j], w), value);
        }
      });
    }
  }
}

template <bool adds, Scalar S>
[[gnu::flatten]] void fill_derivatives_of_bodies(const Model<S>& model, DerivativeWorkspace<S>& workspace,
                                                 MatrixView<S> dq, MatrixView<S> dqd) {
  using P = LanesOf<S>;
  constexpr int step = lane_count<S>;
  auto& [pose, v, a, all, run, above, velocity, carried, to_q, to_qd, to_qdd, from_q, from_qd, several] = workspace;
  for (int i = 1; i < model.body_count(); ++i) {
    const int begin = model.bodies[i].axis;
    for (int own = begin; own < begin + velocity_count(model.bodies[i].joint); ++own) {
      const int w = velocity[own], at = place(own);
      const DerivativeRows<S>& here = workspace.of(own);
      const Force<P> F = spread<P>(here.F.template at<S>(at)), F_q = spread<P>(here.F_q.template at<S>(at)),
                     F_qd = spread<P>(here.F_qd.template at<S>(at));
      const Vector3<P> F_above = spread<P>(here.F_above.template at<S>(at));
      for_axes_to_base(model, workspace, i, [&](int first, int last) {
        for (int j = first / step * step; j <= last; j += step) {
          const DerivativeRows<S>& rows = workspace.of(j);
          const int b = j / axes_in_row, k = place(j);
          const Motion<P> s = rows.s.template at<P>(k);
          to_q[b].set(k, dot(rows.s_ddot.template at<P>(k), F) + dot(rows.s_dot.angular.template at<P>(k), F_above));
          to_qd[b].set(k, dot(rows.s_dot_sum.template at<P>(k), F) + dot(s.angular, F_above));
          from_q[b].set(k, dot(s, F_q));
          from_qd[b].set(k, dot(s, F_qd));
        }
        for (int j = first; j <= last; ++j) {
          const int u = velocity[j], b = j / axes_in_row, k = place(j);
          put<adds>(dq(w, u), to_q[b].of[k]);
          put<adds>(dqd(w, u), to_qd[b].of[k]);
          if (j >= begin) continue;  // joint i turns its own axes with it, and the rows say so
          put<adds>(dq(u, w), from_q[b].of[k]);
          put<adds>(dqd(u, w), from_qd[b].of[k]);
        }
      });
    }
  }
}

template <Scalar S>
void set_zero(MatrixView<S> A) {
  for (int k = 0; k < A.rows * A.columns; ++k) A.data[k] = S(0.0);
}

/// Rotors of joint i that turn on its parent: `action(w, u, spin, turned, rows, k)` for every axis below.
template <Scalar S, class Action>
void for_rotors(const Model<S>& model, DerivativeWorkspace<S>& workspace, const Action& action) {
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    if (!body.rotor.gyroscopic) continue;
    const Vector3<S> spin = workspace.pose[body.parent].R * body.rotor.spin;
    const Vector3<S> turned = cross(workspace.v[body.parent].angular, spin);
    for_axes_to_base(model, workspace, body.parent, [&](int first, int last) {
      for (int j = first; j <= last; ++j)
        action(body.v, workspace.velocity[j], spin, turned, workspace.of(j), place(j));
    });
  }
}

/// B, rotors included, from the forces F.
template <Scalar S>
void fill_inertia(const Model<S>& model, DerivativeWorkspace<S>& workspace, MatrixView<S> B) {
  set_zero(B);
  model.followers ? fill_inertia_of_bodies<true>(model, workspace, B)
                  : fill_inertia_of_bodies<false>(model, workspace, B);
  for_rotors(model, workspace, [&](int w, int u, const Vector3<S>& spin, const Vector3<S>&, const auto& rows, int k) {
    const S felt = dot(spin, rows.s.angular.template at<S>(k));
    B(w, u) += felt, B(u, w) += felt;
  });
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    for (int w = body.v; w < body.v + velocity_count(body.joint); ++w) B(w, w) += body.rotor.reflected;
  }
  if (!model.coupled_rotors) return;
  for (const Coupling<S>& coupling : model.couplings) add_coupled(coupling, coupling.rotor_inertia, B);
}

/// Weight that is carried stays upright while its body turns.
template <Scalar S>
void add_carried_weights(const Model<S>& model, const Vector3<S>& gravity, DerivativeWorkspace<S>& workspace,
                         MatrixView<S> dq) {
  if (model.carried.empty()) return;
  for (int i = 1; i < model.body_count(); ++i) {
    const int begin = model.bodies[i].axis;
    for (int own = begin; own < begin + velocity_count(model.bodies[i].joint); ++own) {
      const int w = workspace.velocity[own];
      const Motion<S> s = workspace.of(own).s.template at<S>(place(own));
      const Force<S> F = workspace.carried[i] * Motion<S>{{}, cross(gravity, s.angular)};
      const Vector3<S> felt = cross((workspace.carried[i] * s).force, gravity);
      for_axes_to_base(model, workspace, i, [&](int first, int last) {
        for (int j = first; j <= last; ++j) {
          const Motion<S> other = workspace.of(j).s.template at<S>(place(j));
          dq(w, workspace.velocity[j]) += dot(other.angular, felt);
          if (j < begin) dq(workspace.velocity[j], w) += dot(other, F);
        }
      });
    }
  }
}

/// d tau/dq and d tau/dqd, all that is in tau included. What they hold has to be zero.
template <Scalar S>
void fill_derivatives(const Model<S>& model, Input<S> q, Input<S> qd, const Conditions<S>& conditions,
                      DerivativeWorkspace<S>& workspace, MatrixView<S> dq, MatrixView<S> dqd) {
  model.followers ? fill_derivatives_of_bodies<true>(model, workspace, dq, dqd)
                  : fill_derivatives_of_bodies<false>(model, workspace, dq, dqd);
  for_rotors(model, workspace,
             [&](int w, int u, const Vector3<S>& spin, const Vector3<S>& turned, const auto& rows, int k) {
               const S felt = dot(turned, rows.s.angular.template at<S>(k));
               dq(w, u) +=
                   dot(spin, rows.s_ddot.angular.template at<S>(k)) + dot(turned, rows.s_dot.angular.template at<S>(k));
               dqd(w, u) += dot(spin, rows.s_dot_sum.angular.template at<S>(k)) + felt;
               dqd(u, w) += felt;
             });
  add_carried_weights(model, conditions.gravity, workspace, dq);
  add_friction_slope(model, qd, dqd);
  add_spring_slope(model, q, dq);
}

}  // namespace torsor
