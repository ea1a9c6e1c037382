#pragma once

#include <string>

#include "torsor/core/error.hpp"
#include "torsor/model/model.hpp"

namespace torsor {

/// For those who cannot take friction that grows with the load of a joint, and would be wrong without it.
template <Scalar S>
void require_load_free(const Model<S>& model, const std::string& who) {
  if (!model.load_friction) return;
  for (int i = 1; i < model.body_count(); ++i)
    if (!model.friction[model.bodies[i].v].load_free())
      raise(ComputationError(who +
                             ": expected friction that does not grow with the load, found `load` in the friction of " +
                             model.joint_names[i - 1] + " of " + model.name));
}

}  // namespace torsor
