#pragma once

#include "torsor/model/model.hpp"
#include "torsor/scalar/count.hpp"

namespace torsor {

/// What kernels cost that are written for one robot's geometry, with its lengths and base parameters as symbols and
/// gravity along its own direction; no friction, rotor or wrench. Only operations on which an output depends count,
/// each once; signs are free.
struct CustomisedCount {
  int base_parameters = 0;
  Operations inverse_dynamics, inertia_matrix, bias_torque, forward_dynamics, regressor;
};

/// For joints that turn or slide; forward dynamics through B, the bias torque and the factors of B.
CustomisedCount customised_count(const Model<double>& robot);

}  // namespace torsor
