#pragma once

#include <span>
#include <vector>

/// Derivatives, values between samples, and fewer samples: what filters for equal steps need of logs without them.
namespace torsor {

/// First or second derivative by the polynomial through the `points` nearest samples, on any time stamps: exact for
/// polynomials of degree points - 1. With 3 points and equal steps these are the central differences (x[k+1] - x[k-1])
/// / 2h and (x[k+1] - 2 x[k] + x[k-1]) / h^2. Near the ends the stencil is one-sided. points is odd: 3, 5, 7 or 9.
void differentiate(std::span<const double> time, std::span<const double> samples, int derivative, int points,
                   std::span<double> result);
std::vector<double> differentiate(std::span<const double> time, std::span<const double> samples, int derivative = 1,
                                  int points = 5);

/// Weights w with sum w[i] f(nodes[i]) = the given derivative at `at` for every polynomial of degree below the number
/// of nodes. [Fornberg 1988]
std::vector<double> derivative_weights(std::span<const double> nodes, double at, int derivative);

/// Values at other instants, by the cubic through the two samples before and the two after.
std::vector<double> resample(std::span<const double> time, std::span<const double> samples,
                             std::span<const double> instants);

/// Every factor-th of samples at equal steps, from the first on, after a zero-phase low-pass that keeps what lies above
/// half of the new sampling rate from folding back: order 8, 3 dB at 0.8 of that half.
std::vector<double> decimate(std::span<const double> samples, int factor);

}  // namespace torsor
