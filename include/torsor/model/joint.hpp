#pragma once

#include <type_traits>

#include "torsor/model/description.hpp"
#include "torsor/spatial/articulated_inertia.hpp"

namespace torsor {

// Every joint frame is proximal and moves about or along its own z. An algorithm asks for a joint's pose, its motion
// and the projection of a force on it, and so reads the same for all kinds; products with zero are never spent.

/// Velocity or acceleration that a joint adds, in the axes of the link it carries.
template <class Angular, class Linear>
struct JointMotion {
  Angular angular;
  Linear linear;
};

struct Revolute {
  template <Scalar S>
  static Transform<S> pose(const Transform<S>& placement, const S* q) {
    const Matrix3<S>& A = placement.R;
    const auto [s, c] = sincos(*q);
    return {{A.xx * c + A.xy * s, A.xy * c - A.xx * s, A.xz,  //
             A.yx * c + A.yy * s, A.yy * c - A.yx * s, A.yz,  //
             A.zx * c + A.zy * s, A.zy * c - A.zx * s, A.zz},
            placement.p};
  }
  template <Scalar S>
  static JointMotion<AlongZ<S>, Zero> motion(const S* qd) {
    return {{*qd}, {}};
  }
  template <Scalar S>
  static void project(const Vector3<S>& moment, const Vector3<S>& /*force*/, S* tau) {
    *tau = moment.z;
  }
  /// Momentum of a body at unit joint velocity: the inertia's column for the joint.
  template <Scalar S>
  static Force<S> unit_momentum(const Inertia<S>& inertia) {
    const Vector3<S>& h = inertia.first_moment;
    const Symmetric3<S>& E = inertia.second_moment;
    return {{-E.xz, -E.yz, E.xx + E.yy}, {-h.y, h.x, S(0.0)}};
  }
  template <Scalar S>
  static Force<S> unit_momentum(const ArticulatedInertia<S>& A) {
    return {{A.I.xz, A.I.yz, A.I.zz}, {A.H.zx, A.H.zy, A.H.zz}};
  }
};

struct Prismatic {
  template <Scalar S>
  static Transform<S> pose(const Transform<S>& placement, const S* q) {
    const Matrix3<S>& A = placement.R;
    return {A, placement.p + *q * Vector3<S>{A.xz, A.yz, A.zz}};
  }
  template <Scalar S>
  static JointMotion<Zero, AlongZ<S>> motion(const S* qd) {
    return {{}, {*qd}};
  }
  template <Scalar S>
  static void project(const Vector3<S>& /*moment*/, const Vector3<S>& force, S* tau) {
    *tau = force.z;
  }
  template <Scalar S>
  static Force<S> unit_momentum(const Inertia<S>& inertia) {
    const Vector3<S>& h = inertia.first_moment;
    return {{h.y, -h.x, S(0.0)}, {S(0.0), S(0.0), inertia.mass}};
  }
  template <Scalar S>
  static Force<S> unit_momentum(const ArticulatedInertia<S>& A) {
    return {{A.H.xz, A.H.yz, A.H.zz}, {A.M.xz, A.M.yz, A.M.zz}};
  }
};

/// (omega_parent + omega) x v: the Coriolis acceleration of a joint that slides with v; nothing where it does not
/// slide.
template <Scalar S, class Linear>
auto sliding_coriolis(const Vector3<S>& omega_parent, const Vector3<S>& omega, const Linear& v) {
  if constexpr (std::is_same_v<Linear, Zero>)
    return Zero{};
  else
    return cross(omega_parent + omega, v);
}

/// Calls `action` with the joint's kind as a type, so that it is compiled once for each kind.
template <class Action>
decltype(auto) with_joint(JointType type, const Action& action) {
  return type == JointType::revolute ? action(Revolute{}) : action(Prismatic{});
}

}  // namespace torsor
