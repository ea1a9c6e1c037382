#pragma once

#include "torsor/codegen/write_kernel.hpp"

namespace torsor::codegen {

/// In C: what the observer keeps, as a struct of the caller, and the two functions that begin and update it. Both texts
/// are empty where observer_start and observer_step are not among the kernels.
struct ObserverStruct {
  std::string declarations, definitions;
  ObserverStruct(const std::vector<Kernel>& kernels, const GeneratedFile& file);
};

}  // namespace torsor::codegen
