#pragma once

#include "torsor/control/reference.hpp"
#include "torsor/dynamics/state_space.hpp"

namespace torsor {

/// Weights of the sum over x = [dq; dqd] and u = dtau that is made least: x^T Q x + u^T R u, with diagonals alone.
struct LqrWeights {
  std::vector<double> position, velocity, torque;  // one for each velocity
};

/// The gain K of u = -K x that makes it least, about a pose or along a state.
struct Lqr {
  Matrix<double> K;    // nv x 2 nv
  Matrix<double> P;    // 2 nv x 2 nv: x^T P x is what is left of the sum
  bool found = false;  // there is a stable one
};

Lqr lqr(const StateSpace& continuous, const LqrWeights& weights);
/// Of the same robot sampled, torques held in between.
Lqr sampled_lqr(const StateSpace& continuous, const LqrWeights& weights, double sample_time);

}  // namespace torsor
