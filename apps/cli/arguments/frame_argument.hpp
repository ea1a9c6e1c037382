#pragma once

#include <string>

#include "torsor/model/model.hpp"

namespace torsor::cli {

/// The frame of that name: a link, or `tool`. Throws UsageError for `flag`, with all names and a proposal, where there
/// is none.
int frame_named(const Model<double>& model, const std::string& name, const std::string& flag);

}  // namespace torsor::cli
