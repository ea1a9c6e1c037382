#pragma once

#include <filesystem>

#include "torsor/io/log_source.hpp"

namespace torsor::io {

/// Writes a log, joint side and SI units, as CSV or, where the name ends in .npy, as NPY: columns t, q1 .., qd1 ..,
/// qdd1 .., tau1 .. (each where it is recorded), and in CSV qref1 ... Piece by piece, and all of it or nothing.
/// Throws UsageError where that cannot be done.
void write_log(const LogSource& log, const std::filesystem::path& path);

}  // namespace torsor::io
