#pragma once

#include "array.hpp"

// One table of NumPy's functions for all files that include this; array.cpp fills it.
#define NPY_NO_DEPRECATED_API NPY_1_22_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL torsor_numpy_functions
#ifndef TORSOR_FILLS_NUMPY_FUNCTIONS
#define NO_IMPORT_ARRAY
#endif
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/stl/string.h>
#include <numpy/arrayobject.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "torsor/core/error.hpp"

/// What the files that know NumPy's C interface share.
namespace torsor::python {

/// NumPy takes most of the time of an import, so that it is loaded when the first array is seen.
void require_numpy();

inline PyArrayObject* as_array(nb::handle value) { return reinterpret_cast<PyArrayObject*>(value.ptr()); }
inline std::span<const npy_intp> shape_of(PyArrayObject* array) {
  return {PyArray_DIMS(array), static_cast<std::size_t>(PyArray_NDIM(array))};
}

inline std::string shape_in_words(std::span<const npy_intp> shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

[[noreturn]] inline void refuse(const char* name, const std::string& expected, const std::string& found) {
  throw UsageError(name, "expected " + expected + ", found " + found);
}

inline std::string kind_of(nb::handle value) {
  return nb::cast<std::string>(nb::handle(value.type()).attr("__name__"));
}
inline std::string dkind_of(PyArrayObject* array) {
  return nb::cast<std::string>(nb::str(nb::handle(reinterpret_cast<PyObject*>(PyArray_DESCR(array)))));
}

inline bool can_be_read(PyArrayObject* array) {
  const int type = PyArray_TYPE(array);
  return (type == NPY_DOUBLE || type == NPY_FLOAT) && PyArray_ISALIGNED(array) && PyArray_ISNOTSWAPPED(array);
}

inline bool is_plain(PyArrayObject* array) { return PyArray_TYPE(array) == NPY_DOUBLE && PyArray_ISCARRAY_RO(array); }

/// Steps through the memory of an array as if it had the leading shape `batch`: axes that it lacks, or has once, stand
/// still.
struct Walk {
  char* data;
  Shape shape, stride;  // the last axis is the vector's own

  Walk(PyArrayObject* array, const Shape& batch, std::size_t own_axes)
      : data(PyArray_BYTES(array)), shape(batch), stride(batch.size(), 0) {
    const int dimensions = PyArray_NDIM(array);
    const std::size_t leading = static_cast<std::size_t>(dimensions) - own_axes, missing = batch.size() - leading;
    for (std::size_t k = 0; k < leading; ++k)
      stride[missing + k] = PyArray_DIMS(array)[k] == 1 ? 0 : PyArray_STRIDES(array)[k];
    for (std::size_t k = leading; k < static_cast<std::size_t>(dimensions); ++k)
      shape.push_back(PyArray_DIMS(array)[k]), stride.push_back(PyArray_STRIDES(array)[k]);
  }

  template <class Visit>
  void each(const Visit& visit) const {
    if (std::find(shape.begin(), shape.end(), 0) == shape.end()) along(0, data, visit);
  }

 private:
  template <class Visit>
  void along(std::size_t axis, char* at, const Visit& visit) const {
    if (axis == shape.size()) return visit(at);
    for (std::ptrdiff_t i = 0; i < shape[axis]; ++i) along(axis + 1, at + i * stride[axis], visit);
  }
};

}  // namespace torsor::python
