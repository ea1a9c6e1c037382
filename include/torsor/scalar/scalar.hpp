#pragma once

#include <cmath>
#include <concepts>
#include <optional>

/// The kinds of number an equation runs on. Every algorithm is a template on one of them; see ARCHITECTURE.md.
namespace torsor {

// The functions an equation may use besides + - * /. Other scalars (Count, ...) overload them in their own header.
template <std::floating_point T>
T sin(T x) {
  return std::sin(x);
}
template <std::floating_point T>
T cos(T x) {
  return std::cos(x);
}
template <std::floating_point T>
T sqrt(T x) {
  return std::sqrt(x);
}
template <std::floating_point T>
T atan(T x) {
  return std::atan(x);
}

/// -1, 0 or 1: Coulomb friction at rest is 0.
template <std::floating_point T>
T sign(T x) {
  return static_cast<T>(x > T(0)) - static_cast<T>(x < T(0));
}

/// `positive` where x > 0, else `otherwise`: the only way for a value to steer a kernel.
template <std::floating_point T>
T select(T x, T positive, T otherwise) {
  return x > T(0) ? positive : otherwise;
}

/// The number, where it is known when the model is built; symbols answer nullopt.
template <std::floating_point T>
std::optional<double> known_value(T x) {
  return static_cast<double>(x);
}

/// Spacing of the numbers near 1, which decides what counts as an exact right angle.
template <class S>
constexpr double resolution = 2.220446049250313e-16;
template <>
inline constexpr double resolution<float> = 1.1920929e-07;

template <class S>
concept Scalar = std::copyable<S> && std::constructible_from<S, double> && requires(S x, S y) {
  { x + y } -> std::convertible_to<S>;
  { x - y } -> std::convertible_to<S>;
  { x* y } -> std::convertible_to<S>;
  { x / y } -> std::convertible_to<S>;
  { -x } -> std::convertible_to<S>;
  { x += y };
  { x -= y };
  { sin(x) } -> std::convertible_to<S>;
  { cos(x) } -> std::convertible_to<S>;
  { sqrt(x) } -> std::convertible_to<S>;
  { atan(x) } -> std::convertible_to<S>;
  { sign(x) } -> std::convertible_to<S>;
  { select(x, x, y) } -> std::convertible_to<S>;
  { known_value(x) } -> std::convertible_to<std::optional<double>>;
};

template <class S>
struct SinCos {
  S sin, cos;
};

/// Sine and cosine together, as every revolute joint needs them.
template <Scalar S>
SinCos<S> sincos(const S& angle) {
  return {sin(angle), cos(angle)};
}

/// Sine and cosine of a constant of the model: multiples of 90 degrees give exact 0, 1 and -1, never 6e-17.
template <Scalar S>
SinCos<S> exact_sincos(const S& angle) {
  if (const auto value = known_value(angle)) {
    constexpr double right_angle = 1.5707963267948966;
    const double turns = std::round(*value / right_angle);
    const double slack = 4 * resolution<S> * (1 + std::abs(*value));
    if (std::abs(turns) < 1e6 && std::abs(*value - turns * right_angle) <= slack) {
      constexpr double table[] = {0, 1, 0, -1};
      const auto quarter = static_cast<unsigned>(static_cast<long>(turns) & 3);
      return {S(table[quarter]), S(table[(quarter + 1) & 3])};
    }
  }
  return sincos(angle);
}

}  // namespace torsor
