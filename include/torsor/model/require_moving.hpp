#pragma once

#include <string>

#include "torsor/core/error.hpp"
#include "torsor/model/model.hpp"

namespace torsor {

/// For those who have nothing to say of a robot without a joint that moves; `consequence` ends the message: "it has no
/// dynamics".
template <Scalar S>
void require_moving(const Model<S>& model, const std::string& consequence) {
  if (model.nv == 0) raise(ComputationError(model.name + " has no joint that moves: " + consequence));
}

}  // namespace torsor
