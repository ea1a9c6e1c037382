#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "codegen/kernel_cache.hpp"
#include "codegen/shared_object.hpp"
#include "torsor/codegen/compile.hpp"

namespace torsor::codegen {

/// The C compiler of this machine, with the options for its processor.
class NativeCompiler {
 public:
  /// Throws UsageError (option `compiler`) where the command is none, or its program is not there.
  explicit NativeCompiler(const CompileOptions& options);

  struct Made {
    SharedObject object;
    CompiledFunction::Origin origin;
    bool kept;  // in the cache
  };
  /// From the cache, or compiled and kept there; `more` are options for this source alone. Throws ComputationError with
  /// what the compiler printed.
  Made make(const std::string& source, const std::vector<std::string>& more = {}) const;

 private:
  std::string key_of(const std::string& source, const std::vector<std::string>& arguments) const;

  std::filesystem::path program_;
  std::vector<std::string> arguments_, asked_;  // ours, and those of the command
  KernelCache cache_;
  double seconds_;
};

}  // namespace torsor::codegen
