#pragma once

#include <cstring>
#include <type_traits>

#include "torsor/scalar/scalar.hpp"

namespace torsor {

namespace side_by_side {
template <int N>
struct Register;
template <>
struct Register<2> {
  using type [[gnu::vector_size(16)]] = double;
};
template <>
struct Register<4> {
  using type [[gnu::vector_size(32)]] = double;
};
template <>
struct Register<8> {
  using type [[gnu::vector_size(64)]] = double;
};
}  // namespace side_by_side

/// N doubles that go through the same equation side by side, in the vector registers of the processor.
template <int N>
class Lanes {
  using Vector = typename side_by_side::Register<N>::type;

 public:
  Lanes() = default;
  /// The same number in every lane.
  explicit Lanes(double x) : lane_(x - Vector{}) {}
  static Lanes load(const double* from) {
    Lanes result;
    std::memcpy(&result.lane_, from, sizeof(Vector));
    return result;
  }
  void store(double* to) const { std::memcpy(to, &lane_, sizeof(Vector)); }
  double operator[](int k) const { return lane_[k]; }

  friend Lanes operator-(const Lanes& x) { return Lanes(-x.lane_); }
  friend Lanes operator+(const Lanes& x, const Lanes& y) { return Lanes(x.lane_ + y.lane_); }
  friend Lanes operator-(const Lanes& x, const Lanes& y) { return Lanes(x.lane_ - y.lane_); }
  friend Lanes operator*(const Lanes& x, const Lanes& y) { return Lanes(x.lane_ * y.lane_); }
  friend Lanes operator/(const Lanes& x, const Lanes& y) { return Lanes(x.lane_ / y.lane_); }
  Lanes& operator+=(const Lanes& y) { return *this = *this + y; }
  Lanes& operator-=(const Lanes& y) { return *this = *this - y; }

  friend Lanes sin(const Lanes& x) {
    return x.each([](double a) { return std::sin(a); });
  }
  friend Lanes cos(const Lanes& x) {
    return x.each([](double a) { return std::cos(a); });
  }
  friend Lanes sqrt(const Lanes& x) {
    return x.each([](double a) { return std::sqrt(a); });
  }
  friend Lanes atan(const Lanes& x) {
    return x.each([](double a) { return std::atan(a); });
  }
  friend Lanes sign(const Lanes& x) {
    return x.each([](double a) { return torsor::sign(a); });
  }
  friend Lanes select(const Lanes& x, const Lanes& positive, const Lanes& otherwise) {
    return Lanes(x.lane_ > Vector{} ? positive.lane_ : otherwise.lane_);
  }
  friend std::optional<double> known_value(const Lanes&) { return std::nullopt; }

 private:
  explicit Lanes(Vector lane) : lane_(lane) {}
  template <class Function>
  Lanes each(const Function& function) const {
    Lanes result;
    for (int k = 0; k < N; ++k) result.lane_[k] = function(lane_[k]);
    return result;
  }

  Vector lane_;
};

/// How many numbers of a kind an algorithm takes side by side. Only doubles are worth it; the width is that of the
/// registers this code is compiled for.
template <Scalar S>
inline constexpr int lane_count = 1;
#if defined(__AVX512F__)
template <>
inline constexpr int lane_count<double> = 8;
#elif defined(__AVX__)
template <>
inline constexpr int lane_count<double> = 4;
#else
template <>
inline constexpr int lane_count<double> = 2;
#endif

namespace side_by_side {
template <Scalar S, int N>
struct Choice {
  using type = Lanes<N>;
};
template <Scalar S>
struct Choice<S, 1> {
  using type = S;
};
}  // namespace side_by_side

/// What takes lane_count<S> of them: Lanes, or S itself.
template <Scalar S>
using LanesOf = typename side_by_side::Choice<S, lane_count<S>>::type;

namespace side_by_side {
template <class Step>
[[gnu::flatten]] void in_one_piece(const Step& step) {
  step();
}
}  // namespace side_by_side

/// Runs `step`. Where numbers go side by side it is compiled with all that it calls as one piece, so that they stay in
/// registers; elsewhere that would only take the compiler's time.
template <Scalar S, class Step>
void in_one_piece(const Step& step) {
  if constexpr (lane_count<S> > 1)
    side_by_side::in_one_piece(step);
  else
    step();
}

template <class P, Scalar S>
P load_lanes(const S* from) {
  if constexpr (std::is_same_v<P, S>)
    return *from;
  else
    return P::load(from);
}
template <class P, Scalar S>
void store_lanes(const P& value, S* to) {
  if constexpr (std::is_same_v<P, S>)
    *to = value;
  else
    value.store(to);
}

}  // namespace torsor
