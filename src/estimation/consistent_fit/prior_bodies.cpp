#include "estimation/consistent_fit/prior_bodies.hpp"

#include <algorithm>

#include "torsor/core/linear_algebra.hpp"

namespace torsor::cone {
namespace {

using Eigen::Matrix3d, Eigen::Matrix4d, Eigen::Vector3d;

/// E about the centre of mass.
Matrix3d central(const Matrix4d& J) {
  const Vector3d h = J.topRightCorner<3, 1>();
  return J.topLeftCorner<3, 3>() - h * h.transpose() / J(3, 3);
}

/// What is usual for the links of this robot: so that a link of which the prior says nothing is like the others.
struct Usual {
  double mass = 0, square = 0;  // kg; m^2, the mean square distance from the centre along one axis

  explicit Usual(const std::vector<Matrix4d>& bodies) {
    double count = 0, sum = 0;
    for (const Matrix4d& J : bodies) {
      if (!(J(3, 3) > 0)) continue;
      count += 1, mass += J(3, 3), sum += std::max(central(J).trace(), 0.0) / 3;
    }
    square = sum > 0 ? sum / mass : 0.01;
    mass = mass > 0 ? mass / count : 1.0;
  }
};

Matrix4d well_inside(const Matrix4d& J, const Usual& usual, double thinnest) {
  const bool has_mass = J(3, 3) > 0;
  const double mass = std::max(J(3, 3), 0.05 * usual.mass);
  const Vector3d center = has_mass ? Vector3d(J.topRightCorner<3, 1>() / J(3, 3)) : Vector3d::Zero();
  const Matrix3d E = has_mass ? central(J) : Matrix3d(J.topLeftCorner<3, 3>());
  const linear_algebra::SymmetricEigen3 principal = linear_algebra::symmetric_eigen_3(E);
  const double largest = principal.values[2];
  const double least = std::max({1e-3 * largest, 1e-4 * mass * usual.square, 4 * mass * thinnest * thinnest});
  const Vector3d missing = principal.values.cwiseMax(least) - principal.values;
  const Matrix3d& V = principal.vectors;
  Matrix4d result;
  result.topLeftCorner<3, 3>() = E + V * missing.asDiagonal() * V.transpose() + mass * center * center.transpose();
  result.topRightCorner<3, 1>() = mass * center;
  result.bottomLeftCorner<1, 3>() = mass * center.transpose();
  result(3, 3) = mass;
  return result;
}

}  // namespace

Matrix4d pseudo_inertia(const double* ten) {
  const Symmetric3<double> E = second_moment(Symmetric3<double>{ten[4], ten[5], ten[6], ten[7], ten[8], ten[9]});
  Matrix4d J;
  J << E.xx, E.xy, E.xz, ten[1],  //
      E.xy, E.yy, E.yz, ten[2],   //
      E.xz, E.yz, E.zz, ten[3],   //
      ten[1], ten[2], ten[3], ten[0];
  return J;
}

Eigen::Matrix<double, 10, 1> ten_parameters(const Matrix4d& J) {
  const Inertia<double> body{
      J(3, 3), {J(0, 3), J(1, 3), J(2, 3)}, {J(0, 0), J(0, 1), J(0, 2), J(1, 1), J(1, 2), J(2, 2)}};
  const Symmetric3<double> I = body.rotational();
  return (Eigen::Matrix<double, 10, 1>() << J(3, 3), J(0, 3), J(1, 3), J(2, 3), I.xx, I.xy, I.xz, I.yy, I.yz, I.zz)
      .finished();
}

double least_spread(const Matrix4d& J) { return linear_algebra::symmetric_eigen_3(central(J)).values[0] / J(3, 3); }

std::vector<Matrix4d> prior_bodies(const ParameterLayout& layout, const std::vector<double>& prior, double thinnest) {
  std::vector<Matrix4d> bodies;
  bodies.reserve(layout.inertial.size());
  for (const int at : layout.inertial)
    if (at >= 0) bodies.push_back(pseudo_inertia(&prior[at]));
  const Usual usual(bodies);
  for (Matrix4d& J : bodies) J = well_inside(J, usual, thinnest);
  return bodies;
}

std::vector<double> prior_without_knowledge(const ParameterLayout& layout) {
  constexpr double mass = 1, square = 0.01;  // a solid ball of 22 cm radius
  std::vector<double> prior(layout.entries.size(), 0.0);
  for (const int at : layout.inertial) {
    if (at < 0) continue;
    prior[at] = mass;
    for (const int k : {4, 7, 9}) prior[at + k] = 2 * mass * square;
  }
  return prior;
}

}  // namespace torsor::cone
