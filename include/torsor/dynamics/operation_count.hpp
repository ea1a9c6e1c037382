#pragma once

#include <string>

#include "torsor/model/model.hpp"
#include "torsor/scalar/count.hpp"

namespace torsor {

/// What one way to compute something costs.
struct OperationCount {
  std::string name;
  Operations cost;
};

/// Counts every algorithm once on a robot: zeros and ones of its geometry and masses are free, all that moves is not.
/// Without friction, springs, wrench and base motion; rotors as the model has them.
std::vector<OperationCount> count_operations(const Model<Count>& model);

/// A chain of n revolute joints without any zero to profit from: both lengths, both angles, all ten parameters.
Model<Count> general_arm(int n);

/// Multiplications and additions that the literature gives for inverse dynamics of n joints; a formula that has no
/// positive value at n = 1 is left out there.
struct PublishedCount {
  std::string name;
  double multiplications, additions;
};
std::vector<PublishedCount> published_counts(int n);

}  // namespace torsor
