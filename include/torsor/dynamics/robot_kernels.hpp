#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "torsor/model/model.hpp"

namespace torsor {

/// Functions of one robot as machine code that was made for it alone (codegen/compile.hpp): in the robot's own gravity,
/// with its base at rest and no wrench. They are only read, and shared between threads.
struct RobotKernels {
  /// One state: the vectors that the function takes, three at most, and its result. None may overlap.
  using OneState = void (*)(const double* x0, const double* x1, const double* x2, double* y);
  /// `width` states at once: entry k of a vector is at x + n k with the states one behind the other, and of the result
  /// at y + m k. What a state gives does not depend on the states beside it.
  using SeveralStates = void (*)(const double* x0, const double* x1, const double* x2, std::size_t n, double* y,
                                 std::size_t m);
  struct Function {
    OneState one = nullptr;
    SeveralStates several = nullptr;
  };

  int width = 1;
  int frame = -1;                                        // whose pose and Jacobian
  std::map<std::string, Function, std::less<>> by_name;  // inverse-dynamics; those that were compiled
  ModelParts<double> robot{};                            // whose they are

  /// Nothing where there is no such function.
  const Function* find(std::string_view name) const {
    const auto found = by_name.find(name);
    return found == by_name.end() ? nullptr : &found->second;
  }
};

/// A UsageError where the code is not that of this robot, with the same numbers.
void require_own(const RobotKernels& kernels, const Model<double>& model);

}  // namespace torsor
