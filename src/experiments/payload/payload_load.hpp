#pragma once

#include "experiments/payload/payload_columns.hpp"
#include "torsor/experiments/payload_estimate.hpp"

namespace torsor::payload {

/// The body that a load can be, nearest to an estimate of its ten parameters in the metric of their covariance. Where
/// the estimate is hardly known it goes towards a ball of stone of the same mass and centre, by a step that is small
/// beside the deviations.
Inertia<double> possible_load(const Vector10& ten, const Matrix10& covariance);

/// Mass, centre and inertia with their deviations into the result; those of the common gain are part of them.
void describe_load(const Vector10& ten, const Matrix10& covariance, double gain_deviation, PayloadEstimate& result);

/// The same for a load of which only m and m c are known.
void describe_point(const Eigen::Vector4d& four, const Matrix10& covariance, double gain_deviation,
                    PayloadEstimate& result);

}  // namespace torsor::payload
