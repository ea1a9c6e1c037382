#include "numpy.hpp"

namespace torsor::python {
namespace {

/// Whether each axis steps over all that the finer ones reach: slices and transposes do, made-up strides may not.
bool entries_are_apart(PyArrayObject* array) {
  std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> axes;  // step, count
  for (int k = 0; k < PyArray_NDIM(array); ++k)
    if (PyArray_DIMS(array)[k] > 1) axes.emplace_back(std::abs(PyArray_STRIDES(array)[k]), PyArray_DIMS(array)[k]);
  std::sort(axes.begin(), axes.end());
  std::ptrdiff_t reach = PyArray_ITEMSIZE(array);
  for (const auto& [step, count] : axes) {
    if (step < reach) return false;
    reach += step * (count - 1);
  }
  return true;
}

nb::object new_array(const Shape& shape, int type) {
  require_numpy();
  nb::object array = nb::steal(PyArray_SimpleNew(static_cast<int>(shape.size()), shape.data(), type));
  if (!array) throw nb::python_error();
  return array;
}

}  // namespace

Result::Result(const Arguments& arguments, const Shape& trailing, nb::handle out) {
  Shape shape = arguments.batch();
  shape.insert(shape.end(), trailing.begin(), trailing.end());
  for (const std::ptrdiff_t extent : trailing) width_ *= static_cast<std::size_t>(extent);
  size_ = arguments.states() * width_;
  if (out.is_none()) {
    array_ = new_array(shape, arguments.all_float32() ? NPY_FLOAT : NPY_DOUBLE);
  } else {
    if (!PyArray_Check(out.ptr())) refuse("out", "an array", kind_of(out));
    PyArrayObject* array = as_array(out);
    if (const auto found = shape_of(array); !std::ranges::equal(found, shape))
      refuse("out", "shape " + shape_in_words(shape), shape_in_words(found));
    if (!can_be_read(array)) refuse("out", "dtype float64 or float32", "dtype " + dkind_of(array));
    if (!PyArray_ISWRITEABLE(array)) refuse("out", "an array that can be written to", "one that is read-only");
    if (!entries_are_apart(array)) refuse("out", "an array whose entries lie apart", "entries that share memory");
    array_ = nb::borrow(out);
  }
  PyArrayObject* array = as_array(array_);
  if (is_plain(array) && (out.is_none() || !arguments.may_overlap(array_))) {
    data_ = static_cast<double*>(PyArray_DATA(array));
  } else {
    scratch_.resize(size_);
    data_ = scratch_.data();
  }
}

nb::object Result::give() {
  if (scratch_.empty()) return std::move(array_);
  PyArrayObject* array = as_array(array_);
  const double* next = scratch_.data();
  const Walk walk(array, {}, static_cast<std::size_t>(PyArray_NDIM(array)));
  if (PyArray_TYPE(array) == NPY_DOUBLE)
    walk.each([&](char* at) { *reinterpret_cast<double*>(at) = *next++; });
  else
    walk.each([&](char* at) { *reinterpret_cast<float*>(at) = static_cast<float>(*next++); });
  return std::move(array_);
}

NumberArray to_array(std::span<const double> numbers, const Shape& shape) {
  nb::object array = new_array(shape, NPY_DOUBLE);
  std::copy(numbers.begin(), numbers.end(), static_cast<double*>(PyArray_DATA(as_array(array))));
  return NumberArray(std::move(array));
}

NumberArray to_array(const std::vector<std::vector<double>>& rows, std::size_t width) {
  nb::object array =
      new_array({static_cast<std::ptrdiff_t>(rows.size()), static_cast<std::ptrdiff_t>(width)}, NPY_DOUBLE);
  auto* next = static_cast<double*>(PyArray_DATA(as_array(array)));
  for (const std::vector<double>& row : rows) next = std::copy(row.begin(), row.end(), next);
  return NumberArray(std::move(array));
}

}  // namespace torsor::python
