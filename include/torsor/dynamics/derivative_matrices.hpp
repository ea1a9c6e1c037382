#pragma once

#include "torsor/dynamics/derivative_sweep.hpp"
#include "torsor/dynamics/load_friction_slopes.hpp"
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

/// Where the derivatives go: B, d tau/dq and d tau/dqd.
template <Scalar S>
struct DerivativeMatrices {
  MatrixView<S> B, dq, dqd;
};
/// Which of them are wanted; of the inertia alone what is below the diagonal, and the rest where joints share a row.
enum class Wanted { inertia, derivatives, all };

/// The entries of one axis (its row) with as many axes below it as a P holds, and of those with it (its column).
template <Scalar P>
struct DerivativeEntries {
  P B, dq_row, dqd_row, dq_column, dqd_column;
};

/// What the force of one axis does to the axes below it.
template <Wanted wanted, class P, Scalar S>
class AxisForces {
 public:
  AxisForces(const DerivativeRows<S>& rows, int k)
      : F_(spread<P>(rows.F.template at<S>(k))), F_q_(spread<P>(rows.F_q.template at<S>(k))),
        F_qd_(spread<P>(rows.F_qd.template at<S>(k))), F_above_(spread<P>(rows.F_above.template at<S>(k))) {}

  DerivativeEntries<P> on(const DerivativeRows<S>& rows, int k) const {
    DerivativeEntries<P> entry;
    const Motion<P> s = rows.s.template at<P>(k);
    if constexpr (wanted != Wanted::derivatives) entry.B = dot(s, F_);
    if constexpr (wanted != Wanted::inertia) {
      entry.dq_row = dot(rows.s_ddot.template at<P>(k), F_) + dot(rows.s_dot.angular.template at<P>(k), F_above_);
      entry.dqd_row = dot(rows.s_dot_sum.template at<P>(k), F_) + dot(s.angular, F_above_);
      entry.dq_column = dot(s, F_q_);
      entry.dqd_column = dot(s, F_qd_);
    }
    return entry;
  }

 private:
  Force<P> F_, F_q_, F_qd_;
  Vector3<P> F_above_;
};

/// One lane of entries, into row w and column u; a joint's own axes turn with it, and the rows alone say so.
template <Wanted wanted, bool adds, class P, Scalar S>
void put_entries(const DerivativeEntries<P>& entry, int k, int w, int u, bool own, const DerivativeMatrices<S>& to) {
  if constexpr (wanted != Wanted::derivatives) {
    put<adds>(to.B(w, u), lane<S>(entry.B, k));
    if ((adds || wanted == Wanted::all) && !own) put<adds>(to.B(u, w), lane<S>(entry.B, k));
  }
  if constexpr (wanted != Wanted::inertia) {
    put<adds>(to.dq(w, u), lane<S>(entry.dq_row, k));
    put<adds>(to.dqd(w, u), lane<S>(entry.dqd_row, k));
    if (own) return;
    put<adds>(to.dq(u, w), lane<S>(entry.dq_column, k));
    put<adds>(to.dqd(u, w), lane<S>(entry.dqd_column, k));
  }
}

/// All lanes of entries, into row w and the columns from u on, and into column w.
template <Wanted wanted, class P, Scalar S>
void put_columns(const DerivativeEntries<P>& entry, int w, int u, const DerivativeMatrices<S>& to) {
  if constexpr (wanted != Wanted::derivatives) store_lanes(entry.B, &to.B(w, u));
  if constexpr (wanted != Wanted::inertia) store_lanes(entry.dq_row, &to.dq(w, u));
  if constexpr (wanted != Wanted::inertia) store_lanes(entry.dqd_row, &to.dqd(w, u));
  for (int k = 0; k < lane_count<P>; ++k) {
    if constexpr (wanted == Wanted::all) to.B(u + k, w) = lane<S>(entry.B, k);
    if constexpr (wanted == Wanted::inertia) continue;
    to.dq(u + k, w) = lane<S>(entry.dq_column, k), to.dqd(u + k, w) = lane<S>(entry.dqd_column, k);
  }
}

/// Every axis with those of its own joint and all below it.
template <Wanted wanted, bool adds, class P, Scalar S>
void fill_pairs(const Model<S>& model, DerivativeWorkspace<S>& workspace, const DerivativeMatrices<S>& to) {
  constexpr int step = lane_count<P>;
  const int* velocity = workspace.velocity.data();
  for (int i = 1; i < model.body_count(); ++i) {
    const int begin = model.bodies[i].axis;
    for (int own = begin; own < begin + velocity_count(model.bodies[i].joint); ++own) {
      const AxisForces<wanted, P, S> forces(workspace.of(own), place(own));
      const int w = velocity[own];
      for_axes_to_base(workspace, i, [&](int first, int last) {
        for (int j = first / step * step; j <= last; j += step) {
          const auto entry = forces.on(workspace.of(j), place(j));
          if (!adds && step > 1 && workspace.in_order && j >= first && j + step <= std::min(begin, last + 1)) {
            put_columns<wanted, P, S>(entry, w, j, to);
          } else if (j >= first && j + step <= std::min(begin, last + 1)) {
            for (int k = 0; k < step; ++k) put_entries<wanted, adds, P, S>(entry, k, w, velocity[j + k], false, to);
          } else {
            for (int k = std::max(0, first - j); k < step && j + k <= last; ++k)
              put_entries<wanted, adds, P, S>(entry, k, w, velocity[j + k], j + k >= begin, to);
          }
        }
      });
    }
  }
}

template <Scalar S, class Action>
void for_rotors(const Model<S>& model, DerivativeWorkspace<S>& workspace, const Action& action) {
  for (int i = 1; i < model.body_count(); ++i) for_rotor(model, workspace, i, action);
}

/// B of rotors.
template <Scalar S>
void add_rotor_inertia(const Model<S>& model, DerivativeWorkspace<S>& workspace, MatrixView<S> B) {
  for_rotors(model, workspace, [&](int w, int u, const Vector3<S>& spin, const Vector3<S>&, const auto& rows, int k) {
    const S felt = dot(spin, rows.s.angular.template at<S>(k));
    B(w, u) += felt, B(u, w) += felt;
  });
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<S>& body = model.bodies[i];
    for (int w = body.v; w < body.v + velocity_count(body.joint); ++w) B(w, w) += body.rotor.reflected;
  }
  add_coupled_rotors(model, B);
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
      for_axes_to_base(workspace, i, [&](int first, int last) {
        for (int j = first; j <= last; ++j) {
          const Motion<S> other = workspace.of(j).s.template at<S>(place(j));
          dq(w, workspace.velocity[j]) += dot(other.angular, felt);
          if (j < begin) dq(workspace.velocity[j], w) += dot(other, F);
        }
      });
    }
  }
}

/// d tau/dq and d tau/dqd of rotors.
template <Scalar S>
void add_rotor_derivatives(const Model<S>& model, DerivativeWorkspace<S>& workspace, MatrixView<S> dq,
                           MatrixView<S> dqd) {
  for_rotors(model, workspace,
             [&](int w, int u, const Vector3<S>& spin, const Vector3<S>& turned, const auto& rows, int k) {
               const S felt = dot(turned, rows.s.angular.template at<S>(k));
               dq(w, u) += own_rotor_by_q(spin, turned, rows, k);
               dqd(w, u) += own_rotor_by_qd(spin, felt, rows, k);
               dqd(u, w) += felt;
             });
}

/// The matrices that are wanted, all that is in tau included. They hold zeros before, or anything where the workspace
/// says that they are full.
template <Wanted wanted, class P, Scalar S>
void fill_derivatives(const Model<S>& model, Input<S> q, Input<S> qd, const Conditions<S>& conditions,
                      DerivativeWorkspace<S>& workspace, const DerivativeMatrices<S>& to) {
  if (model.followers)
    fill_pairs<wanted, true, P>(model, workspace, to);
  else
    fill_pairs<wanted, false, P>(model, workspace, to);
  if constexpr (wanted != Wanted::derivatives) add_rotor_inertia(model, workspace, to.B);
  if constexpr (wanted != Wanted::inertia) {
    add_rotor_derivatives(model, workspace, to.dq, to.dqd);
    add_carried_weights(model, conditions.gravity, workspace, to.dq);
    if constexpr (wanted == Wanted::all)  // by itself d tau/dqdd has no use: it is not symmetric any more
      if (model.load_friction) add_load_slopes(model, qd, workspace, to.B, to.dq, to.dqd);
    add_friction_slope(model, qd, to.dqd);
    add_spring_slope(model, q, to.dq);
  }
}

}  // namespace torsor
