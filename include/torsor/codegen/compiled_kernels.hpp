#pragma once

#include <memory>
#include <string>
#include <vector>

#include "torsor/codegen/write_kernel.hpp"

namespace torsor {

/// Values of a kernel's inputs, in its order.
using KernelInputs = std::vector<std::vector<double>>;

/// What came of calls of a kernel.
struct KernelRun {
  std::vector<std::vector<double>> outputs;  // of each call, one after the other
  std::string
      failure;  // why there are none, such as "ended by signal 11 (Segmentation fault)"; empty where all is well
};

/// What compiles or runs generated code.
struct KernelTool {
  /// A program and its arguments, such as `cc -O2`, between blanks; what is between '' or "" is one word. No shell sees
  /// it.
  std::string command;
  double seconds = 120;  // of CPU, and twice that by the clock, for all calls of a kernel; a compilation has 60 or more
};

/// Generated C or C++, compiled to a program of its own: it runs beside this one, with limits on time and memory, so
/// that code which does wrong harms nobody.
class CompiledKernels {
 public:
  /// `source` and `header` are what write_kernels and write_header gave for the language, `prefix` the prefix of its
  /// functions. Throws UsageError (option `command`) where the compiler is not there, ComputationError with what it
  /// printed where it fails.
  CompiledKernels(const std::string& source, const std::string& header, const std::string& prefix, Language language,
                  const std::vector<Kernel>& kernels, const KernelTool& compiler,
                  GeneratedScalar scalar = GeneratedScalar::float64);
  ~CompiledKernels();
  CompiledKernels(const CompiledKernels&) = delete;
  CompiledKernels& operator=(const CompiledKernels&) = delete;

  KernelRun run(const Kernel& kernel, const std::vector<KernelInputs>& inputs) const;

 private:
  struct Program;
  std::unique_ptr<Program> program_;
};

/// The same for a kernel in a generated Python or MATLAB file; `interpreter` is such as `python3` or `octave-cli`.
/// Throws UsageError (option `command`) where it is not there.
KernelRun run_script(const std::string& source, const std::string& prefix, Language language, const Kernel& kernel,
                     const std::vector<KernelInputs>& inputs, const KernelTool& interpreter);

}  // namespace torsor
