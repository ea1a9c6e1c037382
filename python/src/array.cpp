#define TORSOR_FILLS_NUMPY_FUNCTIONS
#include <atomic>

#include "numpy.hpp"
#include "torsor/core/parallel.hpp"
#include "torsor/model/position.hpp"

namespace torsor::python {
namespace {

/// Real numbers that become float64 without loss, but for large integers.
bool is_real(PyArrayObject* array) {
  const int type = PyArray_TYPE(array);
  return type != NPY_LONGDOUBLE && (PyTypeNum_ISINTEGER(type) || PyTypeNum_ISFLOAT(type));
}

/// The argument as an array of float64 or float32 in this machine's order; the array itself where it is one.
nb::object readable(const char* name, nb::handle value) {
  require_numpy();
  nb::object array;
  if (PyArray_Check(value.ptr())) {
    array = nb::borrow(value);
  } else if (PySequence_Check(value.ptr()) == 0 || PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr())) {
    if (!nb::hasattr(value, "__array__") && PyNumber_Check(value.ptr()) == 0)
      refuse(name, "an array of numbers", kind_of(value));
  }
  if (!array) {
    array = nb::steal(PyArray_FromAny(value.ptr(), nullptr, 0, 0, 0, nullptr));
    if (!array) {
      PyErr_Clear();
      refuse(name, "an array of numbers", "a " + kind_of(value) + " that is none: rows of one length, numbers alone");
    }
  }
  if (!is_real(as_array(array)))
    refuse(name, "real numbers (float64 or float32)", "dtype " + dkind_of(as_array(array)));
  if (can_be_read(as_array(array))) return array;
  array = nb::steal(PyArray_FromAny(array.ptr(), PyArray_DescrFromType(NPY_DOUBLE), 0, 0,
                                    NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST, nullptr));
  if (!array) throw nb::python_error();
  return array;
}

/// Sums of x - x: 0 unless some x is not finite. Several at a time, so that the compiler may take them at once.
bool finite_in(Input<double> x) {
  double sums[8] = {};
  std::size_t k = 0;
  for (; k + 8 <= x.size(); k += 8)
    for (std::size_t j = 0; j < 8; ++j) sums[j] += x[k + j] - x[k + j];
  for (; k < x.size(); ++k) sums[0] += x[k] - x[k];
  return std::all_of(std::begin(sums), std::end(sums), [](double sum) { return sum == 0; });
}

/// A large batch is looked at on all cores, all of its arrays at once: one core alone would take as long as a good part
/// of the dynamics do.
bool all_finite(std::span<const Input<double>> arrays) {
  constexpr std::size_t large = 1 << 15;
  std::size_t longest = 0;
  for (const Input<double>& x : arrays) longest = std::max(longest, x.size());
  if (longest < 2 * large)  // to ask how many cores there are takes longer than a small one
    return std::all_of(arrays.begin(), arrays.end(), finite_in);
  const auto parts = std::min(static_cast<std::size_t>(thread_count(0)), longest / large);
  std::atomic<bool> finite = true;
  std::vector<std::jthread> others;
  const auto look = [&](std::size_t part) {
    for (const Input<double>& x : arrays) {
      const std::size_t begin = part * x.size() / parts, end = (part + 1) * x.size() / parts;
      if (!finite_in({x.data() + begin, end - begin})) finite = false;
    }
  };
  for (std::size_t part = 1; part < parts; ++part) others.emplace_back(look, part);
  look(0);
  others.clear();
  return finite;
}

/// "qd[3, 2]": the entry that is not finite.
[[noreturn]] void refuse_not_finite(const char* name, Input<double> x, const Shape& batch, std::size_t width) {
  const auto at = std::find_if(x.begin(), x.end(), [](double value) { return !std::isfinite(value); });
  auto place = static_cast<std::size_t>(at - x.begin());
  Shape shape = batch, index(batch.size() + 1);
  shape.push_back(static_cast<std::ptrdiff_t>(width));
  for (std::size_t k = shape.size(); k-- > 0; place /= static_cast<std::size_t>(shape[k]))
    index[k] = static_cast<std::ptrdiff_t>(place % static_cast<std::size_t>(shape[k]));
  throw UsageError(fmt::format("{}[{}]: expected a finite number, found {}", name, fmt::join(index, ", "), *at));
}

/// As the command line does: what barely changes when it is brought to length 1 was meant so.
void require_quaternions(const Argument& argument, Input<double> all) {
  const Model<double>& model = *argument.quaternions;
  std::vector<double> q(argument.width);
  for (std::size_t begin = 0; begin < all.size(); begin += argument.width) {
    const Input<double> written = all.subspan(begin, argument.width);
    std::copy(written.begin(), written.end(), q.begin());
    normalize_position<double>(model, q);
    for (std::size_t k = 0; k < argument.width; ++k)
      if (!(std::abs(q[k] - written[k]) < 1e-3))
        throw UsageError(argument.name, position_names(model)[k] +
                                            ": expected a quaternion w,x,y,z of length 1, found one of another");
  }
}

/// First and last byte that an array may touch.
std::pair<std::uintptr_t, std::uintptr_t> extent(PyArrayObject* array) {
  auto low = reinterpret_cast<std::uintptr_t>(PyArray_BYTES(array)), high = low;
  for (int k = 0; k < PyArray_NDIM(array); ++k) {
    if (PyArray_DIMS(array)[k] == 0) return {low, low};
    const std::ptrdiff_t reach = (PyArray_DIMS(array)[k] - 1) * PyArray_STRIDES(array)[k];
    if (reach < 0)
      low -= static_cast<std::uintptr_t>(-reach);
    else
      high += static_cast<std::uintptr_t>(reach);
  }
  return {low, high + static_cast<std::uintptr_t>(PyArray_ITEMSIZE(array))};
}

/// What the messages call the shape of an argument.
std::string expected_shape(const Argument& argument) {
  const auto& [name, value, width, one_for_each, owner, may_be_left_out, quaternions] = argument;
  return owner == nullptr ? "shape " + fmt::format(fmt::runtime(one_for_each), width)
                          : fmt::format("shape (..., {}), one for each {} of {}", width, one_for_each, owner);
}

std::vector<std::vector<double>> rows_of(const Argument& argument) {
  const Arguments arguments({&argument, 1});
  const auto& [name, value, width, shape, owner, may_be_left_out, quaternions] = argument;
  if (arguments.batch().size() > 1)
    refuse(name, expected_shape(argument), fmt::format("{} axes", arguments.batch().size() + 1));
  std::vector<std::vector<double>> result;
  result.reserve(arguments.states());
  for (std::size_t k = 0; k < arguments.states(); ++k) {
    const auto row = arguments.rows()[0].subspan(k * width, width);
    result.emplace_back(row.begin(), row.end());
  }
  return result;
}

std::vector<double> single_row(const Argument& argument) {
  std::vector<std::vector<double>> one = rows_of(argument);
  if (one.size() != 1) refuse(argument.name, expected_shape(argument), fmt::format("{} rows of them", one.size()));
  return std::move(one.front());
}

}  // namespace

void require_numpy() {
  if (PyArray_API != nullptr) [[likely]]
    return;
  if (_import_array() < 0) throw nb::python_error();
}

Rows Rows::part(std::size_t begin, std::size_t end) const {
  Rows some = *this;
  some.states_ = end - begin;
  for (std::size_t k = 0; k < count_; ++k) {
    const std::size_t width = rows_[k].size() / states_;
    some.rows_[k] = {rows_[k].data() + begin * width, some.states_ * width};
  }
  return some;
}

Arguments::Arguments(std::span<const Argument> arguments) {
  require_numpy();
  all_.count_ = arguments.size();
  find_batch(arguments);
  for (std::size_t k = 0; k < arguments.size(); ++k) lay_out(arguments[k], k);
  if (!all_finite({all_.rows_.data(), arguments.size()}))
    for (std::size_t k = 0; k < arguments.size(); ++k)
      if (!finite_in(all_[k])) refuse_not_finite(arguments[k].name, all_[k], batch_, arguments[k].width);
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (arguments[k].quaternions != nullptr) require_quaternions(arguments[k], all_[k]);
}

void Arguments::find_batch(std::span<const Argument> arguments) {
  std::size_t arrays = 0, float32 = 0;
  for (std::size_t k = 0; k < all_.count_; ++k) {
    const auto& [name, value, width, one_for_each, owner, may_be_left_out, quaternions] = arguments[k];
    if (value.is_none()) {
      if (may_be_left_out) continue;
      refuse(name,
             owner == nullptr ? fmt::format("{} numbers", width)
                              : fmt::format("{} numbers, one for each {} of {}", width, one_for_each, owner),
             "None");
    }
    arrays_[k] = PyArray_Check(value.ptr()) && can_be_read(as_array(value)) ? nb::borrow(value) : readable(name, value);
    const auto shape = shape_of(as_array(arrays_[k]));
    if (shape.empty() || shape.back() != static_cast<npy_intp>(width))
      refuse(name, expected_shape(arguments[k]), shape_in_words(shape));
    ++arrays, float32 += PyArray_TYPE(as_array(arrays_[k])) == NPY_FLOAT;
    const auto leading = shape.first(shape.size() - 1);
    if (leading.size() > batch_.size()) batch_.insert(batch_.begin(), leading.size() - batch_.size(), 1);
    const std::size_t missing = batch_.size() - leading.size();
    for (std::size_t axis = 0; axis < leading.size(); ++axis) {
      std::ptrdiff_t& extent = batch_[missing + axis];
      if (extent == 1) extent = leading[axis];
      if (leading[axis] != extent && leading[axis] != 1)
        refuse(name, fmt::format("leading axes that fit those of the other arguments, {}", shape_in_words(batch_)),
               "shape " + shape_in_words(shape));
    }
  }
  for (const std::ptrdiff_t extent : batch_) all_.states_ *= static_cast<std::size_t>(extent);
  all_float32_ = arrays > 0 && float32 == arrays;
}

void Arguments::lay_out(const Argument& argument, std::size_t k) {
  const std::size_t size = all_.states_ * argument.width;
  std::vector<double>& copy = copies_[k];
  if (!arrays_[k]) {
    copy.assign(size, 0.0);
    all_.rows_[k] = copy;
    return;
  }
  PyArrayObject* array = as_array(arrays_[k]);
  if (is_plain(array) && static_cast<std::size_t>(PyArray_SIZE(array)) == size) {
    all_.rows_[k] = {static_cast<const double*>(PyArray_DATA(array)), size};
  } else {
    copy.reserve(size);
    const Walk walk(array, batch_, 1);
    if (PyArray_TYPE(array) == NPY_DOUBLE)
      walk.each([&](char* at) { copy.push_back(*reinterpret_cast<double*>(at)); });
    else
      walk.each([&](char* at) { copy.push_back(*reinterpret_cast<float*>(at)); });
    all_.rows_[k] = copy;
  }
}

bool Arguments::may_overlap(nb::handle array) const {
  const auto [low, high] = extent(as_array(array));
  for (std::size_t k = 0; k < all_.count_; ++k) {
    if (!arrays_[k] || !copies_[k].empty()) continue;
    const auto [first, last] = extent(as_array(arrays_[k]));
    if (first < high && low < last) return true;
  }
  return false;
}

std::vector<double> positions(const char* name, nb::handle value, const Model<double>& model) {
  return single_row({name, value, static_cast<std::size_t>(model.nq), "({},)", nullptr, false,
                     model.nq == model.nv ? nullptr : &model});
}

std::vector<double> numbers(const char* name, nb::handle value, std::size_t count) {
  return single_row({name, value, count, "({},)", nullptr, false});
}

std::vector<std::vector<double>> rows(const char* name, nb::handle value, std::size_t width) {
  return rows_of({name, value, width, "(N, {})", nullptr, false});
}

}  // namespace torsor::python
