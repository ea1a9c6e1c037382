#pragma once

#include <array>
#include <cmath>

#include "torsor/spatial/transform.hpp"

/// Small problems of one or two rotations into which inverse kinematics falls apart. [Paden 1986; Kahan 1983;
/// Elias, Wen 2022] What has no solution by a little, because axes nearly meet, has the nearest one.
namespace torsor::pose_search {

// Files round: 1.57 for a right angle. What is that near counts as meant, and solutions are made exact afterwards.
constexpr double small_angle = 2e-3;  // rad

/// An axis at q = 0, in base axes.
struct Line {
  Vector3<double> direction, point;
};

/// A few angles.
template <int most>
struct Angles {
  int count = 0;
  std::array<double, most> value{};
  void add(double angle) {
    if (count < most) value[count++] = angle;
  }
  const double* begin() const { return value.data(); }
  const double* end() const { return value.data() + count; }
};

/// constant + cosine cos x + sine sin x
struct Wave {
  double constant = 0, cosine = 0, sine = 0;
  double at(double x) const { return constant + cosine * std::cos(x) + sine * std::sin(x); }
};

inline Vector3<double> turned(const Vector3<double>& axis, double angle, const Vector3<double>& v) {
  const double c = std::cos(angle), s = std::sin(angle);
  return c * v + s * cross(axis, v) + (1 - c) * dot(axis, v) * axis;
}
inline Vector3<double> turned(const Line& line, double angle, const Vector3<double>& at) {
  return line.point + turned(line.direction, angle, at - line.point);
}

/// The angle about `axis` that brings `from` to `to`, or as near as can be. [subproblem 1]
inline double angle_between(const Vector3<double>& axis, const Vector3<double>& from, const Vector3<double>& to) {
  return std::atan2(dot(axis, cross(from, to)), dot(from, to) - dot(axis, from) * dot(axis, to));
}

/// Where a wave is zero. One that misses zero by up to `slack` of its height touches it. [subproblem 4]
Angles<2> zeros(const Wave& wave, double slack = 1e-2);

/// Where the sum of products a_k b_k is zero: at most four angles, by the roots of a polynomial of e^(ix) of degree
/// four. [Pieper 1968]
struct Product {
  double factor;
  Wave a, b;
};
Angles<4> zeros(const std::array<Product, 4>& sum);

/// Angles about three axes, the last one first to act, that bring a point to another: at most four of them, eight where
/// the shoulder is degenerate. [Pieper 1968]
struct Triples {
  int count = 0;
  std::array<std::array<double, 3>, 8> angles{};
};
Triples place_point(const Line& first, const Line& second, const Line& third, const Vector3<double>& from,
                    const Vector3<double>& to, double small);

/// Where two lines are nearest to each other: a point of each. False where they are parallel within `least_angle`.
bool nearest_points(const Line& a, const Line& b, double least_angle, Vector3<double>& of_a, Vector3<double>& of_b);

}  // namespace torsor::pose_search
