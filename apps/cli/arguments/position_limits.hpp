#pragma once

#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"

namespace torsor::cli {

/// The positions of --q. Those outside the joints' limits, or that look like degrees where a joint has none, are
/// computed with, after a warning on standard error.
Vector positions(const VectorArgument& q, const RobotArguments& robot, const Model<double>& model);

}  // namespace torsor::cli
