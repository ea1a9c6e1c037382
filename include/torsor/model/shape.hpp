#pragma once

#include "torsor/model/description.hpp"
#include "torsor/spatial/inertia.hpp"

namespace torsor {

/// Integrals of 1, r and r r^T over a uniform solid in its own frame, as J_i of the notes is defined.
/// `size` holds the lengths in the order of described::Shape. [notes 002, 004; Meriam and Kraige 2012, table D/4]
template <Scalar S>
struct ShapeIntegrals {
  S volume;                     // 0 for a rod or a point, which have no density
  Vector3<S> center;            // per unit mass
  Symmetric3<S> second_moment;  // per unit mass, about the shape's origin
};

template <Scalar S>
ShapeIntegrals<S> integrate_shape(described::Shape::Kind kind, const Vector3<S>& size) {
  using enum described::Shape::Kind;
  const S zero(0.0);
  const S pi = S(3.141592653589793);
  const auto diagonal = [&](const S& x, const S& y, const S& z) { return Symmetric3<S>{x, zero, zero, y, zero, z}; };
  const auto square = [](const S& x) { return x * x; };
  const S& r = size.x;  // radius of the round shapes
  const S& l = size.y;  // and their length
  switch (kind) {
    case box:
      return {size.x * size.y * size.z, {}, S(1.0 / 12) * diagonal(square(size.x), square(size.y), square(size.z))};
    case cylinder: {
      const S side = S(0.25) * square(r);
      return {pi * square(r) * l, {}, diagonal(side, side, S(1.0 / 12) * square(l))};
    }
    case tube: {  // outer, inner, length
      const S side = S(0.25) * (square(size.x) + square(size.y));
      return {pi * (square(size.x) - square(size.y)) * size.z, {}, diagonal(side, side, S(1.0 / 12) * square(size.z))};
    }
    case capsule: {  // a cylinder between two half balls
      const S cylinder_volume = pi * square(r) * l;
      const S ball_volume = S(4.0 / 3) * pi * square(r) * r;
      const S volume = cylinder_volume + ball_volume;
      const S side = (cylinder_volume * S(0.25) + ball_volume * S(0.2)) * square(r) / volume;
      // a half ball: integral of (l/2 + z)^2 with mean z = 3r/8 and mean z^2 = r^2/5
      const S ends = S(0.25) * square(l) + S(0.375) * l * r + S(0.2) * square(r);
      return {
          volume, {}, diagonal(side, side, (cylinder_volume * S(1.0 / 12) * square(l) + ball_volume * ends) / volume)};
    }
    case cone: {  // base at z = 0
      const S side = S(3.0 / 20) * square(r);
      return {S(1.0 / 3) * pi * square(r) * l, {zero, zero, S(0.25) * l}, diagonal(side, side, S(0.1) * square(l))};
    }
    case sphere: {
      const S side = S(0.2) * square(r);
      return {S(4.0 / 3) * pi * square(r) * r, {}, diagonal(side, side, side)};
    }
    case ellipsoid:
      return {S(4.0 / 3) * pi * size.x * size.y * size.z,
              {},
              S(0.2) * diagonal(square(size.x), square(size.y), square(size.z))};
    case rod:
      return {zero, {}, diagonal(S(1.0 / 12) * square(size.x), zero, zero)};
    case point:
      break;
  }
  return {zero, {}, {}};
}

}  // namespace torsor
