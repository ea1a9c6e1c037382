#pragma once

#include <nanobind/stl/string.h>

#include "array.hpp"

/// Python's types as functions return them, so that stubs can be exact.
namespace torsor::python {

/// The fields of a result, from which the class of the same name in torsor/*.py is made.
using Fields = nb::typed<nb::dict, nb::str, nb::any>;
using FieldsList = nb::typed<nb::list, Fields>;
using Texts = nb::typed<nb::list, nb::str>;
using Arrays = nb::typed<nb::tuple, nb::any, nb::ellipsis>;

/// A text from a file; what is not UTF-8 in it is replaced.
inline nb::str text(const std::string& bytes) {
  return nb::steal<nb::str>(PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}
inline Texts texts(const std::vector<std::string>& words) {
  Texts list;
  for (const std::string& one : words) list.append(text(one));
  return list;
}

}  // namespace torsor::python
