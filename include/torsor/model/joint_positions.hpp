#pragma once

#include <algorithm>

#include "torsor/core/numbers.hpp"
#include "torsor/scalar/pack.hpp"

namespace torsor {

/// q as joints read it: entries, and their sines and cosines.
template <Scalar S>
class JointPositions {
 public:
  explicit JointPositions(Input<S> q) : q_(q.data()) {}
  const S* at(int k) const { return q_ + k; }
  SinCos<S> turn(int k) const { return sincos(q_[k]); }

 private:
  const S* q_;
};

/// On double, sines are taken many at a time: one by one they cost as much as half of the dynamics of an arm.
template <>
class JointPositions<double> {
 public:
  explicit JointPositions(Input<double> q) : q_(q.data()), size_(static_cast<int>(q.size())) { fill(0); }
  const double* at(int k) const { return q_ + k; }
  SinCos<double> turn(int k) {
    if (k < first_ || k >= first_ + block) [[unlikely]]
      refill(k);
    return {sine_[k - first_], cosine_[k - first_]};
  }

 private:
  static constexpr int block = 64;

  void fill(int first) {
    const int count = std::min(block, size_ - first);
    with_lanes([&](auto width) { count < width ? fill_few(first, count) : fill_by<width>(first, count); });
  }
  /// So many at a time; the last ones may be done twice, so that none is done alone.
  template <int width>
  void fill_by(int first, int count) {
    for (int next = 0; next < count; next += width) {
      const int k = std::min(next, count - width);
      const auto [s, c] = sincos(Pack<double, width>::load(q_ + first + k));
      s.store(sine_ + k), c.store(cosine_ + k);
    }
    first_ = first;
  }
  /// Two at a time, and one as if it were two.
  void fill_few(int first, int count) {
    if (count > 1) return fill_by<2>(first, count);
    const auto [s, c] = sincos(Pack<double, 2>(count > 0 ? q_[first] : 0.0));
    s.store(sine_), c.store(cosine_);
    first_ = first;
  }
  [[gnu::noinline]] void refill(int k) { fill(k - k % block); }

  const double* q_;
  int size_, first_ = 0;
  double sine_[block], cosine_[block];
};

}  // namespace torsor
