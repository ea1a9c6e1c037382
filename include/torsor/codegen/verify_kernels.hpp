#pragma once

#include <functional>

#include "torsor/codegen/compiled_kernels.hpp"

namespace torsor {

/// What a kernel should give, from the library's own algorithms on numbers: they share no code with what is generated
/// but the text of the equations.
struct KernelCase {
  KernelInputs inputs;
  std::vector<double> expected;
  double scale = 1;  // an error is measured against this: the norm of `expected`, or of what it is the difference of
  double condition = 1;  // of B, for kernels that solve with it
};

/// A case at a random state, the same for the same seed. The kernel must come from a tracer of this robot.
class KernelCases {
 public:
  KernelCases(const Model<double>& robot, const KernelTracer& tracer, int frame = -1);
  KernelCase at(const Kernel& kernel, std::uint64_t seed) const;

 private:
  const Model<double>& robot_;
  const KernelTracer& tracer_;
  int frame_;
};

/// How well a generated kernel agrees with the library.
struct KernelAgreement {
  std::string kernel;
  int states = 0;
  double disagreement = 0;  // the largest, as a part of the scale and, where B is solved with, of its condition number
  double tolerance = 0;
  bool holds() const { return disagreement <= tolerance; }
};

/// `run` gives the outputs of a kernel for many inputs.
using RunKernel =
    std::function<std::vector<std::vector<double>>(const Kernel& kernel, const std::vector<KernelInputs>& inputs)>;
std::vector<KernelAgreement> verify_kernels(const std::vector<Kernel>& kernels, const KernelCases& cases,
                                            const RunKernel& run, int states);

}  // namespace torsor
