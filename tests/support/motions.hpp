#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

/// Motions whose truth is known, and noise that is the same on every machine.
namespace torsor::test {

/// Uniform and normal numbers from a generator written out here, as those of the standard library differ by vendor.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : state_(seed) {}
  double uniform() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return (static_cast<double>((z ^ (z >> 31)) >> 11) + 0.5) * 0x1p-53;
  }
  double normal() { return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform()); }

 private:
  std::uint64_t state_;
};

struct Motion {
  std::vector<double> time, x, xd, xdd, measured;
};

inline std::vector<double> regular_time(int count, double step) {
  std::vector<double> time(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) time[static_cast<std::size_t>(k)] = step * k;
  return time;
}

/// Steps between 0.3 and 1.7 times the nominal one.
inline std::vector<double> jittered_time(int count, double step, Noise& noise) {
  std::vector<double> time(static_cast<std::size_t>(count));
  for (std::size_t k = 1; k < time.size(); ++k) time[k] = time[k - 1] + step * (0.3 + 1.4 * noise.uniform());
  return time;
}

/// A sum of four sinusoids up to 2.3 Hz, as identification trajectories are.
inline Motion fourier_motion(const std::vector<double>& time, double sigma, Noise& noise) {
  constexpr std::array<double, 4> amplitude = {0.6, 0.3, 0.2, 0.1}, frequency = {0.3, 0.8, 1.5, 2.3};
  Motion m{time, {}, {}, {}, {}};
  for (const double t : time) {
    double x = 0, v = 0, a = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const double w = 2 * std::numbers::pi * frequency[i], phase = w * t + static_cast<double>(i);
      x += amplitude[i] * std::sin(phase);
      v += amplitude[i] * w * std::cos(phase);
      a -= amplitude[i] * w * w * std::sin(phase);
    }
    m.x.push_back(x);
    m.xd.push_back(v);
    m.xdd.push_back(a);
    m.measured.push_back(x + sigma * noise.normal());
  }
  return m;
}

/// A motion that really has white jerk of the given spectral density. Each step adds three correlated normal numbers,
/// written by hand as the integrals of a random jerk: L L^T = Q(d).
inline Motion random_jerk_motion(const std::vector<double>& time, double density, double sigma, Noise& noise) {
  Motion m{time, {}, {}, {}, {}};
  double x = 1, v = 0.3, a = 0;
  for (std::size_t k = 0; k < time.size(); ++k) {
    const double d = k > 0 ? time[k] - time[k - 1] : 0, r = std::sqrt(density * d);
    const double e0 = noise.normal(), e1 = noise.normal(), e2 = noise.normal();
    // a: sqrt(d) e0; v: d^1.5 (e0 / 2 + e1 / sqrt 12); x: d^2.5 (e0 / 6 + e1 / (4 sqrt 3) + e2 / (12 sqrt 5))
    x += d * v + d * d / 2 * a + r * d * d * (e0 / 6 + e1 / (4 * std::sqrt(3.0)) + e2 / (12 * std::sqrt(5.0)));
    v += d * a + r * d * (e0 / 2 + e1 / std::sqrt(12.0));
    a += r * e0;
    m.x.push_back(x);
    m.xd.push_back(v);
    m.xdd.push_back(a);
    m.measured.push_back(x + sigma * noise.normal());
  }
  return m;
}

}  // namespace torsor::test
