#pragma once

#include <algorithm>
#include <array>

#include "torsor/dynamics/axis_runs.hpp"
#include "torsor/scalar/lanes.hpp"
#include "torsor/spatial/motion_force.hpp"

namespace torsor {

/// The axes of joints in base axes, each entry beside the same of the next axis, so that a pack takes several of them.
template <Scalar S>
class TwistRows {
 public:
  explicit TwistRows(int axes) : stride_(axes + room), entries_(7 * static_cast<std::size_t>(stride_), S(0.0)) {}

  /// The axis turns about z through p, or slides along z.
  void set(int axis, bool turns, const Vector3<S>& z, const Vector3<S>& p) {
    put(axis, 0, z), put(axis, 3, p);
    entries_[static_cast<std::size_t>(6 * stride_ + axis)] = S(turns ? 1.0 : 0.0);
  }
  /// Unit twists of the axes from `axis` on, at a point; those behind the last one mean nothing.
  template <class P>
  Motion<P> at(int axis, bool turns, const Vector3<P>& point) const {
    const Vector3<P> z = get<P>(axis, 0), r = point - get<P>(axis, 3);
    if constexpr (lane_count<P> == 1) {
      return turns ? Motion<P>{z, cross(z, r)} : Motion<P>{{}, z};
    } else {
      const Vector3<P> w = load_lanes<P>(entries_.data() + 6 * stride_ + axis) * z;
      return {w, cross(w, r) + (z - w)};
    }
  }

 private:
  static constexpr std::ptrdiff_t room = 4;  // a pack may begin with the last axis

  void put(int axis, int entry, const Vector3<S>& v) {
    S* x = entries_.data() + entry * stride_ + axis;
    x[0] = v.x, x[stride_] = v.y, x[2 * stride_] = v.z;
  }
  template <class P>
  Vector3<P> get(int axis, int entry) const {
    const S* x = entries_.data() + entry * stride_ + axis;
    return {load_lanes<P>(x), load_lanes<P>(x + stride_), load_lanes<P>(x + 2 * stride_)};
  }

  std::ptrdiff_t stride_;
  std::vector<S> entries_;
};

/// Ten numbers for each lane, written one behind the other to where `to(lane)` says, for the first lanes.
template <class P, class To>
void put_rows(const std::array<P, 10>& x, int lanes, const To& to) {
  if constexpr (lane_count<P> == 4) {
    const auto turned = [](const P& a, const P& b, const P& c, const P& d) {  // what is a row becomes a column
      const P ab = a.template shuffled<0, 4, 2, 6>(b), AB = a.template shuffled<1, 5, 3, 7>(b);
      const P cd = c.template shuffled<0, 4, 2, 6>(d), CD = c.template shuffled<1, 5, 3, 7>(d);
      return std::array<P, 4>{ab.template shuffled<0, 1, 4, 5>(cd), AB.template shuffled<0, 1, 4, 5>(CD),
                              ab.template shuffled<2, 3, 6, 7>(cd), AB.template shuffled<2, 3, 6, 7>(CD)};
    };
    const std::array<P, 4> first = turned(x[0], x[1], x[2], x[3]), second = turned(x[4], x[5], x[6], x[7]);
    const auto put = [&](int lane) {
      if (lane >= lanes) return;
      double* row = to(lane);
      first[lane].store(row), second[lane].store(row + 4);
      row[8] = x[8][lane], row[9] = x[9][lane];
    };
    put(0), put(1), put(2), put(3);
  } else {
    for (int lane = 0; lane < lanes; ++lane) {
      auto* row = to(lane);
      for (int p = 0; p < 10; ++p) row[p] = x[p][lane];
    }
  }
}

}  // namespace torsor
