#pragma once

#include <filesystem>

#include "torsor/codegen/compile.hpp"
#include "torsor/control/control_loop.hpp"
#include "torsor/control/pd.hpp"

namespace torsor {

/// Computed torque as generate_code wrote it in C, in double or float, compiled by the C compiler of this machine and
/// called in this program: the code of the board, tried on a simulated robot. The robot must have its joints; gains are
/// those of ComputedTorque. Throws UsageError where the file cannot be read or there is no compiler; FileError where it
/// is not generated code, has other joints, masses as arguments or no such function; ComputationError where it does not
/// compile.
ControlCall generated_controller(const std::filesystem::path& file, const Model<double>& robot,
                                 const Gains<double>& gains, const CompileOptions& options = {});

}  // namespace torsor
