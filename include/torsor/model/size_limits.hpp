#pragma once

#include <cstddef>
#include <string_view>

/// Up to which size of a robot a computation is done. What grows with the number n of joints, or with its square, has
/// no limit; the others would first take minutes and then all memory, so that they refuse with a reason.
namespace torsor::size_limits {

/// Lagrange-Euler: n^3 symbols of Christoffel, each a sum over links.
constexpr int lagrange_euler_joints = 150;
/// Closed formulas: their terms grow by a factor with every joint that turns out of the plane of the others.
constexpr int derivation_joints = 100;
/// Functions of generated code with n^3 operations (solving with B) and with n^2 results of n operations.
constexpr int cubic_code_joints = 150;
constexpr int quadratic_code_joints = 300;
/// Functions that are compiled for one robot: beyond this, code falls out of the caches of a processor, and a compiler
/// takes minutes.
constexpr int compiled_joints = 64;
constexpr std::size_t compiled_operations = 60'000;
/// Eigenvalues and exponentials of the matrices of small motions, with 2 n and 3 n rows.
constexpr int small_motion_joints = 300;
/// Base parameters: an orthogonal decomposition of a matrix with as many columns.
constexpr int base_parameter_columns = 3000;

/// Throws ComputationError where `found` is more than `limit`: "WHAT: expected a robot of at most 150 joints, as ...".
void require_joints(std::string_view what, int found, int limit, std::string_view growth);

}  // namespace torsor::size_limits
