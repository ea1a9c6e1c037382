#pragma once

#include "torsor/scalar/pack.hpp"
#include "torsor/spatial/inertia.hpp"

namespace torsor {

// Poses, inertias, motions and forces on double by columns x y z w, each computed with at once. Products have the names
// that they have elsewhere. [notes 000, 002: homogeneous coordinates]

using Column4 = Pack<double, 4>;

inline Column4 column(const Vector3<double>& v, double w) { return Column4(Column4::Lanes{v.x, v.y, v.z, w}); }

/// a x b, where w of one is 0.
inline Column4 cross(const Column4& a, const Column4& b) {
  return (a * b.shuffled<1, 2, 0, 3>() - a.shuffled<1, 2, 0, 3>() * b).shuffled<1, 2, 0, 3>();
}

/// [R p; 0 1]
struct PoseColumns {
  Column4 x{}, y{}, z{}, p{};

  PoseColumns() = default;
  explicit PoseColumns(const Transform<double>& X)
      : x(column(axis(X.R, 0), 0.0)), y(column(axis(X.R, 1), 0.0)), z(column(axis(X.R, 2), 0.0)), p(column(X.p, 1.0)) {}
};

/// R v
inline Column4 turned_by(const PoseColumns& X, const Vector3<double>& v) {
  return Column4(v.x) * X.x + Column4(v.y) * X.y + Column4(v.z) * X.z;
}
inline PoseColumns operator*(const PoseColumns& AB, const Transform<double>& BC) {
  PoseColumns AC;
  AC.x = turned_by(AB, axis(BC.R, 0)), AC.y = turned_by(AB, axis(BC.R, 1)), AC.z = turned_by(AB, axis(BC.R, 2));
  AC.p = AB.p + turned_by(AB, BC.p);
  return AC;
}
/// Turned about its own z.
inline PoseColumns turned(const PoseColumns& AB, const SinCos<double>& angle) {
  const Column4 s(angle.sin), c(angle.cos);
  PoseColumns AC = AB;
  AC.x = AB.x * c + AB.y * s, AC.y = AB.y * c - AB.x * s;
  return AC;
}

/// Angular and linear part of a motion, moment and force of a force: w is 0 in a motion, and anything in a force.
struct MotionColumns {
  Column4 angular{}, linear{};
};
struct WrenchColumns {
  Column4 moment{}, force{};
};

/// The pseudo-inertia J = [E h; h^T m].
struct InertiaColumns {
  Column4 x{}, y{}, z{}, w{};

  InertiaColumns& operator+=(const InertiaColumns& other) {
    x += other.x, y += other.y, z += other.z, w += other.w;
    return *this;
  }
};

/// X J X^T [notes 002]
inline InertiaColumns to_parent(const PoseColumns& X, const Inertia<double>& inertia) {
  const auto& [m, h, E] = inertia;
  const auto times_X = [&](double a, double b, double c, double d) {
    return Column4(a) * X.x + Column4(b) * X.y + Column4(c) * X.z + Column4(d) * X.p;
  };
  const Column4 x = times_X(E.xx, E.xy, E.xz, h.x), y = times_X(E.xy, E.yy, E.yz, h.y);
  const Column4 z = times_X(E.xz, E.yz, E.zz, h.z), w = times_X(h.x, h.y, h.z, m);
  const auto X_times = [&](int k) {
    return Column4(X.x[k]) * x + Column4(X.y[k]) * y + Column4(X.z[k]) * z + Column4(X.p[k]) * w;
  };
  return {X_times(0), X_times(1), X_times(2), w};
}

/// Momentum: moment I omega + h x v with I = trace(E) 1 - E, force m v + omega x h.
inline WrenchColumns operator*(const InertiaColumns& J, const MotionColumns& s) {
  const auto& [omega, v] = s;
  const Column4 E_omega = Column4(omega[0]) * J.x + Column4(omega[1]) * J.y + Column4(omega[2]) * J.z;
  const Column4 trace(J.x[0] + J.y[1] + J.z[2]), m(J.w[3]);
  return {trace * omega - E_omega + cross(J.w, v), m * v + cross(omega, J.w)};
}

/// What is felt of a force, entry by entry: their sum is the power.
inline Column4 products(const MotionColumns& s, const WrenchColumns& F) {
  return s.angular * F.moment + s.linear * F.force;
}
inline double sum_of(const Column4& a) { return a[0] + a[1] + a[2] + a[3]; }
inline Column4 four_sums(const Column4& a, const Column4& b, const Column4& c, const Column4& d) {
  const Column4 ab = a.shuffled<0, 4, 2, 6>(b) + a.shuffled<1, 5, 3, 7>(b);
  const Column4 cd = c.shuffled<0, 4, 2, 6>(d) + c.shuffled<1, 5, 3, 7>(d);
  return ab.shuffled<0, 1, 4, 5>(cd) + ab.shuffled<2, 3, 6, 7>(cd);
}

}  // namespace torsor
