#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "torsor/estimation/equations.hpp"

namespace torsor::payload {

using Vector10 = Eigen::Matrix<double, 10, 1>;
using Matrix10 = Eigen::Matrix<double, 10, 10>;

/// m, m c and the entries of the inertia matrix about the origin, in the order of the layout.
Vector10 ten_of(const Inertia<double>& load);
Inertia<double> inertia_of(const Vector10& ten);

/// The ten parameters of the link that carries a load, in the link's own frame, by those of the load in `frame`.
Matrix10 load_in_link(const Model<double>& model, int frame);

/// What a load adds to the base parameters of the robot, by its ten parameters in a frame: the load is part of the link
/// that carries it. [Khalil et al. 2007]
Eigen::MatrixXd load_columns(const Unknowns& unknowns, int frame);

/// By parameter of the load: whether any motion of the arm tells it, which is a matter of its axes alone.
std::array<bool, 10> felt_parameters(const Unknowns& unknowns, int frame);

/// By base parameter: whether it is friction, which belongs to one kind of logs.
std::vector<char> friction_columns(const Unknowns& unknowns);

}  // namespace torsor::payload
