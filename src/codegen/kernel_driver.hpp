#pragma once

#include "torsor/codegen/write_kernel.hpp"

/// Programs around generated code that call it with given inputs. Their names end with an underscore, which no name in
/// generated code does.
namespace torsor::codegen {

/// A main function in C or C++: its argument is the name of a kernel. It reads inputs from the file `inputs` as binary
/// double, as long as there are any, and prints the outputs in the same way. Arguments lie between margins, and a
/// kernel that writes there is found out.
std::string compiled_driver(const std::string& prefix, Language language, const std::vector<Kernel>& kernels,
                            GeneratedScalar scalar);

/// A script in Python or MATLAB that calls one kernel: it reads a line of numbers for each call from the file `inputs`
/// and prints the outputs row by row, a line for each call.
std::string script_driver(const std::string& prefix, Language language, const Kernel& kernel);

}  // namespace torsor::codegen
