#pragma once

#include <Eigen/Core>

#include "log_health/examination.hpp"
#include "torsor/model/parameters.hpp"

namespace torsor::log_health {

/// Added to normal equations with a diagonal of ones: parameters that the states do not tell do no harm then.
inline constexpr double rank_guard = 1e-9;

/// What is changed of the states before a fit.
struct FitTrial {
  Vector3<double> gravity{};
  int joint = -1;  // whose position becomes sign * q + offset
  double sign = 1, offset = 0;
  std::vector<double> torque_signs{};  // by joint; none: as they are
  bool friction = true;
  bool in_motion = false;  // only equations in motion, with friction of other shapes
};

/// Least squares of the robot's parameters to some states, every joint weighted with its own torque. All that is asked
/// for is how well they fit, so parameters that cannot be told apart need no care.
class QuickFitter {
 public:
  QuickFitter(const Model<double>& model, const std::vector<FitState>& states);

  struct Answer {
    Eigen::VectorXd by_joint;        // rms of the residual over rms of the torque
    double misfit = 0;               // their geometric mean, so that every joint has the same say
    std::vector<double> best_signs;  // of the torques, +-1 by joint: with these the residual would be smallest
    Eigen::VectorXd theta;           // in the layout's order
  };
  Answer fit(const FitTrial& trial, std::size_t every = 1) const;

  /// The fitted parameters' own inertia of each joint, and the power of their friction, as means over the states.
  void physics(const Eigen::VectorXd& theta, Eigen::VectorXd& inertia, Eigen::VectorXd& dissipation) const;
  /// Slope and correlation, by joint, of the torques over those of the parameters that the robot file has.
  void against_own(const Vector3<double>& gravity, Eigen::VectorXd& slope, Eigen::VectorXd& correlation) const;
  /// Condition number of the regressor of the base parameters, columns of unit length.
  double condition_number(const Vector3<double>& gravity) const;

  /// By joint, a row for each state of which every so many are taken.
  std::vector<Eigen::MatrixXd> regressors(const FitTrial& trial, std::size_t every) const;
  const std::vector<FitState>& states() const { return states_; }
  int joint_count() const { return model_.nv; }

 private:
  const Model<double>& model_;
  const std::vector<FitState>& states_;
  ParameterLayout layout_;
};

}  // namespace torsor::log_health
