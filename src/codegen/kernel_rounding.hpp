#pragma once

#include <array>
#include <random>

#include "torsor/codegen/verify_kernels.hpp"

namespace torsor::codegen {

/// What rounding alone usually makes of the results of a kernel, entry by entry. Every operation is off by one part in
/// 2^53 (2^24 in float) of its result [Higham 2002, Eq. 2.4], times a random number of its own, and so are constants;
/// the slopes of the kernel carry these errors to the results, to first order. What several sets of random numbers make
/// is the root of its mean square. The kernel is one of the current graph.
class KernelRounding {
 public:
  KernelRounding(const Kernel& kernel, GeneratedScalar scalar);
  /// In units of the results, by entry. The library has a rounding of its own, which is part of it.
  std::vector<double> of(const KernelCase& one) const;

 private:
  static constexpr std::size_t sets = 16;  // of random numbers
  using Errors = std::array<double, sets>;
  struct Value {
    double x = 0;
    Errors error{};
  };
  /// A node's operation, with the places of its operands.
  struct Step {
    ExpressionGraph::Operation operation;
    std::array<std::uint32_t, 3> operands{};
    std::array<double, 3> signs{1, 1, 1};
    double constant = 0;
    std::array<float, sets> random{};  // mean 0, mean square 1
  };
  struct Symbol {
    std::size_t step, input, entry;
    bool rounded;  // it was another number before it was handed over
  };
  void add_step(std::uint32_t node, const std::vector<std::uint32_t>& place, std::mt19937& engine);
  void find_symbols(const std::vector<std::uint32_t>& place);
  double own_error(const Step& step, double x) const;
  void take(const Step& step, std::vector<Value>& values, std::size_t at) const;

  const Kernel& kernel_;
  double unit_, smallest_;  // of rounding; of numbers
  double library_;          // what the library's own algorithm rounds off of a result of condition 1
  bool single_;
  std::vector<Step> steps_;
  std::vector<Symbol> symbols_;
  std::vector<std::uint32_t> outputs_;
};

/// What each entry may be off by.
std::vector<double> allowed_differences(const std::vector<double>& rounding);

}  // namespace torsor::codegen
