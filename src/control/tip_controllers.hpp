#pragma once

#include "torsor/control/controllers.hpp"

namespace torsor {

Controller impedance_controller(const Model<double>& model, const TipOptions& options, Input<double> start);
Controller operational_space_controller(const Model<double>& model, const TipOptions& options, Input<double> start);

}  // namespace torsor
