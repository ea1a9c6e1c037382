#pragma once

#include "torsor/scalar/pack.hpp"
#include "torsor/spatial/inertia.hpp"

namespace torsor {

// Poses, inertias, motions and forces on double by columns x y z w, each computed with at once. Products have the names
// that they have elsewhere. [notes 000, 002: homogeneous coordinates]

using Column = Pack<double, 4>;

inline Column column(const Vector3<double>& v, double w) { return Column(Column::Lanes{v.x, v.y, v.z, w}); }

/// a x b, where w of one is 0.
inline Column cross(const Column& a, const Column& b) {
  return (a * b.shuffled<1, 2, 0, 3>() - a.shuffled<1, 2, 0, 3>() * b).shuffled<1, 2, 0, 3>();
}

/// [R p; 0 1]
struct PoseColumns {
  Column x{}, y{}, z{}, p{};

  PoseColumns() = default;
  explicit PoseColumns(const Transform<double>& X)
      : x(column(axis(X.R, 0), 0.0)), y(column(axis(X.R, 1), 0.0)), z(column(axis(X.R, 2), 0.0)), p(column(X.p, 1.0)) {}
};

/// R v
inline Column turned_by(const PoseColumns& X, const Vector3<double>& v) {
  return Column(v.x) * X.x + Column(v.y) * X.y + Column(v.z) * X.z;
}
inline PoseColumns operator*(const PoseColumns& AB, const Transform<double>& BC) {
  PoseColumns AC;
  AC.x = turned_by(AB, axis(BC.R, 0)), AC.y = turned_by(AB, axis(BC.R, 1)), AC.z = turned_by(AB, axis(BC.R, 2));
  AC.p = AB.p + turned_by(AB, BC.p);
  return AC;
}
/// Turned about its own z.
inline PoseColumns turned(const PoseColumns& AB, const SinCos<double>& angle) {
  const Column s(angle.sin), c(angle.cos);
  PoseColumns AC = AB;
  AC.x = AB.x * c + AB.y * s, AC.y = AB.y * c - AB.x * s;
  return AC;
}

/// Angular and linear part of a motion, moment and force of a force: w is 0 in a motion, and anything in a force.
struct MotionColumns {
  Column angular{}, linear{};
};
struct ForceColumn {
  Column moment{}, force{};
};

/// The pseudo-inertia J = [E h; h^T m].
struct InertiaColumns {
  Column x{}, y{}, z{}, w{};

  InertiaColumns& operator+=(const InertiaColumns& other) {
    x += other.x, y += other.y, z += other.z, w += other.w;
    return *this;
  }
};

/// X J X^T [notes 002]
inline InertiaColumns to_parent(const PoseColumns& X, const Inertia<double>& inertia) {
  const auto& [m, h, E] = inertia;
  const auto times_X = [&](double a, double b, double c, double d) {
    return Column(a) * X.x + Column(b) * X.y + Column(c) * X.z + Column(d) * X.p;
  };
  const Column x = times_X(E.xx, E.xy, E.xz, h.x), y = times_X(E.xy, E.yy, E.yz, h.y);
  const Column z = times_X(E.xz, E.yz, E.zz, h.z), w = times_X(h.x, h.y, h.z, m);
  const auto X_times = [&](int k) {
    return Column(X.x[k]) * x + Column(X.y[k]) * y + Column(X.z[k]) * z + Column(X.p[k]) * w;
  };
  return {X_times(0), X_times(1), X_times(2), w};
}

/// Momentum: moment I omega + h x v with I = trace(E) 1 - E, force m v + omega x h.
inline ForceColumn operator*(const InertiaColumns& J, const MotionColumns& s) {
  const auto& [omega, v] = s;
  const Column E_omega = Column(omega[0]) * J.x + Column(omega[1]) * J.y + Column(omega[2]) * J.z;
  const Column trace(J.x[0] + J.y[1] + J.z[2]), m(J.w[3]);
  return {trace * omega - E_omega + cross(J.w, v), m * v + cross(omega, J.w)};
}

/// What is felt of a force, entry by entry: their sum is the power.
inline Column products(const MotionColumns& s, const ForceColumn& F) {
  return s.angular * F.moment + s.linear * F.force;
}
inline double sum_of(const Column& a) { return a[0] + a[1] + a[2] + a[3]; }
inline Column four_sums(const Column& a, const Column& b, const Column& c, const Column& d) {
  const Column ab = a.shuffled<0, 4, 2, 6>(b) + a.shuffled<1, 5, 3, 7>(b);
  const Column cd = c.shuffled<0, 4, 2, 6>(d) + c.shuffled<1, 5, 3, 7>(d);
  return ab.shuffled<0, 1, 4, 5>(cd) + ab.shuffled<2, 3, 6, 7>(cd);
}

}  // namespace torsor
