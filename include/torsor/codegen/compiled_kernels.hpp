#pragma once

#include <memory>
#include <string>
#include <vector>

#include "torsor/codegen/write_kernel.hpp"

namespace torsor {

/// Values of a kernel's inputs, in its order.
using KernelInputs = std::vector<std::vector<double>>;

/// Generated C or C++, compiled and loaded into this program.
class CompiledKernels {
 public:
  /// `source` and `header` are what write_kernels and write_header gave for the language, `prefix` the prefix of its
  /// functions. `compiler` is a command such as `cc -O2`; where it fails, throws ComputationError with what it printed.
  CompiledKernels(const std::string& source, const std::string& header, const std::string& prefix, Language language,
                  const std::vector<Kernel>& kernels, const std::string& compiler,
                  GeneratedScalar scalar = GeneratedScalar::float64);
  ~CompiledKernels();
  CompiledKernels(const CompiledKernels&) = delete;
  CompiledKernels& operator=(const CompiledKernels&) = delete;

  /// The outputs of a kernel, one after the other.
  std::vector<double> call(const Kernel& kernel, const KernelInputs& inputs) const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

/// The outputs of a kernel in a generated Python or MATLAB file, for many inputs: `interpreter` is a command such as
/// `python3` or `octave-cli`. Throws ComputationError with what it printed where it fails.
std::vector<std::vector<double>> run_script(const std::string& source, const std::string& prefix, Language language,
                                            const Kernel& kernel, const std::vector<KernelInputs>& inputs,
                                            const std::string& interpreter);

}  // namespace torsor
