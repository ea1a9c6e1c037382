#pragma once

#include <cmath>
#include <cstdint>

#include "torsor/scalar/scalar.hpp"

namespace torsor {

/// Beyond this angle (rad) sine and cosine are those of the C library.
inline constexpr double largest_quick_angle = 1e5;

/// Sine and cosine without a branch, so that a loop over them is done several at a time. `T` is double or a vector of
/// the compiler's with doubles, `Bits` the unsigned integers of the same size. Errors are below 1 ulp for |x| up to
/// largest_quick_angle. x - k pi/2 is taken in three parts [Cody, Waite 1980], with what the last one rounds off kept
/// in `tail`; the polynomials are those of fdlibm. [Ng 1993]
template <class T, class Bits>
SinCos<T> quick_sincos(const T& x) {
  constexpr double two_over_pi = 0.63661977236758134308, to_integer = 0x1.8p52;
  constexpr double pi_2[] = {1.57079632673412561417e+00, 6.07710050630396597660e-11, 2.02226624879595063154e-21};
  constexpr double S[] = {-1.66666666666666324348e-01, 8.33333333332248946124e-03,  -1.98412698298579493134e-04,
                          2.75573137070700676789e-06,  -2.50507602534068634195e-08, 1.58969099521155010221e-10};
  constexpr double C[] = {4.16666666666666019037e-02,  -1.38888888888741095749e-03, 2.48015872894767294178e-05,
                          -2.75573143513906633035e-07, 2.08757232129817482790e-09,  -1.13596475577881948265e-11};
  const T shifted = x * two_over_pi + to_integer, k = shifted - to_integer;
  const T a = x - k * pi_2[0], b = k * pi_2[1], r = a - b, tail = ((a - r) - b) - k * pi_2[2];

  const T z = r * r, rz = r * z, half = z * 0.5, w = 1.0 - half;
  const T p = S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])));
  const T s = r - ((z * (tail * 0.5 - rz * p) - tail) - rz * S[0]);
  const T e = z * (C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5])))));
  const T c = w + (((1.0 - w) - half) + (z * e - r * tail));

  const Bits one = Bits{} + 1U, two = Bits{} + 2U;
  const Bits quarter = __builtin_bit_cast(Bits, shifted);  // its last two bits are those of k
  const Bits sine = __builtin_bit_cast(Bits, s), cosine = __builtin_bit_cast(Bits, c);
  const Bits exchange = (sine ^ cosine) & (Bits{} - (quarter & one));
  return {__builtin_bit_cast(T, (sine ^ exchange) ^ ((quarter & two) << 62U)),
          __builtin_bit_cast(T, (cosine ^ exchange) ^ (((quarter + one) & two) << 62U))};
}

}  // namespace torsor
