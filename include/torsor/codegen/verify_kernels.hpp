#pragma once

#include <functional>

#include "torsor/codegen/compiled_kernels.hpp"

namespace torsor {

/// What a kernel should give, from the library's own algorithms on numbers: they share no code with what is generated
/// but the text of the equations.
struct KernelCase {
  KernelInputs inputs;
  std::vector<double> expected;
  std::vector<double> unit;  // in which each entry of `expected` is measured, so that metres and radians compare
  double scale = 1;          // the norm of `expected` in these units, or of what it is the sum of
  double condition = 1;      // of B in these units, for kernels that solve with it

  /// There is a result to compare with: it is finite, and B not singular.
  bool regular() const;
};

/// A case at a random state, the same for the same seed. The kernel must come from a tracer of this robot. Inputs are
/// numbers that the scalar of the generated code has.
class KernelCases {
 public:
  KernelCases(const Model<double>& robot, const KernelTracer& tracer,
              GeneratedScalar scalar = GeneratedScalar::float64);
  KernelCase at(const Kernel& kernel, std::uint64_t seed) const;
  GeneratedScalar scalar() const { return scalar_; }

 private:
  const Model<double>& robot_;
  const KernelTracer& tracer_;
  GeneratedScalar scalar_;
};

/// A result may be off by so many times what rounding usually makes of it. Compilers that fuse or order operations in
/// their own way stay below a quarter of that.
constexpr double rounding_allowance = 32;

/// How well a generated kernel agrees with the library.
struct KernelAgreement {
  std::string kernel;
  int states = 0;           // that were compared: those where the library has a result
  double disagreement = 0;  // the largest of an entry's difference over what rounding usually makes of that entry
  double tolerance = rounding_allowance;
  std::string failure = {};             // why it gave nothing, such as "ended by signal 11 (Segmentation fault)"
  std::string entry = {};               // the one that disagrees most: "tau[5]"; nothing where none was compared
  double difference = 0, rounding = 0;  // of this entry, in its unit
  bool holds() const { return failure.empty() && disagreement <= tolerance; }
};

/// `run` calls a kernel for many inputs.
using RunKernel = std::function<KernelRun(const Kernel& kernel, const std::vector<KernelInputs>& inputs)>;
std::vector<KernelAgreement> verify_kernels(const std::vector<Kernel>& kernels, const KernelCases& cases,
                                            const RunKernel& run, int states);

/// Forward dynamics and what is made of it: a singular B leaves them without a result.
bool solves_with_inertia(const Kernel& kernel);

}  // namespace torsor
