#pragma once

#include <filesystem>

#include "torsor/codegen/verify_kernels.hpp"

namespace torsor {

struct VerifyGeneratedOptions {
  int states = 1000;      // random ones, from 1 on
  int frame = -1;         // whose pose and Jacobian were generated, as in KernelOptions
  std::string command{};  // compiles or runs the file, as in KernelTool; empty: the usual one of its language
  double seconds = 120;   // that the calls of each function may take, as in KernelTool
};

/// How well a generated file agrees with the library.
struct GeneratedAgreement {
  std::string command{};                   // that was used
  std::vector<KernelAgreement> functions;  // that the file has
  bool holds() const;
};

/// Compiles or runs a file that generate_code wrote, .c (beside its .h), .cpp (.hpp), .py or .m, and compares its
/// functions with the library's algorithms on numbers at random states. Throws UsageError where a file cannot be read
/// or is of another kind, and where there is no compiler or interpreter; FileError where it is not a generated one, or
/// has other joints, parameters or functions than the robot: nothing of it is called then; ComputationError where it
/// does not compile. What is called runs in a program of its own: a function that crashes, does not end or takes too
/// much memory is a failure in the result.
GeneratedAgreement verify_generated(const Model<double>& model, const std::filesystem::path& file,
                                    const VerifyGeneratedOptions& options = {});

}  // namespace torsor
