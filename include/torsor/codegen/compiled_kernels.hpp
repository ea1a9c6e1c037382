#pragma once

#include <memory>
#include <string>
#include <vector>

#include "torsor/codegen/kernel.hpp"

namespace torsor {

/// Values of a kernel's inputs, in its order.
using KernelInputs = std::vector<std::vector<double>>;

/// Generated C, compiled and loaded into this program.
class CompiledKernels {
 public:
  /// `source` and `header` are what write_kernels and write_header gave for C, `prefix` the prefix of its functions.
  /// `compiler` is a command such as `cc -O2`; where it fails, throws ComputationError with what it printed.
  CompiledKernels(const std::string& source, const std::string& header, const std::string& prefix,
                  const std::vector<Kernel>& kernels, const std::string& compiler = "cc -std=c99 -O2");
  ~CompiledKernels();
  CompiledKernels(const CompiledKernels&) = delete;
  CompiledKernels& operator=(const CompiledKernels&) = delete;

  /// The outputs of a kernel, one after the other.
  std::vector<double> call(const Kernel& kernel, const KernelInputs& inputs) const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace torsor
