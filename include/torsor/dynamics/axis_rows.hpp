#pragma once

#include <array>

#include "torsor/scalar/lanes.hpp"
#include "torsor/spatial/inertia.hpp"

namespace torsor {

// Numbers of joint axes, component by component: what is x of eight axes lies side by side, so that a pack takes
// several axes at once. `at<P>(k)` reads those from place k on, `set` writes them.

inline constexpr int axes_in_row = 8;

template <Scalar S>
struct Row {
  alignas(axes_in_row * sizeof(double)) std::array<S, axes_in_row> of{};

  template <class P>
  P at(int k) const {
    return load_lanes<P>(&of[k]);
  }
  template <class P>
  void set(int k, const P& value) {
    store_lanes(value, &of[k]);
  }
};

template <Scalar S>
struct VectorRows {
  Row<S> x, y, z;

  template <class P>
  Vector3<P> at(int k) const {
    return {x.template at<P>(k), y.template at<P>(k), z.template at<P>(k)};
  }
  template <class P>
  void set(int k, const Vector3<P>& v) {
    x.set(k, v.x), y.set(k, v.y), z.set(k, v.z);
  }
};

template <Scalar S>
struct MotionRows {
  VectorRows<S> angular, linear;

  template <class P>
  Motion<P> at(int k) const {
    return {angular.template at<P>(k), linear.template at<P>(k)};
  }
  template <class P>
  void set(int k, const Motion<P>& v) {
    angular.set(k, v.angular), linear.set(k, v.linear);
  }
};

template <Scalar S>
struct ForceRows {
  VectorRows<S> moment, force;

  template <class P>
  Force<P> at(int k) const {
    return {moment.template at<P>(k), force.template at<P>(k)};
  }
  template <class P>
  void set(int k, const Force<P>& f) {
    moment.set(k, f.moment), force.set(k, f.force);
  }
};

template <Scalar S>
struct MatrixRows {
  VectorRows<S> x, y, z;

  template <class P>
  Matrix3<P> at(int k) const {
    const Vector3<P> a = x.template at<P>(k), b = y.template at<P>(k), c = z.template at<P>(k);
    return {a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z};
  }
  template <class P>
  void set(int k, const Matrix3<P>& A) {
    x.set(k, Vector3<P>{A.xx, A.xy, A.xz}), y.set(k, Vector3<P>{A.yx, A.yy, A.yz});
    z.set(k, Vector3<P>{A.zx, A.zy, A.zz});
  }
};

template <Scalar S>
struct InertiaRows {
  Row<S> mass;
  VectorRows<S> first_moment, diagonal, products;  // the last two of the second moments: xx yy zz, and xy xz yz

  template <class P>
  Inertia<P> at(int k) const {
    const Vector3<P> d = diagonal.template at<P>(k), o = products.template at<P>(k);
    return {mass.template at<P>(k), first_moment.template at<P>(k), {d.x, o.x, o.y, d.y, o.z, d.z}};
  }
  template <class P>
  void set(int k, const Inertia<P>& inertia) {
    const Symmetric3<P>& E = inertia.second_moment;
    mass.set(k, inertia.mass), first_moment.set(k, inertia.first_moment);
    diagonal.set(k, Vector3<P>{E.xx, E.yy, E.zz}), products.set(k, Vector3<P>{E.xy, E.xz, E.yz});
  }
};

}  // namespace torsor
