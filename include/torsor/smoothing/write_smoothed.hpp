#pragma once

#include "torsor/core/output_file.hpp"
#include "torsor/smoothing/smoothing.hpp"

namespace torsor {

/// Smooths a log piece by piece and writes a CSV with the columns t, q1.., qd1.., qdd1.., tau1.. and, for the Kalman
/// smoother, the standard deviations q_deviation1.., qd_deviation1.., qdd_deviation1... Memory does not grow with the
/// log; the file is whole or not there at all. Returns the rows written; throws WriteError where it cannot be written.
long write_smoothed(const LogSource& log, const SmoothingPlan& plan, const std::filesystem::path& path,
                    Existing existing = Existing::replace);

}  // namespace torsor
