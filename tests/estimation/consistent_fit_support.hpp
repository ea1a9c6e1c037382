#pragma once

#include <Eigen/Dense>
#include <random>

#include "torsor/dynamics/regressor.hpp"
#include "torsor/estimation/consistent_fit/consistent_fit.hpp"
#include "torsor/model/build_model.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test {

using Eigen::Matrix3d, Eigen::Matrix4d, Eigen::MatrixXd, Eigen::VectorXd;

/// Equations of a built-in robot in random states, with noise of a part of the torques' root mean square.
struct Experiment {
  Model<double> model;
  ParameterLayout layout;
  std::vector<double> truth;
  MatrixXd A;
  VectorXd y;

  Experiment(const char* robot, double noise, std::uint64_t seed, ParameterSelection select = friction_and_rotors(),
             int states = 100)
      : model(build_model<double>(read_builtin_robot(robot))), layout(parameter_layout(model, select)),
        truth(parameters(model, layout)), A(states * model.nv, layout.size()) {
    std::mt19937_64 engine(seed);
    const auto list = [&](int n, double size) {
      std::uniform_real_distribution<double> uniform(-size, size);
      std::vector<double> result(n);
      for (double& x : result) x = uniform(engine);
      return result;
    };
    for (int k = 0; k < states; ++k) {
      const auto q = list(model.nq, 3), qd = list(model.nv, 1.5), qdd = list(model.nv, 4);
      const Matrix<double> Y = regressor(model, layout, q, qd, qdd, default_conditions(model));
      for (int i = 0; i < Y.rows; ++i)
        for (int c = 0; c < Y.columns; ++c) A(k * model.nv + i, c) = Y(i, c);
    }
    y = A * vector(truth);
    if (noise > 0) add_noise(noise, engine);
  }

  void add_noise(double part, std::mt19937_64& engine) {
    std::normal_distribution<double> normal(0, part * std::sqrt(y.squaredNorm() / static_cast<double>(y.size())));
    for (double& torque : y) torque += normal(engine);
  }

  ConsistentFitProblem problem() const {
    ConsistentFitProblem result;
    result.A = A, result.y = y, result.layout = &layout;
    return result;
  }
  double squares(const std::vector<double>& theta) const { return (A * vector(theta) - y).squaredNorm(); }
  VectorXd plain() const { return A.completeOrthogonalDecomposition().solve(y); }

  static VectorXd vector(const std::vector<double>& x) {
    return Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
  }
  static ParameterSelection friction_and_rotors() {
    ParameterSelection select;
    select.rotor = select.viscous = select.coulomb = select.offset = true;
    return select;
  }
};

/// J = [E h; h^T m], written once more, from the definition: E = trace(I)/2 1 - I.
inline Matrix4d pseudo_inertia_of(const double* b) {
  Matrix3d I;
  I << b[4], b[5], b[6], b[5], b[7], b[8], b[6], b[8], b[9];
  Matrix4d J;
  J.topLeftCorner<3, 3>() = 0.5 * I.trace() * Matrix3d::Identity() - I;
  J.topRightCorner<3, 1>() << b[1], b[2], b[3];
  J.bottomLeftCorner<1, 3>() << b[1], b[2], b[3];
  J(3, 3) = b[0];
  return J;
}
/// The same less the least thickness.
inline Matrix4d above_the_least(const double* b, double thinnest) {
  Matrix4d J = pseudo_inertia_of(b);
  J.topLeftCorner<3, 3>().diagonal().array() -= b[0] * thinnest * thinnest;
  return J;
}
inline double smallest_eigenvalue(const Matrix4d& J) {
  return Eigen::SelfAdjointEigenSolver<Matrix4d>(J).eigenvalues()[0];
}

/// All conditions on theta hold.
inline bool is_possible(const ParameterLayout& layout, const std::vector<double>& theta, double thinnest) {
  using enum ParameterKind;
  for (const int at : layout.inertial)
    if (at >= 0 && !(smallest_eigenvalue(above_the_least(&theta[at], 0.999 * thinnest)) > 0)) return false;
  for (int c = 0; c < layout.size(); ++c) {
    const ParameterKind kind = layout.entries[c].kind;
    if ((kind == rotor_inertia || kind == viscous || kind == coulomb || kind == stiffness) && theta[c] < 0)
      return false;
    if ((kind == viscous_difference || kind == coulomb_difference) && std::abs(theta[c]) > theta[c - 1] + 1e-15)
      return false;
  }
  return true;
}

}  // namespace torsor::test
