#pragma once

#include "torsor/codegen/verify_kernels.hpp"

namespace torsor::codegen {

/// A program in C that calls the functions of a generated file on their cases, and says how far each one is off.
class TestProgram {
 public:
  explicit TestProgram(const GeneratedFile& file) : file_(file) {}
  void add(const Kernel& kernel, const std::vector<KernelCase>& cases);
  std::string text() const;

 private:
  const GeneratedFile& file_;
  std::string checks_, calls_;
};

/// An example in C of a loop that calls the kernels in their order at every sample. `theta` is empty where the robot's
/// parameters are constants.
std::string control_loop(const std::vector<Kernel>& kernels, const GeneratedFile& file,
                         const std::vector<double>& theta, int joints);

}  // namespace torsor::codegen
