#pragma once

#include "torsor/model/description.hpp"
#include "torsor/model/model.hpp"
#include "torsor/synthetic/log_effects.hpp"

namespace torsor {

/// The robot that a made log is of, as it would be written: gravity and friction of the model, and what the effects add
/// to friction before it slides. Near rest it follows the Stribeck law of robot files, which fades with another curve
/// than that of the log. The model must be one of the description, but for friction and gravity.
Description robot_behind_log(Description robot, const Model<double>& model, const LogEffects& effects);

}  // namespace torsor
