#pragma once

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace harness {

/// Compiled code of one robot, loaded for the life of the program.
class SharedObject {
 public:
  explicit SharedObject(const char* path) : handle_(dlopen(path, RTLD_NOW)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
  }
  template <class Signature>
  Signature* function(const std::string& name) const {
    void* found = dlsym(handle_, name.c_str());
    if (found == nullptr) throw std::runtime_error("expected a function " + name);
    return reinterpret_cast<Signature*>(found);
  }

 private:
  void* handle_;
};

}  // namespace harness
