#pragma once

#include "output/json.hpp"
#include "torsor/core/finding.hpp"
#include "workbench.hpp"

namespace torsor::studio {

using cli::Json;

Json to_json(const std::vector<Finding>& findings);
/// What the page shows of a robot and lets people change: joints, links with table and mass as they are written and as
/// numbers, shapes, frames, gravity, and which links a named parameter is a part of.
Json to_json(Workbench& bench);
/// The combinations of parameters that torques tell, and those they do not.
Json base_parameters_json(Workbench& bench);

}  // namespace torsor::studio
