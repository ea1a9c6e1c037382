#include "codegen/shared_object.hpp"

#include <dlfcn.h>

#include "torsor/core/error.hpp"

namespace torsor::codegen {
namespace {

std::string last_words() {
  const char* words = ::dlerror();  // NOLINT(concurrency-mt-unsafe): of this thread
  return words == nullptr ? "the loader does not say why" : words;
}

}  // namespace

SharedObject::SharedObject(const std::filesystem::path& path)
    : handle_(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL), [](void* handle) {
        if (handle != nullptr) ::dlclose(handle);
      }) {
  if (handle_ == nullptr) raise(ComputationError("compiled code cannot be loaded: " + last_words()));
}

void* SharedObject::function(const char* name) const {
  void* found = ::dlsym(handle_.get(), name);
  if (found == nullptr) raise(ComputationError("compiled code cannot be used: " + last_words()));
  return found;
}

}  // namespace torsor::codegen
