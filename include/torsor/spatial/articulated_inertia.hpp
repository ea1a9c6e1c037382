#pragma once

#include "torsor/spatial/inertia.hpp"

namespace torsor {

/// The inertia that a body shows when all that hangs on it is free to give way: [I H; H^T M] on (angular, linear).
template <Scalar S>
struct ArticulatedInertia {
  Symmetric3<S> I{};
  Matrix3<S> H{};
  Symmetric3<S> M{};

  ArticulatedInertia() = default;
  explicit ArticulatedInertia(const Inertia<S>& inertia)
      : I(inertia.rotational()), H(skew(inertia.first_moment)),
        M{inertia.mass, S(0.0), S(0.0), inertia.mass, S(0.0), inertia.mass} {}
};

/// The kind of number that an inertia is made of.
template <class AnyInertia>
struct ScalarOf;
template <template <class> class AnyInertia, class S>
struct ScalarOf<AnyInertia<S>> {
  using type = S;
};
template <class AnyInertia>
using scalar_of = typename ScalarOf<AnyInertia>::type;

template <Scalar S>
Force<S> operator*(const ArticulatedInertia<S>& A, const Motion<S>& a) {
  return {A.I * a.angular + A.H * a.linear, transpose(A.H) * a.angular + A.M * a.linear};
}
template <Scalar S>
ArticulatedInertia<S> operator+(ArticulatedInertia<S> A, const ArticulatedInertia<S>& B) {
  A.I = A.I + B.I, A.H = A.H + B.H, A.M = A.M + B.M;
  return A;
}
/// A - U U^T / D: what remains when the joint gives way.
template <Scalar S>
ArticulatedInertia<S> yielding(ArticulatedInertia<S> A, const Force<S>& U, const S& reciprocal) {
  A.I = A.I - reciprocal * outer(U.moment);
  A.H = A.H - outer(reciprocal * U.moment, U.force);
  A.M = A.M - reciprocal * outer(U.force);
  return A;
}
template <Scalar S>
ArticulatedInertia<S> to_parent(const Transform<S>& X, const ArticulatedInertia<S>& A) {
  ArticulatedInertia<S> result;
  const Matrix3<S> H = X.R * A.H * transpose(X.R);
  const Matrix3<S> p = skew(X.p);
  result.M = rotated(X.R, A.M);
  result.H = H + p * full(result.M);
  result.I = rotated(X.R, A.I) + symmetric(p * transpose(result.H) - H * p);
  return result;
}

}  // namespace torsor
