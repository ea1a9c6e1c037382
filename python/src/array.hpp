#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "torsor/core/numbers.hpp"
#include "torsor/model/model.hpp"

/// NumPy at the border: arrays of any leading shape, dtype and strides become rows of doubles, and back. All that knows
/// NumPy's C interface is in array.cpp.
namespace torsor::python {

namespace nb = nanobind;

using Shape = std::vector<std::ptrdiff_t>;

/// An argument that has a vector for each state: its last axis has `width` entries, the axes before it are the batch.
struct Argument {
  const char* name;
  nb::handle value;  // an array or nested lists; None where `may_be_left_out`: zeros
  std::size_t width;
  const char* one_for_each;  // "position" or "velocity"; or where there is no owner the shape, with {} for the width
  const char* owner;         // the robot's name
  bool may_be_left_out = false;
  const Model<double>* quaternions = nullptr;  // of positions that hold some, which have to be of length 1
};

/// What kernels read: of each argument a row for each state, of all states of a call or of some of them.
class Rows {
 public:
  static constexpr std::size_t most = 4;

  std::size_t states() const { return states_; }
  Input<double> operator[](std::size_t k) const { return rows_[k]; }
  /// Those of the states from begin to before end.
  Rows part(std::size_t begin, std::size_t end) const;

 private:
  friend class Arguments;
  std::array<Input<double>, most> rows_;
  std::size_t count_ = 0, states_ = 1;
};

/// The arguments of one call. Their leading axes are broadcast against each other, as NumPy does.
/// Nothing is copied where an array is in C order, of float64 and has the whole batch shape.
class Arguments {
 public:
  /// Throws a UsageError that names the argument, what was expected and what was found; also where a number is not
  /// finite.
  explicit Arguments(std::span<const Argument> arguments);

  /// No argument has a leading axis: one state, and the result has none either.
  bool single() const { return batch_.empty(); }
  const Shape& batch() const { return batch_; }
  std::size_t states() const { return all_.states_; }
  /// Every array was of float32, and so should the result be.
  bool all_float32() const { return all_float32_; }
  const Rows& rows() const { return all_; }
  /// Whether the memory of an array may be read by one of the arguments.
  bool may_overlap(nb::handle array) const;

 private:
  void find_batch(std::span<const Argument> arguments);
  void lay_out(const Argument& argument, std::size_t k);

  std::array<nb::object, Rows::most> arrays_;  // keep what all_ points to alive
  std::array<std::vector<double>, Rows::most> copies_;
  Rows all_;
  Shape batch_;
  bool all_float32_ = false;
};

/// Where a result goes: a new array, or the caller's `out`. Kernels write to rows(); give() brings it to the caller.
class Result {
 public:
  /// `trailing` is the shape of a result of one state. `out` may be None.
  Result(const Arguments& arguments, const Shape& trailing, nb::handle out);

  Output<double> rows() { return {data_, size_}; }
  /// Those of so many states from the state `begin` on.
  Output<double> rows(std::size_t begin, std::size_t states) { return {data_ + begin * width_, states * width_}; }
  nb::object give();

 private:
  nb::object array_;             // what is given to the caller
  std::vector<double> scratch_;  // where that is not what a kernel can write to
  double* data_ = nullptr;
  std::size_t size_ = 1, width_ = 1;  // of all, and of one state
};

/// An array of floating-point numbers, as stubs call it.
class NumberArray : public nb::object {
 public:
  static constexpr auto Name = nb::detail::const_name("numpy.typing.NDArray[numpy.floating]");
  explicit NumberArray(nb::object array) : nb::object(std::move(array)) {}
};

/// A new float64 array with a copy of the numbers.
NumberArray to_array(std::span<const double> numbers, const Shape& shape);
inline NumberArray to_array(const std::vector<double>& numbers) {
  return to_array(numbers, {static_cast<std::ptrdiff_t>(numbers.size())});
}
/// A list of vectors of one length, as a matrix.
NumberArray to_array(const std::vector<std::vector<double>>& rows, std::size_t width);

/// Positions of the model, whose quaternions are of length 1.
std::vector<double> positions(const char* name, nb::handle value, const Model<double>& model);
/// Exactly `count` finite numbers.
std::vector<double> numbers(const char* name, nb::handle value, std::size_t count);
/// Rows of `width` finite numbers; a single vector is one row.
std::vector<std::vector<double>> rows(const char* name, nb::handle value, std::size_t width);

}  // namespace torsor::python
