#pragma once

#include <vector>

#include "torsor/estimation/equations.hpp"

namespace torsor {

/// One choice among the columns of sums_with_terms.
struct TermChoice {
  std::vector<int> turn;               // by joint: the column in place of Coulomb's; -1: as in the linear model
  std::vector<int> curvature;          // by joint: a second step, which bends friction over the velocity; -1: none
  bool rotors = true;                  // the linear model keeps its rotors
  std::vector<std::vector<int>> more;  // by joint: further columns
  std::vector<int> hysteresis{};       // by joint: the bend of a second contact, over a long way; -1: none
  std::vector<int> periodic{};         // by joint: the sine of its position, and the cosine; -1: none
  std::vector<bool> load{};            // by joint: the last column, of friction under load; no entries: none
  std::vector<bool> own_terms{};       // by number: those that the user asked about
  bool tilted = false;                 // gravity has a slightly other direction: the columns that all joints share

  bool operator==(const TermChoice&) const = default;
};

/// Squared residuals of blocks that were left out, for the fit without them: blocks x joints.
using BlockLosses = Eigen::MatrixXd;

/// Tries choices on contiguous blocks: each block is predicted by the fit to all others.
class TermTrial {
 public:
  /// `shared` of the columns of `sums` are of all joints, and stand last.
  TermTrial(const Unknowns& unknowns, const JointEquations& sums, int shared = 0);

  /// Weights of the joints, from the residuals of a choice. The first choice that is tried needs them.
  void weigh_by(const TermChoice& choice);
  /// No entries where the data do not determine the parameters.
  BlockLosses losses(const TermChoice& choice) const;
  /// The fit to all blocks: by column of the sums, 0 for those that were not chosen.
  Eigen::VectorXd fit(const TermChoice& choice) const;
  /// What a column of a joint has in that fit.
  double coefficient(const TermChoice& choice, int joint, int column) const;
  /// How much friction of a joint grows with its load in that fit.
  double load(const TermChoice& choice, int joint) const { return coefficient(choice, joint, each_ - 1); }
  /// By joint: the weight of its squares.
  const Eigen::VectorXd& weights() const { return weights_; }
  int columns_of_joint() const { return each_; }

 private:
  std::vector<int> columns(const TermChoice& choice) const;
  /// Without friction that is negative: the final fit does not have it either.
  std::vector<int> possible_columns(const TermChoice& choice) const;
  void set_weights(const Eigen::VectorXd& weights);
  Eigen::VectorXd solution(const std::vector<int>& columns, int without) const;

  const Unknowns& unknowns_;
  const JointEquations& sums_;
  int shared_;
  int each_;  // columns that a joint may have beside the linear model's
  Eigen::VectorXd weights_;
  NormalEquations all_;
  std::vector<NormalEquations> blocks_;
};

}  // namespace torsor
