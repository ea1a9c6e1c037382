#pragma once

#include <Eigen/Core>

/// How far contacts are bent along a motion, as a share of what they bend before they slide, from -1 to 1: Dahl's law,
/// in which it depends on the way alone. [Dahl 1968; model/presliding.hpp]
namespace torsor {

/// What becomes of any bend along a way: joints x distances.
struct BendMap {
  Eigen::ArrayXXd left, added;

  Eigen::MatrixXd after(const Eigen::MatrixXd& bend) const { return left * bend.array() + added; }
};

/// Along the positions `q`, samples x joints; `distance` has the distances over which friction builds up, joints x any.
BendMap bend_map(const Eigen::MatrixXd& q, const Eigen::MatrixXd& distance);

/// At each of the positions of one joint, the first of which it reaches with the bend `start`.
Eigen::VectorXd bend_along(const Eigen::VectorXd& q, double start, double distance);

}  // namespace torsor
