#pragma once

#include <filesystem>

#include "torsor/core/error.hpp"
#include "torsor/model/trajectory.hpp"

namespace torsor {

enum class TimeOrder { any, rising };  // of rows that have a time

/// Reads a CSV of q, qd, qdd for `joints` joints, written as logs are (docs/log.md). With a header the columns may
/// stand in any order and are named t, q1.., qd1.., qdd1..; without one they are [t,] q, qd, qdd. A pipe may be read
/// too. Throws FileError with line and column, or UsageError when the file cannot be read.
Trajectory read_trajectory(const std::filesystem::path& path, int joints, TimeOrder order = TimeOrder::any);

/// The same of q alone: columns [t,] q1.., two rows or more, and time has to rise.
Trajectory read_positions(const std::filesystem::path& path, int joints);

}  // namespace torsor
