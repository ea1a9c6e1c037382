#pragma once

#include <string>
#include <vector>

#include "arguments/outputs.hpp"
#include "torsor/model/model.hpp"
#include "torsor/model/trajectory.hpp"

namespace torsor::cli {

/// Writes t, q, qd, qdd, tau of every row to a CSV or, by its ending, NPY.
void write_motion_rows(Outputs& outputs, const std::string& path, const Model<double>& model, const Trajectory& rows,
                       const std::vector<std::vector<double>>& tau);

}  // namespace torsor::cli
