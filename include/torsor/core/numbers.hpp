#pragma once

#include <initializer_list>
#include <span>
#include <type_traits>

namespace torsor {

/// A vector whose numbers lie one behind the other: std::vector, std::array, std::span, Eigen::VectorXd, a column of an
/// Eigen::MatrixXd, ... A vector of Eigen's with gaps between its numbers is none, and does not compile.
template <class Vector, class T>
concept Contiguous = requires(Vector& vector) {
  { vector.data() } -> std::convertible_to<T*>;
  { vector.size() } -> std::convertible_to<std::size_t>;
} && (!requires { std::remove_cvref_t<Vector>::InnerStrideAtCompileTime; } || requires {
  requires std::remove_cvref_t<Vector>::InnerStrideAtCompileTime == 1;
  requires bool(std::remove_cvref_t<Vector>::IsVectorAtCompileTime);
});

/// A std::span that is also made from Eigen's vectors, and from a list in braces for the length of a call. Eigen itself
/// is not needed for it.
template <class T>
class Numbers : public std::span<T> {
 public:
  Numbers() = default;
  Numbers(T* first, std::size_t count) : std::span<T>(first, count) {}
  template <Contiguous<T> Vector>
  Numbers(Vector&& vector)  // NOLINT(google-explicit-constructor, bugprone-forwarding-reference-overload)
      : std::span<T>(vector.data(), static_cast<std::size_t>(vector.size())) {}
  Numbers(std::initializer_list<std::remove_const_t<T>> list)  // NOLINT(google-explicit-constructor)
    requires std::is_const_v<T>
      : std::span<T>(std::data(list), list.size()) {}
};

/// What an algorithm reads, and what it writes. Neither says which scalar is meant: the model does, so that a call need
/// not name it.
template <class T>
using Input = std::type_identity_t<Numbers<const T>>;
template <class T>
using Output = std::type_identity_t<Numbers<T>>;

}  // namespace torsor
