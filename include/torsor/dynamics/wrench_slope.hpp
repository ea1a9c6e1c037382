#pragma once

#include "torsor/kinematics/jacobian.hpp"

namespace torsor {

/// What inverse_dynamics_derivatives lacks where a wrench h keeps its axes in the base while the robot moves: it counts
/// one that turns with its body. With J of the frame at whose origin h acts, J = [v; omega],
/// d(J^T h)/dq_j = (dJ/dq_j)^T h, and one that turns has J^T (omega_j x h) more: this is taken off dtau_dq. `exerted`
/// is in base axes. In forward dynamics, d qdd/dq gains B^-1 times as much.
template <Scalar S>
void subtract_turning_of_wrench(const Model<S>& model, Input<S> q, int frame, const Force<S>& exerted,
                                MatrixView<S> dtau_dq) {
  const Matrix<S> J = jacobian(model, q, frame);
  for (int j = 0; j < model.nv; ++j) {
    const Vector3<S> omega{J(3, j), J(4, j), J(5, j)};
    const Vector3<S> f = cross(omega, exerted.force), n = cross(omega, exerted.moment);
    for (int i = 0; i < model.nv; ++i)
      dtau_dq(i, j) -= J(0, i) * f.x + J(1, i) * f.y + J(2, i) * f.z + J(3, i) * n.x + J(4, i) * n.y + J(5, i) * n.z;
  }
}

}  // namespace torsor
