#pragma once

#include <vector>

#include "torsor/estimation/equations.hpp"

/// The torque that the links ask at a joint, of which friction under load grows, as a part of the linear model.
namespace torsor {

/// Standard parameters that have these base parameters; what the data do not tell is the robot file's.
std::vector<double> standard_parameters(const Unknowns& unknowns, const Eigen::VectorXd& beta);

/// Base parameters x joints: with column j in the place of beta, the equations of joint j give the torque that its
/// links ask of it, without its own rotor, friction, springs and couplings.
Eigen::MatrixXd links_in_base(const Unknowns& unknowns, const std::vector<double>& theta);

/// By joint: whether its friction may grow with its load, as check() of a robot has it.
std::vector<bool> may_have_load(const Model<double>& model);

/// By joint whose friction grows with its load: the mean of |tau_l| over the equations; 0 for the others.
std::vector<double> mean_links_torque(const Equations& equations);

}  // namespace torsor
