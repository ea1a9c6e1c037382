#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "torsor/core/instruction_set.hpp"
#include "torsor/scalar/sincos.hpp"

namespace torsor {

/// N numbers that are computed with at once, one for each of N states of a robot. [vector extensions of GCC and Clang]
/// Its copy is written out, so that it is passed in memory whatever the instruction set: functions compiled for one can
/// call those compiled for another.
template <class T, int N>
class alignas(N * sizeof(T)) Pack {
 public:
  using Lanes [[gnu::vector_size(N * sizeof(T))]] = T;
  static constexpr int size = N;

  Pack() : lanes_{} {}
  explicit Pack(double value) : Pack(static_cast<T>(value), std::make_index_sequence<N>()) {}
  explicit Pack(const Lanes& lanes) : lanes_(lanes) {}
  Pack(const Pack& other) : lanes_(other.lanes_) {}  // NOLINT(modernize-use-equals-default)
  Pack& operator=(const Pack& other) {               // NOLINT(modernize-use-equals-default)
    lanes_ = other.lanes_;
    return *this;
  }
  ~Pack() = default;

  /// N numbers that lie one behind the other, at any address.
  static Pack load(const T* from) { return Pack(Lanes(*reinterpret_cast<const Unaligned*>(from))); }
  /// Lanes in another order; those from N on are the lanes of `other`.
  template <int... places>
  Pack shuffled(const Pack& other) const {
    return Pack(Lanes(__builtin_shufflevector(lanes_, other.lanes_, places...)));
  }
  template <int... places>
  Pack shuffled() const {
    return shuffled<places...>(*this);
  }
  void store(T* to) const { *reinterpret_cast<Unaligned*>(to) = lanes_; }
  T operator[](int k) const { return lanes_[k]; }
  void set(int k, T value) { lanes_[k] = value; }

  friend Pack operator-(const Pack& x) { return Pack(-x.lanes_); }
  friend Pack operator+(const Pack& x, const Pack& y) { return Pack(x.lanes_ + y.lanes_); }
  friend Pack operator-(const Pack& x, const Pack& y) { return Pack(x.lanes_ - y.lanes_); }
  friend Pack operator*(const Pack& x, const Pack& y) { return Pack(x.lanes_ * y.lanes_); }
  friend Pack operator/(const Pack& x, const Pack& y) { return Pack(x.lanes_ / y.lanes_); }
  Pack& operator+=(const Pack& y) { return *this = *this + y; }
  Pack& operator-=(const Pack& y) { return *this = *this - y; }

  friend Pack sin(const Pack& x) { return sincos(x).sin; }
  friend Pack cos(const Pack& x) { return sincos(x).cos; }
  friend Pack sqrt(const Pack& x) {
    return by_lane(x, [](T value) { return std::sqrt(value); });
  }
  friend Pack atan(const Pack& x) {
    return by_lane(x, [](T value) { return std::atan(value); });
  }
  friend Pack sign(const Pack& x) {
    const Lanes zero{}, one = zero + T(1);
    return Pack((x.lanes_ > zero ? one : zero) - (x.lanes_ < zero ? one : zero));
  }
  friend Pack select(const Pack& x, const Pack& positive, const Pack& otherwise) {
    return Pack(x.lanes_ > Lanes{} ? positive.lanes_ : otherwise.lanes_);
  }
  /// The number, where it is the same in all lanes: a constant of the model.
  friend std::optional<double> known_value(const Pack& x) {
    for (int k = 1; k < N; ++k)
      if (x.lanes_[k] != x.lanes_[0]) return std::nullopt;
    return static_cast<double>(x.lanes_[0]);
  }
  friend SinCos<Pack> sincos(const Pack& x) { return sincos_of(x); }

 private:
  using Bits [[gnu::vector_size(N * sizeof(T))]] = std::uint64_t;
  // As T for what may change what: a store by memcpy might change every pointer, for all that a compiler knows.
  using Unaligned [[gnu::vector_size(N * sizeof(T)), gnu::aligned(alignof(T))]] = T;

  /// Written out: of an operation on vectors, a compiler would make two of those that every processor has. Eight lanes
  /// are made of four, as GCC would take an instruction for each of them.
  template <std::size_t... lane>
  Pack(T value, std::index_sequence<lane...> /*lanes*/) {
    if constexpr (N == 8) {
      using Half [[gnu::vector_size(4 * sizeof(T))]] = T;
      const Half half{value, value, value, value};
      lanes_ = Lanes(__builtin_shufflevector(half, half, static_cast<int>(lane)...));
    } else {
      lanes_ = Lanes{(static_cast<void>(lane), value)...};
    }
  }

  template <class Function>
  static Pack by_lane(const Pack& x, const Function& function) {
    Pack result;
    for (int k = 0; k < N; ++k) result.lanes_[k] = function(x.lanes_[k]);
    return result;
  }
  static SinCos<Pack> sincos_of(const Pack& x) {
    const auto quick = quick_sincos<Lanes, Bits>(x.lanes_);
    SinCos<Pack> result{Pack(quick.sin), Pack(quick.cos)};
    const Lanes limit = Lanes{} + largest_quick_angle;
    const auto large = ~((x.lanes_ <= limit) & (x.lanes_ >= -limit));
    bool any = false;
    for (int k = 0; k < N; ++k) any |= large[k] != 0;
    if (any) [[unlikely]]
      take_from_library(x, result);
    return result;
  }
  [[gnu::noinline]] static void take_from_library(const Pack& x, SinCos<Pack>& result) {
    for (int k = 0; k < N; ++k)
      result.sin.lanes_[k] = std::sin(x.lanes_[k]), result.cos.lanes_[k] = std::cos(x.lanes_[k]);
  }

  Lanes lanes_;
};

static_assert(Scalar<Pack<double, 4>>);

/// Calls action(width) with as many doubles as one instruction takes, as a constant: more than that would live in
/// memory.
template <class Action>
decltype(auto) with_lanes(const Action& action) {
  return instruction_set == InstructionSet::baseline ? action(std::integral_constant<int, 2>())
                                                     : action(std::integral_constant<int, 4>());
}

}  // namespace torsor
