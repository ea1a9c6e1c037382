#pragma once

#include <Eigen/Core>

#include "torsor/model/model.hpp"

/// How far contacts are bent along a motion, as a share of what they bend before they slide, from -1 to 1: Dahl's law,
/// in which it depends on the way alone. [Dahl 1968; model/presliding.hpp]
namespace torsor {

/// Where the contacts of joints and then those of couplings are, samples x contacts; `q` is samples x joints.
Eigen::MatrixXd places_of_contacts(const Model<double>& model, const Eigen::MatrixXd& q);

/// What becomes of any bend along a way: contacts x distances.
struct BendMap {
  Eigen::ArrayXXd left, added;

  Eigen::MatrixXd after(const Eigen::MatrixXd& bend) const { return left * bend.array() + added; }
};

/// Along some places, samples x contacts; `distance` has the distances over which friction builds up, contacts x any:
/// of all contacts, or of the first ones.
BendMap bend_map(const Eigen::MatrixXd& places, const Eigen::MatrixXd& distance);

/// At each of the places of one contact, the first of which it reaches with the bend `start`.
Eigen::VectorXd bend_along(const Eigen::VectorXd& q, double start, double distance);

}  // namespace torsor
