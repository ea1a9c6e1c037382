#pragma once

#include <filesystem>
#include <string_view>

#include "torsor/codegen/write_kernel.hpp"

namespace torsor::codegen {

/// What a caller of a generated file relies on: a line each in its head, so that it can be checked before a call.
struct GeneratedInterface {
  std::string prefix;
  GeneratedScalar scalar = GeneratedScalar::float64;
  std::string robot;                   // as the file calls it
  std::string joints;                  // names of the velocities, in their order
  std::string parameters;              // names of theta, in their order; empty: constants
  std::vector<std::string> functions;  // inverse_dynamics(q[2], qd[2], qdd[2]) -> tau[2]

  GeneratedInterface() = default;
  /// The joints alone.
  explicit GeneratedInterface(const std::vector<std::string>& velocities);
  GeneratedInterface(const Model<double>& model, const KernelTracer& tracer, const std::vector<Kernel>& kernels);
  /// The remarks that say so.
  std::vector<std::string> lines() const;
};

/// The line that says what the code computes in.
std::string scalar_line(GeneratedScalar scalar);

/// The text of a generated file. Throws UsageError where it cannot be read.
std::string read_generated(const std::filesystem::path& path);

/// The interface of a generated file. Throws FileError where it is not one, or one of another version.
GeneratedInterface read_interface(std::string_view text, const std::filesystem::path& file);

/// Throws FileError that says what was expected and what was found where a call through `expected` would read or write
/// beside the arguments of `found`, or in another order.
void require_interface(const GeneratedInterface& expected, const GeneratedInterface& found,
                       const std::filesystem::path& file);

/// inverse_dynamics of inverse_dynamics(q[2], qd[2], qdd[2]) -> tau[2]
std::string function_name(const std::string& signature);

}  // namespace torsor::codegen
