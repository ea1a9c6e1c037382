#pragma once

#include <cstdlib>
#include <span>
#include <type_traits>

#include "torsor/model/description.hpp"
#include "torsor/model/joint_positions.hpp"
#include "torsor/spatial/articulated_inertia.hpp"

namespace torsor {

// Every joint frame is proximal; a joint of one degree of freedom moves about or along its own z. An algorithm asks for
// a joint's pose, its motion and the projection of a force on it, and so reads the same for all kinds; products with
// zero are never spent.

/// Velocity or acceleration that a joint adds, in the axes of the link it carries.
template <class Angular, class Linear>
struct JointMotion {
  Angular angular;
  Linear linear;
};

/// Turns about its z.
struct Revolute {
  static constexpr int nq = 1, nv = 1;

  /// The frame of a joint that has turned by an angle.
  template <Scalar S>
  static Transform<S> turned(const Transform<S>& placement, const SinCos<S>& angle) {
    const Matrix3<S>& A = placement.R;
    const auto& [s, c] = angle;
    return {{A.xx * c + A.xy * s, A.xy * c - A.xx * s, A.xz,  //
             A.yx * c + A.yy * s, A.yy * c - A.yx * s, A.yz,  //
             A.zx * c + A.zy * s, A.zy * c - A.zx * s, A.zz},
            placement.p};
  }
  /// The joint's frame in that of its parent; its positions begin at `at`.
  template <Scalar S>
  static Transform<S> pose(const Transform<S>& placement, JointPositions<S>& positions, int at) {
    return turned(placement, positions.turn(at));
  }
  template <Scalar S>
  static JointMotion<AlongZ<S>, Zero> motion(const S* qd) {
    return {{*qd}, {}};
  }
  /// a += s_k qdd: what axis `k` adds to an acceleration.
  template <Scalar S>
  static void add_axis(Motion<S>& a, int /*k*/, const S& qdd) {
    a.angular.z += qdd;
  }
  /// What the joint feels of a force at its axis `k`.
  template <Scalar S>
  static S component(const Vector3<S>& moment, const Vector3<S>& /*force*/, int /*k*/) {
    return moment.z;
  }
  /// Momentum of a body at unit velocity about axis `k`: the inertia's column for it.
  template <Scalar S>
  static Force<S> unit_momentum(const Inertia<S>& inertia, int /*k*/) {
    const Vector3<S>& h = inertia.first_moment;
    const Symmetric3<S>& E = inertia.second_moment;
    return {{-E.xz, -E.yz, E.xx + E.yy}, {-h.y, h.x, S(0.0)}};
  }
  template <Scalar S>
  static Force<S> unit_momentum(const ArticulatedInertia<S>& A, int /*k*/) {
    return {{A.I.xz, A.I.yz, A.I.zz}, {A.H.zx, A.H.zy, A.H.zz}};
  }
};

/// Slides along its z.
struct Prismatic {
  static constexpr int nq = 1, nv = 1;

  /// The frame of a joint that has slid by a length.
  template <Scalar S>
  static Transform<S> slid(const Transform<S>& placement, const S& length) {
    const Matrix3<S>& A = placement.R;
    return {A, placement.p + length * Vector3<S>{A.xz, A.yz, A.zz}};
  }
  template <Scalar S>
  static Transform<S> pose(const Transform<S>& placement, JointPositions<S>& positions, int at) {
    return slid(placement, *positions.at(at));
  }
  template <Scalar S>
  static JointMotion<Zero, AlongZ<S>> motion(const S* qd) {
    return {{}, {*qd}};
  }
  template <Scalar S>
  static void add_axis(Motion<S>& a, int /*k*/, const S& qdd) {
    a.linear.z += qdd;
  }
  template <Scalar S>
  static S component(const Vector3<S>& /*moment*/, const Vector3<S>& force, int /*k*/) {
    return force.z;
  }
  template <Scalar S>
  static Force<S> unit_momentum(const Inertia<S>& inertia, int /*k*/) {
    const Vector3<S>& h = inertia.first_moment;
    return {{h.y, -h.x, S(0.0)}, {S(0.0), S(0.0), inertia.mass}};
  }
  template <Scalar S>
  static Force<S> unit_momentum(const ArticulatedInertia<S>& A, int /*k*/) {
    return {{A.H.xz, A.H.yz, A.H.zz}, {A.M.xz, A.M.yz, A.M.zz}};
  }
};

template <Scalar S>
const S& entry(const Vector3<S>& v, int k) {
  return k == 0 ? v.x : k == 1 ? v.y : v.z;
}
template <Scalar S>
Vector3<S> unit_vector(int k) {
  return {S(k == 0 ? 1.0 : 0.0), S(k == 1 ? 1.0 : 0.0), S(k == 2 ? 1.0 : 0.0)};
}

/// Turns about a point. Its position is a unit quaternion w x y z, its velocity the rotation in the axes of the link.
struct Ball {
  static constexpr int nq = 4, nv = 3;

  template <Scalar S>
  static Transform<S> pose(const Transform<S>& placement, JointPositions<S>& positions, int at) {
    const S* q = positions.at(at);
    return {placement.R * rotation_of_quaternion(q[0], q[1], q[2], q[3]), placement.p};
  }
  template <Scalar S>
  static JointMotion<Vector3<S>, Zero> motion(const S* qd) {
    return {{qd[0], qd[1], qd[2]}, {}};
  }
  template <Scalar S>
  static void add_axis(Motion<S>& a, int k, const S& qdd) {
    a.angular += qdd * unit_vector<S>(k);
  }
  template <Scalar S>
  static S component(const Vector3<S>& moment, const Vector3<S>& /*force*/, int k) {
    return entry(moment, k);
  }
  template <class AnyInertia>
  static auto unit_momentum(const AnyInertia& inertia, int k) {
    using S = scalar_of<AnyInertia>;
    return inertia * Motion<S>{unit_vector<S>(k), {}};
  }
};

/// Moves freely. Position x y z and then a unit quaternion w x y z; velocity of its origin and then rotation, both in
/// the axes of the link.
struct Free {
  static constexpr int nq = 7, nv = 6;

  template <Scalar S>
  static Transform<S> pose(const Transform<S>& placement, JointPositions<S>& positions, int at) {
    const S* q = positions.at(at);
    return placement * Transform<S>{rotation_of_quaternion(q[3], q[4], q[5], q[6]), {q[0], q[1], q[2]}};
  }
  template <Scalar S>
  static JointMotion<Vector3<S>, Vector3<S>> motion(const S* qd) {
    return {{qd[3], qd[4], qd[5]}, {qd[0], qd[1], qd[2]}};
  }
  template <Scalar S>
  static void add_axis(Motion<S>& a, int k, const S& qdd) {
    (k < 3 ? a.linear : a.angular) += qdd * unit_vector<S>(k % 3);
  }
  template <Scalar S>
  static S component(const Vector3<S>& moment, const Vector3<S>& force, int k) {
    return k < 3 ? entry(force, k) : entry(moment, k - 3);
  }
  template <class AnyInertia>
  static auto unit_momentum(const AnyInertia& inertia, int k) {
    using S = scalar_of<AnyInertia>;
    return inertia * (k < 3 ? Motion<S>{{}, unit_vector<S>(k)} : Motion<S>{unit_vector<S>(k - 3), {}});
  }
};

/// Turns about or slides along its z as another joint moves: its own coordinate is ratio * q + offset, with the q of
/// that joint, whose velocity it shares. Its axis in terms of qd is z times the ratio.
template <Scalar S>
struct Follower {
  static constexpr int nq = 1, nv = 1;
  bool turns = true;
  S ratio{1.0}, offset{0.0};
  bool operator==(const Follower&) const = default;

  Transform<S> pose(const Transform<S>& placement, JointPositions<S>& positions, int at) const {
    const S own = ratio * *positions.at(at) + offset;
    return turns ? Revolute::turned(placement, sincos(own)) : Prismatic::slid(placement, own);
  }
  JointMotion<Vector3<S>, Vector3<S>> motion(const S* qd) const {
    const Vector3<S> along{S(0.0), S(0.0), ratio * *qd}, zero{};
    return {turns ? along : zero, turns ? zero : along};
  }
  void add_axis(Motion<S>& a, int /*k*/, const S& qdd) const { (turns ? a.angular : a.linear).z += ratio * qdd; }
  template <Scalar T>
  T component(const Vector3<T>& moment, const Vector3<T>& force, int /*k*/) const {
    return T(ratio) * (turns ? moment.z : force.z);
  }
  template <class AnyInertia>
  Force<S> unit_momentum(const AnyInertia& inertia, int k) const {
    return ratio * (turns ? Revolute::unit_momentum(inertia, k) : Prismatic::unit_momentum(inertia, k));
  }
};

/// tau += what the joint feels of a force at each of its axes.
template <class Joint, Scalar S>
void project(const Joint& joint, const Vector3<S>& moment, const Vector3<S>& force, S* tau) {
  for (int k = 0; k < Joint::nv; ++k) tau[k] += joint.component(moment, force, k);
}

/// One axis of a joint: column `column` of the joint's rotation, about which it turns or along which it slides.
struct JointAxis {
  int column;
  bool turns;
};
// Every switch over the kinds names all of them and has no default: the compiler tells which one forgot a new kind.

inline std::span<const JointAxis> joint_axes(JointType type) {
  static constexpr JointAxis free[] = {{0, false}, {1, false}, {2, false}, {0, true}, {1, true}, {2, true}};
  static constexpr JointAxis revolute[] = {{2, true}}, prismatic[] = {{2, false}};
  switch (type) {
    case JointType::revolute:
      return revolute;
    case JointType::prismatic:
      return prismatic;
    case JointType::ball:
      return {free + 3, 3};
    case JointType::free:
      return free;
    case JointType::fixed:
      return {};
  }
  std::abort();
}
/// Calls `action(k, axis)` for every axis of a joint that moves. Nearly all have one, and a loop around it would cost
/// more than what it does.
template <class Action>
void for_joint_axes(JointType type, const Action& action) {
  const std::span<const JointAxis> axes = joint_axes(type);
  action(0, axes[0]);
  for (int k = 1; k < static_cast<int>(axes.size()); ++k) action(k, axes[k]);
}
inline int velocity_count(JointType type) { return static_cast<int>(joint_axes(type).size()); }
inline int position_count(JointType type) {
  switch (type) {
    case JointType::revolute:
      return Revolute::nq;
    case JointType::prismatic:
      return Prismatic::nq;
    case JointType::ball:
      return Ball::nq;
    case JointType::free:
      return Free::nq;
    case JointType::fixed:
      return 0;
  }
  std::abort();
}
/// Whether the joint has one axis, about which it turns; or one along which it slides.
inline bool turns(JointType type) { return velocity_count(type) == 1 && joint_axes(type)[0].turns; }
inline bool slides(JointType type) { return velocity_count(type) == 1 && !joint_axes(type)[0].turns; }

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
template <class Body, class Action>
decltype(auto) with_joint(const Body& body, const Action& action) {
  if (body.follows) return action(body.following);
  switch (body.joint) {
    case JointType::revolute:
      return action(Revolute{});
    case JointType::prismatic:
      return action(Prismatic{});
    case JointType::ball:
      return action(Ball{});
    case JointType::free:
      return action(Free{});
    case JointType::fixed:  // carries no body of a model: what is fixed is part of the link it is fixed to
      break;
  }
  std::abort();
}

}  // namespace torsor
