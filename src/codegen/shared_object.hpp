#pragma once

#include <filesystem>
#include <memory>

namespace torsor::codegen {

/// A shared object in this program, until the last owner of it is gone.
class SharedObject {
 public:
  /// Throws ComputationError with the loader's words.
  explicit SharedObject(const std::filesystem::path& path);

  /// The function of that name; throws ComputationError where there is none.
  void* function(const char* name) const;

 private:
  std::shared_ptr<void> handle_;
};

}  // namespace torsor::codegen
