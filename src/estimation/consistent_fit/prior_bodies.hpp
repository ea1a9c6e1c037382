#pragma once

#include <Eigen/Core>
#include <vector>

#include "torsor/model/parameters.hpp"

/// The bodies from which a fit starts, and in whose size deviations are measured.
namespace torsor::cone {

/// J = [E h; h^T m] from the ten parameters of a link, in the order of the layout.
Eigen::Matrix4d pseudo_inertia(const double* ten);
/// The ten parameters of a link with this pseudo-inertia.
Eigen::Matrix<double, 10, 1> ten_parameters(const Eigen::Matrix4d& J);

/// m^2: the least mean square distance from the centre along any axis.
double least_spread(const Eigen::Matrix4d& J);

/// For each body with parameters in the layout a pseudo-inertia that is well inside the cone: that of the prior where
/// it is a body, otherwise one near it with a mass and a thickness that are not small beside the others'.
std::vector<Eigen::Matrix4d> prior_bodies(const ParameterLayout& layout, const std::vector<double>& prior,
                                          double thinnest);

/// Like bodies at the frames' origins, and nothing else.
std::vector<double> prior_without_knowledge(const ParameterLayout& layout);

}  // namespace torsor::cone
