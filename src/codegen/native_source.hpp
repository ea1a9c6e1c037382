#pragma once

#include <string>

#include "torsor/codegen/kernel.hpp"
#include "torsor/core/instruction_set.hpp"

namespace torsor::codegen {

/// A kernel as C for the compiler of this machine, with vector extensions of GCC and Clang, the sines first.
///
/// With `width` 1 it is `void kernel(const double* x0, const double* x1, const double* x2, double* y)`: the inputs of
/// the kernel (three at most), and all outputs one behind the other.
///
/// Otherwise `void kernel(x0, x1, x2, size_t n, y, size_t m)` takes `width` states at once: entry k of an input is at
/// x + n k, with the states one behind the other, and of the result at y + m k. What a state gives does not depend on
/// the states beside it.
///
/// `lanes` is how many sines are taken at a time where `width` is 1. The expressions must be in the current graph.
std::string native_source(const Kernel& kernel, int width, int lanes);

}  // namespace torsor::codegen
