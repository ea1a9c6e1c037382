#include "estimation/gravity_tilt.hpp"

#include <cmath>

namespace torsor {

std::optional<TiltTerm> tilt_term(const Model<double>& robot, const Vector3<double>& gravity) {
  const double strength = length(gravity);
  if (!(strength > 0)) return std::nullopt;
  const Vector3<double> down = (1 / strength) * gravity;
  const Vector3<double> aside = std::abs(down.x) < 0.6 ? Vector3<double>{1, 0, 0} : Vector3<double>{0, 1, 0};
  const Vector3<double> first = cross(down, aside), second = cross(down, first);
  return TiltTerm{robot, {(strength / length(first)) * first, (strength / length(second)) * second}};
}

Vector3<double> tilted(const Vector3<double>& gravity, const TiltTerm& term, const Eigen::Vector2d& angles) {
  const Vector3<double> off = gravity + angles[0] * term.way[0] + angles[1] * term.way[1];
  return (length(gravity) / length(off)) * off;
}

}  // namespace torsor
