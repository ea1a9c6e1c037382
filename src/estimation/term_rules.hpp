#pragma once

#include "estimation/term_trial.hpp"

/// When a term is admitted.
namespace torsor {

/// By how much the squared error falls on blocks that were left out, relative to what it was, with its standard error
/// over the blocks.
constexpr double least_gain_of_hysteresis = 0.1;  // which can stand for much that is none
constexpr double least_gain_of_periodic = 0.1;    // two columns, which the weight of links resembles
constexpr double most_load = 0.9;                 // beyond, a joint would hardly move its links; 1 is no robot at all

struct Gain {
  double fall = 0, error = 0;
};
/// A loss before that is below `least` counts as that much. Without losses after: a loss.
Gain gain_of(const BlockLosses& before, const BlockLosses& after, double least = 0);

/// The loss of all joints, or of one, that is as good as none.
double negligible_loss(const JointEquations& sums, const Eigen::VectorXd& weights, int joint = -1);

/// Of a term that all joints get: one standard error and 3 %.
bool passes(const Gain& gain);
/// Whether a law predicts as well as another: within one standard error, and within what a term has to gain.
bool no_worse(const Gain& gain);
/// Of a term of the whole robot that might spoil a joint: one and a half standard errors and 5 %, and no joint loses
/// more than below.
bool passes_for_all(const BlockLosses& before, const BlockLosses& after, double least);
/// Of a term that one joint gets, since there are many more of them to choose from: 5 % of that joint's loss, and two
/// standard errors of the shares that its blocks gain; and no other joint loses more than 4 % (2 % of its rms), or than
/// a tenth of what this one gains.
bool passes_for_joint(const BlockLosses& before, const BlockLosses& after, int joint, double least);

}  // namespace torsor
