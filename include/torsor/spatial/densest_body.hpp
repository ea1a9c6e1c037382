#pragma once

#include <cmath>
#include <numbers>

namespace torsor {

/// kg/m^3, of the densest element there is.
inline constexpr double osmium_density = 22600;

/// trace(E) about the centre of mass, kg m^2, of a ball of osmium: of all bodies of a mass and at most its density, the
/// ball has the least.
inline double least_second_moment(double mass) {
  const double radius = std::cbrt(3 * mass / (4 * std::numbers::pi * osmium_density));
  return 0.6 * mass * radius * radius;
}

}  // namespace torsor
