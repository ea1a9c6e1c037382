#pragma once

#include <vector>

#include "estimation/consistent_fit/cone_program.hpp"
#include "torsor/estimation/consistent_fit/consistent_fit.hpp"

namespace torsor::cone {

/// Coordinates x of the parameters, theta = T x, in which every unknown is of the size of one: a link's are the entries
/// of C^-1 J' C^-T, with C C^T the prior's body and J' its pseudo-inertia less the least thickness; friction that tells
/// directions apart becomes one number for each direction.
struct ConeCoordinates {
  Eigen::MatrixXd T;
  Eigen::VectorXd prior;  // x of the prior
  Eigen::VectorXd start;  // strictly inside the cone
  bool possible = true;   // there is such a start

  int blocks = 0;  // u = offset + K x lies in the cone, as in ConeProgram
  Eigen::MatrixXd K;
  Eigen::VectorXd offset;
  std::vector<int> bodies;   // by block
  std::vector<int> columns;  // by number after the blocks: the column that is not negative, or -1 - body for its mass;
                             // `untold` for the mass of all and other bounds
  static constexpr int untold = -1000000;
};

/// `effect` is, by column, the value of a parameter that would be felt as much as all that was measured.
ConeCoordinates cone_coordinates(const ConsistentFitProblem& problem, const std::vector<double>& prior,
                                 const Eigen::VectorXd& effect);

/// Masses strictly within their ranges, and with their sum strictly within its own, near the given ones; empty where
/// there are none.
std::vector<double> masses_within(std::vector<double> masses, const std::vector<MassBounds>& ranges,
                                  const MassBounds& total);

}  // namespace torsor::cone
