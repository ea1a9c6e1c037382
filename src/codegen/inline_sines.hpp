#pragma once

#include <string>

#include "torsor/codegen/write_kernel.hpp"

namespace torsor::codegen {

/// A function of the generated file, C or C++ in double, that takes sines and cosines of several angles:
/// `NAME(count, angles, sines, cosines)`.
std::string inline_sines(const std::string& name, Language language);

}  // namespace torsor::codegen
