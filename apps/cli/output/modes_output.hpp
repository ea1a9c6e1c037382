#pragma once

#include <string>
#include <vector>

#include "output/json.hpp"
#include "torsor/dynamics/modes.hpp"

/// Natural frequencies and shapes, for people and as JSON.
namespace torsor::cli {

Json to_json(const std::vector<Mode>& modes);
void print_modes(const std::vector<std::string>& names, const std::vector<Mode>& modes);

}  // namespace torsor::cli
