#pragma once

#include <array>
#include <optional>
#include <vector>

#include "torsor/estimation/equations.hpp"

/// Columns that the equations of a joint may have beside those of the linear model, and the sums of all of them, so
/// that any choice among them is judged without another pass over the data.
namespace torsor {

struct TermColumn {
  enum class Kind {
    step,  // of Coulomb friction with a width: `size` of the joint's largest velocity
    bend,  // of a contact that bends before it slides: `size` is a distance, rad or m
    sine,  // of the position; behind it stands the cosine
    cosine
  };
  Kind kind{};
  double size = 0;
};

/// Widths from sharp to wide, five to a decade, then distances, then sine and cosine of the position.
const std::vector<TermColumn>& friction_columns();
/// Where friction_columns() has the step of a width, or the bend of a distance; the nearest one.
int column_of(TermColumn::Kind kind, double size);
/// How the friction of each joint would grow with its load, |tau_l| u.
struct LoadTerm {
  Eigen::MatrixXd links;         // as of links_in_base: tau_l
  std::vector<TermColumn> turn;  // by joint: u; its size is a velocity or a distance
};

/// How all torques would change where gravity had a slightly other direction.
struct TiltTerm {
  Model<double> robot;                 // whose links are heavy
  std::array<Vector3<double>, 2> way;  // what is added to gravity for a radian, across it
};

/// What is tried about the links of a fit.
struct TermsAboutLinks {
  LoadTerm load;
  std::optional<TiltTerm> tilt;  // none without gravity
};

/// How many columns of sums_with_terms all joints share; they stand last.
inline int shared_columns(const TermsAboutLinks* about) { return about != nullptr && about->tilt ? 2 : 0; }

/// The sums of the linear model and of friction_columns(): column c of joint j is number equations.columns() + j *
/// (columns of a joint) + c. With terms about links, the column of friction under load stands behind
/// friction_columns(), and two for the direction of gravity behind those of all joints. Contiguous parts of the logs
/// are the folds: whole logs where there are many, else eight parts of each in turn.
JointEquations sums_with_terms(const Equations& equations, const Eigen::VectorXd& largest_velocity,
                               const TermsAboutLinks* about = nullptr);

}  // namespace torsor
