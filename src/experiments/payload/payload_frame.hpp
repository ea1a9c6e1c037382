#pragma once

#include <string>

#include "torsor/model/model.hpp"

namespace torsor::payload {

/// The frame of that name, or the tip; throws UsageError where there is none or it does not move.
int frame_of(const Model<double>& model, const std::string& name);

}  // namespace torsor::payload
