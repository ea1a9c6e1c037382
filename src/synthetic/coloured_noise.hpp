#pragma once

#include <algorithm>
#include <cmath>

#include "torsor/trajectory/random_stream.hpp"

namespace torsor {

/// Noise of unit variance whose correlation falls as exp(-time / correlation_time): x_i = a x_(i-1) + sqrt(1-a^2) n_i.
/// It is run in blocks of fixed places, each from a stationary start so far ahead that the start is forgotten: a sample
/// is the same whichever samples are asked for.
class ColouredNoise {
 public:
  ColouredNoise(std::uint64_t seed, std::uint64_t stream, std::uint64_t start, double samples)
      : random_(seed, stream), start_(seed, start), a_(samples > 0 ? std::exp(-1 / samples) : 0),
        ahead_(static_cast<long>(std::ceil(forgotten * samples))) {
    while (block_ < ahead_) block_ *= 2;
  }

  /// Samples first .. first + count - 1, times `size`, added to `values`.
  template <class Values>
  void add(long first, long count, double size, Values&& values) const {
    const double fresh = std::sqrt(1 - a_ * a_);
    for (long block = floor_of(first); block * block_ < first + count; ++block) {
      double x = start_.normal(block);
      const long end = std::min((block + 1) * block_, first + count);
      for (long i = block * block_ - ahead_; i < end; ++i) {
        x = a_ * x + fresh * random_.normal(i);
        if (i >= block * block_ && i >= first) values[i - first] += size * x;
      }
    }
  }

 private:
  static constexpr double forgotten = 12;  // exp(-12) = 6e-6
  long floor_of(long i) const { return i >= 0 ? i / block_ : -((-i + block_ - 1) / block_); }

  RandomStream random_, start_;
  double a_;
  long ahead_, block_ = 4096;
};

}  // namespace torsor
