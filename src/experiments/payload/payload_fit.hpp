#pragma once

#include "experiments/payload/payload_columns.hpp"
#include "experiments/payload/payload_groups.hpp"

namespace torsor::payload {

/// y = g_j W_j (A x + c) for joint j of every group: x holds the base parameters of the robot with the friction of the
/// first group, the friction of each other group, and the ten parameters of the load; g are the gains of the joints.
struct Problem {
  std::vector<Group> groups;
  std::vector<Eigen::MatrixXd> A;  // by group: from x to the base parameters that it feels
  std::vector<Eigen::VectorXd> c;  // by group: what a known load adds
  int columns = 0;                 // of x
  int load = -1;                   // where the load's ten begin, or -1
  Eigen::MatrixXd gains;           // g = 1 + gains gamma; no columns where they are taken for exact
  double ratio_deviation = 0;      // of gamma, before the logs are seen
  double heaviest = 0;             // kg: no load is beyond

  int joints() const { return groups[0].equations.joints(); }
  int unknowns() const { return columns + static_cast<int>(gains.cols()); }
  bool absolute() const;  // a known load tells the common gain
};

Problem make_problem(std::vector<Group> groups, const Eigen::MatrixXd& load_columns, const std::vector<char>& friction,
                     const std::optional<Inertia<double>>& known);

/// Least squares by Gauss and Newton, each joint of each group by the noise of its own residual.
struct Fit {
  Eigen::VectorXd x, g;
  std::vector<Eigen::VectorXd> deviation;  // by group and joint: of the residual
  Eigen::MatrixXd information;             // of x and gamma, with that of `before`
  Eigen::VectorXd before;                  // diagonal: what was known before the logs were seen
  /// By joint, 1 in all: how much the common gain is that of this joint. It is the share of what the logs tell of its
  /// gain beside the others', so that a joint that feels friction alone has none.
  Eigen::VectorXd share;

  Eigen::VectorXd felt(const Problem& problem, int group) const { return problem.A[group] * x + problem.c[group]; }
};

Fit fit(const Problem& problem);

/// The shares of joints in the common gain, without joints whose gain is no part of it: those that are off the median
/// by more than three deviations of a common gain, and by 3 % at least.
Eigen::VectorXd common_share(const Fit& fit, double gain_deviation);

}  // namespace torsor::payload
