#pragma once

#include "log_health/motion_equations.hpp"
#include "log_health/quick_fit.hpp"

namespace torsor::log_health {

/// What a joint's own equations in motion leave of its torque, with masses that need not be those of other joints.
struct JointNoise {
  double share = 0;    // rms of the residual over rms of the torque
  double freedom = 0;  // states less parameters; few or none where the motion tells nothing
};

/// One factor for the torque of one joint. Links act on several joints, so that torques of different sizes
/// contradict each other, whatever the masses.
struct JointGain {
  int joint = 0;
  double factor = 1;     // that the other joints ask for
  double deviation = 0;  // standard deviation of its logarithm, with residuals that depend on those before
  double fall = 0;       // of the squared residual, in units of the noise
  double by_chance = 1;  // what it falls by chance
};

/// Fits the robot's parameters to the states in motion, every joint weighted with its own noise, and with columns for
/// friction of other shapes.
class GainFitter {
 public:
  GainFitter(const QuickFitter& fitter, const Vector3<double>& gravity);

  /// By joint.
  const std::vector<JointNoise>& noise() const { return noise_; }
  /// The factor of each joint on its own, where the states tell anything about it; the largest fall first.
  std::vector<JointGain> gains() const;

 private:
  /// In units in which the noise is 1.
  struct Equations : MotionEquations {
    explicit Equations(MotionEquations joint) : MotionEquations(std::move(joint)) {}
    Eigen::MatrixXd G;
    Eigen::VectorXd b;
  };
  struct Step {
    double slope = 0, curvature = 0, spread = 0, left = 0;
  };
  static JointNoise scale_to_noise(Equations& joint);
  std::vector<Eigen::VectorXd> residuals(const Eigen::VectorXd& theta, std::size_t j, double a) const;
  Step step_from(std::size_t j, double a) const;
  JointGain fit(std::size_t j) const;

  std::vector<Equations> joints_;
  std::vector<JointNoise> noise_;
  Eigen::MatrixXd total_;
  Eigen::VectorXd right_;
  double plain_ = 0;
};

/// Of these, the joint whose torque has a wrong size beyond doubt, and those that explain as much; none otherwise.
std::vector<JointGain> wrong_gains(const std::vector<JointGain>& gains);

}  // namespace torsor::log_health
