#pragma once

#include <cmath>

#include "dynamics/consistency_state.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/dynamics/terms.hpp"

/// Sizes of torques and of B, in units that check_consistency may compare.
namespace torsor::consistency {

/// B in units in which its diagonal is 1: kilograms and kg m^2, a heavy slide and a light tip, do not mix.
struct ScaledInertia {
  Vector scale;         // by velocity: 1 / root of the diagonal
  double smallest = 0;  // eigenvalue by magnitude, beside a diagonal of 1
  double lowest = 0;    // eigenvalue; negative where B is indefinite
  bool singular() const { return !(smallest > 1e-12); }
};

inline ScaledInertia scaled_inertia(const Matrix<double>& B) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::MatrixXd matrix = Eigen::Map<const RowMajor>(B.data.data(), B.rows, B.columns);
  const Eigen::VectorXd scale = linear_algebra::unit_scale(matrix.cwiseAbs());
  const Eigen::VectorXd values =
      linear_algebra::symmetric_eigenvalues(scale.asDiagonal() * matrix * scale.asDiagonal());
  return {{scale.begin(), scale.end()}, values.cwiseAbs().minCoeff(), values.minCoeff()};
}

/// |B|; where it is singular with the moments of the bodies, which may be all that is left of it: an inertia that no
/// body has can cancel to 0.
inline double inertia_size(const Model<double>& model, const Matrix<double>& B, bool singular) {
  double size = norm(B.data);
  for (const Body<double>& body : model.bodies) {
    const Symmetric3<double>& E = body.inertia.second_moment;
    if (singular) size += norm(Vector{E.xx, E.xy, E.xz, E.yy, E.yz, E.zz});
  }
  return size;
}

/// The sum of the sizes of the terms, each torque times its scale.
inline double size_of(const Terms<double>& all, const Vector& scale) {
  double sum = 0;
  for (const Vector* term :
       {&all.inertia, &all.coriolis, &all.gravity, &all.friction, &all.spring, &all.wrench, &all.base_motion}) {
    Vector scaled = *term;
    for (std::size_t i = 0; i < scaled.size(); ++i) scaled[i] *= scale[i];
    sum += norm(scaled);
  }
  return sum;
}

/// How large the parts of potential energy could be if none of them cancelled: what its rounding is measured by.
inline double potential_energy_size(const Model<double>& model, const Vector& q) {
  const std::vector<Transform<double>> poses = forward_kinematics(model, q);
  double moments = 0, springs = 0;
  for (const Body<double>& body : model.bodies) {
    const Transform<double>& link = model.frames[body.frame].pose;
    const Inertia<double> inertia = to_parent(inverse(link), body.inertia);
    const Vector3<double> p = frame_pose<double>(model, poses, body.frame).p;
    moments += std::abs(inertia.mass) * (norm(p) + norm(link.p)) + norm(inertia.first_moment);
  }
  for (const Coupling<double>& coupling : model.couplings) {
    double stretch = std::abs(coupling.rest);
    for (const auto& term : coupling.terms) stretch += std::abs(term.coefficient * q[term.q]);
    springs += 0.5 * std::abs(coupling.stiffness) * stretch * stretch;
    springs += (std::abs(coupling.sine) + std::abs(coupling.cosine)) * (1 + stretch);
  }
  for (std::size_t i = 1; i < model.carried.size(); ++i)
    moments += std::abs(model.carried[i].mass) * norm(poses[i].p) + norm(model.carried[i].first_moment);
  for (const PoseSpring<double>& spring : model.pose_springs)
    springs += 0.5 * std::abs(spring.stiffness) * PoseStretch<double>(model, spring, q).square();
  return norm(model.gravity) * moments + springs;
}

}  // namespace torsor::consistency
