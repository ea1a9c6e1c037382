#pragma once

#include "output/json.hpp"
#include "torsor/model/description.hpp"

namespace torsor::cli {

/// All that a robot's file says, with every number evaluated.
Json to_json(const Description& robot);
void print(const Description& robot);

}  // namespace torsor::cli
