#pragma once

#include <array>

#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/ltdl.hpp"
#include "torsor/kinematics/jacobian.hpp"

namespace torsor {

/// Rows of the Jacobian, in base axes: 0 to 5 are vx vy vz wx wy wz.
inline constexpr std::array<int, 6> all_rows{0, 1, 2, 3, 4, 5};

/// The equations of motion seen from a frame: F = Lambda xdd + mu + p, where the joint torques J^T F move the frame
/// with xdd and nothing else acts. Friction and springs have no part in it; rotors have. [Khatib 1987]
struct OperationalSpace {
  enum class Singular { nowhere, inertia_matrix, jacobian };

  Matrix<double> mobility;      // J B^-1 J^T
  Matrix<double> inertia;       // Lambda, its inverse
  std::vector<double> bias;     // mu = Lambda (J B^-1 C qd - Jdot qd)
  std::vector<double> gravity;  // p = Lambda J B^-1 g
  /// Lambda, mu and p are NaN where the Jacobian is singular, and mean nothing where B is.
  Singular singular = Singular::nowhere;
  int lost_joint = -1;  // where B is singular: see lost_pivot
  /// Smallest over largest eigenvalue of the mobility with its diagonal scaled to 1, so that metres and radians do not
  /// mix: 1 where the rows move independently, 0 where one of them follows from the others or cannot move.
  double reciprocal_condition = 0;

  explicit OperationalSpace(int rows) : mobility(rows, rows), inertia(rows, rows), bias(rows), gravity(rows) {}
};

/// Below this reciprocal condition the Jacobian counts as singular.
inline constexpr double singular_condition = 1e-12;

struct OperationalSpaceWorkspace {
  NewtonEulerWorkspace<double> newton_euler;
  InertiaMatrixWorkspace<double> composite;
  LinkMotion<double> motion;
  Matrix<double> B, factors, J;
  std::vector<double> still, torque, pivots;

  explicit OperationalSpaceWorkspace(const Model<double>& model);
};

/// `rows` selects from all_rows, each at most once; `result` was made for as many. Gravity is in base axes.
void operational_space(const Model<double>& model, Input<double> q, Input<double> qd, const Vector3<double>& gravity,
                       int frame, std::span<const int> rows, OperationalSpaceWorkspace& workspace,
                       OperationalSpace& result);

OperationalSpace operational_space(const Model<double>& model, Input<double> q, Input<double> qd,
                                   const Vector3<double>& gravity, int frame, std::span<const int> rows = all_rows);
OperationalSpace operational_space(const Model<double>& model, Input<double> q, Input<double> qd, int frame,
                                   std::span<const int> rows = all_rows);

}  // namespace torsor
