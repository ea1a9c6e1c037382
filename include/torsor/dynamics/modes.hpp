#pragma once

#include <complex>
#include <optional>

#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// A way in which small deviations swing or fade: an eigenvalue of A, and of a pair of conjugate ones that above the
/// real axis. They go with exp(eigenvalue t).
struct Mode {
  std::complex<double> eigenvalue;      // 1/s; one that is only rounding beside the largest is 0
  double frequency = 0;                 // rad/s: its magnitude, the natural frequency of a pair
  std::optional<double> damping_ratio;  // -real part / frequency; negative where it grows, none where nothing moves it
  std::vector<std::complex<double>> shape;  // by velocity: the positions; the largest is 1
};

/// All modes of x' = A x with x = [dq; dqd], by frequency, the slowest first. About an equilibrium they say how the
/// robot swings; `A` is that of linearised().
std::vector<Mode> modes(const Matrix<double>& A);

}  // namespace torsor
