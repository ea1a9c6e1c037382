#pragma once

#include "torsor/estimation/estimator_table.hpp"

namespace torsor {

/// Instrumental variables from every other sample: the motion of the odd samples stands for that of the even ones,
/// whose noise it does not share.
LinearEstimate instrumental_from_half_logs(const EstimatorInput& input);

}  // namespace torsor
