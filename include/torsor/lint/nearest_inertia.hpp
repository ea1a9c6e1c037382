#pragma once

#include <array>
#include <optional>

namespace torsor::lint {

/// A symmetric matrix by its entries xx xy xz yy yz zz.
using Entries = std::array<double, 6>;

/// How small the smallest principal second moment of a mended body may be beside its largest.
constexpr double flattest = 1e-6;

/// The inertia matrix about the centre of mass that a body can have and that is nearest to the given one: the second
/// moments E = trace(I)/2 1 - I are projected on the cone of matrices whose eigenvalues are at least `flattest` times
/// the largest, in the Frobenius norm. Mass and centre stay. (docs/decisions/0010-nearest-possible-inertia.md)
/// Nothing where no second moment is positive: there is no body near such a matrix.
std::optional<Entries> nearest_possible_inertia(const Entries& inertia);

/// The principal moments, the smallest first.
std::array<double, 3> principal_moments(const Entries& inertia);

/// |a - b| / |b|, Frobenius.
double relative_distance(const Entries& a, const Entries& b);

}  // namespace torsor::lint
