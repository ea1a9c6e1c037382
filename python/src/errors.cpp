#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "finding.hpp"
#include "torsor/core/error.hpp"
#include "torsor/core/output_file.hpp"

namespace torsor::python {
namespace {

/// Raises the class of that name in torsor._errors, made with what its constructor takes.
template <class... Values>
void raise_python(const char* name, const Values&... values) {
  const nb::object type = nb::module_::import_("torsor._errors").attr(name);
  const nb::object error = type(values...);
  PyErr_SetObject(type.ptr(), error.ptr());
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const UsageError& error) {
    raise_python("UsageError", text(error.what()), text(error.option()));
  } catch (const FileError& error) {
    raise_python("FileError", text(error.what()), to_python(error.findings()));
  } catch (const WriteError& error) {
    raise_python("WriteError", text(error.what()), text(error.path().string()));
  } catch (const ComputationError& error) {
    raise_python("ComputationError", text(error.what()));
  } catch (const Error& error) {
    raise_python("Error", text(error.what()));
  }
}

}  // namespace

void bind_errors(nb::module_&) {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void* unused) { translate(thrown, unused); });
}

}  // namespace torsor::python
