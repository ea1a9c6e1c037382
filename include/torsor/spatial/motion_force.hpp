#pragma once

#include "torsor/spatial/transform.hpp"

namespace torsor {

// Motion and force are different types, so that a wrong cross product does not compile. [Featherstone 2008, ch. 2]

/// Velocity or acceleration of a body: of rotation, and of the body-fixed point at the frame's origin.
template <Scalar S>
struct Motion {
  Vector3<S> angular{}, linear{};
};

/// Moment about the frame's origin, and force.
template <Scalar S>
struct Force {
  Vector3<S> moment{}, force{};

  Force& operator+=(const Force& b) {
    moment += b.moment, force += b.force;
    return *this;
  }
};

template <Scalar S>
Motion<S> operator+(const Motion<S>& a, const Motion<S>& b) {
  return {a.angular + b.angular, a.linear + b.linear};
}
template <Scalar S>
Motion<S> operator*(const S& s, const Motion<S>& a) {
  return {s * a.angular, s * a.linear};
}
template <Scalar S>
Force<S> operator+(const Force<S>& a, const Force<S>& b) {
  return {a.moment + b.moment, a.force + b.force};
}
template <Scalar S>
Force<S> operator-(const Force<S>& a) {
  return {-a.moment, -a.force};
}
template <Scalar S>
Force<S> operator*(const S& s, const Force<S>& a) {
  return {s * a.moment, s * a.force};
}
/// Power of a force in a motion.
template <Scalar S>
S dot(const Motion<S>& v, const Force<S>& f) {
  return dot(v.angular, f.moment) + dot(v.linear, f.force);
}
/// Rate of a motion vector that is fixed in a frame moving with v.
template <Scalar S>
Motion<S> cross(const Motion<S>& v, const Motion<S>& m) {
  return {cross(v.angular, m.angular), cross(v.angular, m.linear) + cross(v.linear, m.angular)};
}
/// Rate of a force vector that is fixed in a frame moving with v.
template <Scalar S>
Force<S> cross(const Motion<S>& v, const Force<S>& f) {
  return {cross(v.angular, f.moment) + cross(v.linear, f.force), cross(v.angular, f.force)};
}

/// A motion given in frame A, as seen in B; `AB` is the pose of B in A.
template <Scalar S>
Motion<S> to_child(const Transform<S>& AB, const Motion<S>& v) {
  const Matrix3<S> R = transpose(AB.R);
  return {R * v.angular, R * (v.linear + cross(v.angular, AB.p))};
}
/// A motion given in frame B, as seen in A.
template <Scalar S>
Motion<S> to_parent(const Transform<S>& AB, const Motion<S>& v) {
  const Vector3<S> angular = AB.R * v.angular;
  return {angular, AB.R * v.linear + cross(AB.p, angular)};
}
/// A force given in frame B, as seen in A.
template <Scalar S>
Force<S> to_parent(const Transform<S>& AB, const Force<S>& f) {
  const Vector3<S> force = AB.R * f.force;
  return {AB.R * f.moment + cross(AB.p, force), force};
}

}  // namespace torsor
