#include "torsor/trajectory/fourier_series.hpp"

#include <cmath>
#include <numbers>

#include "torsor/trajectory/random_stream.hpp"

namespace torsor {

double FourierSeries::period() const { return 2 * std::numbers::pi / frequency; }

void FourierSeries::evaluate(double time, std::span<double> q, std::span<double> qd, std::span<double> qdd) const {
  const double turns = time * frequency / (2 * std::numbers::pi);
  const double angle = (turns - std::floor(turns)) * 2 * std::numbers::pi;
  const double s1 = std::sin(angle), c1 = std::cos(angle);
  for (int j = 0; j < joint_count(); ++j) q[j] = centre[j], qd[j] = 0, qdd[j] = 0;
  double s = 0, c = 1;
  for (int k = 0; k < harmonic_count(); ++k) {
    const double next = s * c1 + c * s1;  // the angles add up: one sine and one cosine serve all harmonics
    c = c * c1 - s * s1, s = next;
    const double w = (k + 1) * frequency;
    for (int j = 0; j < joint_count(); ++j) {
      const double x = sine(j, k) * s + cosine(j, k) * c, x_dot = sine(j, k) * c - cosine(j, k) * s;
      q[j] += x, qd[j] += w * x_dot, qdd[j] -= w * w * x;
    }
  }
}

FourierSeries random_fourier_series(int joints, int harmonics, double period, std::uint64_t seed) {
  FourierSeries series{2 * std::numbers::pi / period, std::vector<double>(joints, 0.0),
                       Eigen::MatrixXd(joints, harmonics), Eigen::MatrixXd(joints, harmonics)};
  for (int j = 0; j < joints; ++j) {
    const RandomStream random(seed, static_cast<std::uint64_t>(j));
    for (long k = 0; k < harmonics; ++k) {
      series.sine(j, k) = random.normal(2 * k) / static_cast<double>(k + 1);
      series.cosine(j, k) = random.normal(2 * k + 1) / static_cast<double>(k + 1);
    }
  }
  return series;
}

}  // namespace torsor
