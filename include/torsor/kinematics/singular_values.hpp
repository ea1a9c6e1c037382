#pragma once

#include <vector>

#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// Singular values of a Jacobian, or of any matrix, the largest first: how fast the tip moves for unit velocities of
/// the joints, in the directions in which it is fastest and slowest. Their product is the manipulability.
std::vector<double> singular_values(const Matrix<double>& A);

}  // namespace torsor
