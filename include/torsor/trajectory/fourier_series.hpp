#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace torsor {

/// A periodic motion of some joints: q = centre + sum over k = 1.. of sine sin(k w t) + cosine cos(k w t).
/// [Swevers et al. 1997, with a_k / (k w) and -b_k / (k w) for the two amplitudes]
struct FourierSeries {
  double frequency = 1;          // w, rad/s, of the first harmonic
  std::vector<double> centre;    // by joint: rad or m
  Eigen::MatrixXd sine, cosine;  // joints x harmonics: rad or m

  int joint_count() const { return static_cast<int>(centre.size()); }
  int harmonic_count() const { return static_cast<int>(sine.cols()); }
  double period() const;
  /// Position, velocity and acceleration; the vectors have one entry for each joint.
  void evaluate(double time, std::span<double> q, std::span<double> qd, std::span<double> qdd) const;
};

/// A series about 0 with random amplitudes that fall as 1 / k, so that no harmonic has all of the velocity.
FourierSeries random_fourier_series(int joints, int harmonics, double period, std::uint64_t seed);

}  // namespace torsor
