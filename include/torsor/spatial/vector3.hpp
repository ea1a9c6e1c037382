#pragma once

#include "torsor/scalar/scalar.hpp"

namespace torsor {

template <Scalar S>
struct Vector3 {
  S x{0.0}, y{0.0}, z{0.0};

  bool operator==(const Vector3&) const = default;
  Vector3& operator+=(const Vector3& b) {
    x += b.x, y += b.y, z += b.z;
    return *this;
  }
};

template <Scalar S>
Vector3<S> operator+(const Vector3<S>& a, const Vector3<S>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <Scalar S>
Vector3<S> operator-(const Vector3<S>& a, const Vector3<S>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <Scalar S>
Vector3<S> operator-(const Vector3<S>& a) {
  return {-a.x, -a.y, -a.z};
}
template <Scalar S>
Vector3<S> operator*(const S& s, const Vector3<S>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <Scalar S>
S dot(const Vector3<S>& a, const Vector3<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <Scalar S>
S length(const Vector3<S>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}
template <Scalar S>
Vector3<S> cross(const Vector3<S>& a, const Vector3<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The zero vector, known when the program is compiled: adding it or crossing with it costs nothing.
struct Zero {};

/// (0, 0, z): what a joint adds along its own axis, without spending products on the two zeros.
template <Scalar S>
struct AlongZ {
  S z;
};

template <Scalar S>
Vector3<S> operator+(const Vector3<S>& a, const AlongZ<S>& b) {
  return {a.x, a.y, a.z + b.z};
}
template <Scalar S>
Vector3<S> cross(const Vector3<S>& a, const AlongZ<S>& b) {
  return {a.y * b.z, -(a.x * b.z), S(0.0)};
}
template <Scalar S>
Vector3<S> operator+(const Vector3<S>& a, Zero) {
  return a;
}
template <Scalar S>
Zero cross(const Vector3<S>&, Zero) {
  return {};
}

}  // namespace torsor
