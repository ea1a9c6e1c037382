#pragma once

#include <vector>

#include "torsor/estimation/equations.hpp"

/// Columns that the equations of a joint may have beside those of the linear model, and the sums of all of them, so
/// that any choice among them is judged without another pass over the data.
namespace torsor {

struct TermColumn {
  enum class Kind {
    step,  // of Coulomb friction with a width: `size` of the joint's largest velocity
    bend   // of a contact that bends before it slides: `size` is a distance, rad or m
  };
  Kind kind{};
  double size = 0;
};

/// Widths from sharp to wide, five to a decade, then distances.
const std::vector<TermColumn>& friction_columns();
/// Where friction_columns() has the step of a width, or the bend of a distance; the nearest one.
int column_of(TermColumn::Kind kind, double size);
/// The sums of the linear model and of friction_columns(): column c of joint j is number equations.columns() + j *
/// (columns of a joint) + c. Contiguous parts of the logs are the folds: whole logs where there are many, else eight
/// parts of each in turn.
JointEquations sums_with_terms(const Equations& equations, const Eigen::VectorXd& largest_velocity);

/// How the friction of each joint would grow with its load, |tau_l| u.
struct LoadTerm {
  Eigen::MatrixXd links;         // as of links_in_base: tau_l
  std::vector<TermColumn> turn;  // by joint: u; its size is a velocity or a distance
};
/// The same with the column of friction under load behind friction_columns().
JointEquations sums_with_terms(const Equations& equations, const Eigen::VectorXd& largest_velocity,
                               const LoadTerm& load);

}  // namespace torsor
