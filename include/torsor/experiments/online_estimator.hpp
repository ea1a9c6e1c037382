#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/estimation/equations.hpp"
#include "torsor/estimation/identify.hpp"
#include "torsor/experiments/online_covariance.hpp"
#include "torsor/experiments/online_information.hpp"
#include "torsor/experiments/online_load.hpp"
#include "torsor/experiments/online_motion.hpp"
#include "torsor/experiments/online_scores.hpp"

/// Identification while the robot moves: base parameters from a stream of samples, in fixed memory and time.
/// (docs/online.md)
namespace torsor {

enum class OnlineMethod {
  forgetting,   // recursive least squares: what is old counts less
  random_walk,  // the Kalman form: parameters wander, friction quicker than masses
};

struct OnlineEvent {
  enum class Kind { load_picked_up, load_dropped };
  Kind kind{};
  double time = 0;            // s: of the newest sample when it was noticed
  double mass = 0;            // kg, as far as it is known by then: negative where a load was dropped
  double mass_deviation = 0;  // kg
};

struct OnlineOptions {
  /// Which parameters the robot has, widths of friction, gravity. A width that would be searched for is taken from the
  /// robot file: a stream is not looked at twice.
  IdentifyOptions model;
  OnlineMethod method = OnlineMethod::forgetting;
  double forgetting = std::numeric_limits<double>::infinity();  // s in which the weight of an equation falls to 1/e
  /// Of a random walk, in one second, as a share of the parameter.
  double friction_walk = 0.01, other_walk = 0.0002;
  std::vector<double> deviation;  // by joint: of an equation's noise, Nm or N; without, it is learned
  std::vector<double> slow;      // by joint: velocities below which an equation does not count; without, a tenth of the
                                 // largest so far, and at least the width of Coulomb friction
  bool start_from_robot = true;  // with its masses and friction, each thought right to about three times itself
  OnlineMotionOptions motion;
  OnlineLoadOptions load;
  std::function<void(const OnlineEvent&)> on_event;  // called from within update
};

/// How a parameter of friction stands beside what it was when this was first asked.
struct FrictionChange {
  int parameter = 0;  // base parameter
  double start = 0, now = 0, deviation = 0;
};

struct LoadEstimate {
  double mass = 0, mass_deviation = 0;  // kg
  Vector3<double> center{};             // m, in the frame of the last link; zero where the mass is not known
};

/// update() and push() allocate nothing but where a change of the load is told, and their time does not depend on how
/// much went before. One thread at a time.
class OnlineEstimator {
 public:
  OnlineEstimator(const Description& robot, OnlineOptions options = {});

  /// The equations of one state; tau is what the motors gave. Velocities and accelerations must be as late as tau.
  void update(double time, std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
              std::span<const double> tau);
  /// A sample as it was measured; true where it completed a state and so led to an update.
  bool push(double time, std::span<const double> q, std::span<const double> tau);

  const Unknowns& unknowns() const { return unknowns_; }
  /// Whether all parameters are determined.
  bool ready() const { return ready_; }
  /// Whether nothing was learned yet: where the noise is not given, the first three seconds of motion only tell what is
  /// slow and how large torques are.
  bool watches() const;
  double time() const { return time_; }  // s, of the last update
  long updates() const { return updates_; }
  long left_out() const { return motion_.left_out(); }  // samples that were of no use
  const Eigen::VectorXd& beta() const { return beta_; }
  /// By joint: standard deviation of an equation's noise, as it is weighted.
  Eigen::VectorXd noise() const { return variance_.cwiseSqrt(); }
  /// By joint: root mean square of what the model before each update left of the torque, over the last ten seconds.
  Eigen::VectorXd residual() const { return innovation_square_.cwiseSqrt(); }
  /// The same of the torque itself.
  Eigen::VectorXd torque() const { return torque_square_.cwiseSqrt(); }
  const OnlineLoadDetector& detector() const { return detector_; }

  // These allocate: not for every sample.
  /// Covariance of beta. Without a random walk its deviations are those that blocks of time show, coloured noise and
  /// misfit included, and at least those of white noise; what shows in one place of the motion only, such as friction
  /// of another shape, is not part of them.
  Eigen::MatrixXd covariance() const;
  /// Square-root information: factor * beta = right_hand_side is the estimate.
  Eigen::MatrixXd factor() const;
  Eigen::VectorXd right_hand_side() const;
  double residual_squares() const { return information_.residual_squares(); }
  /// Of all friction, since the first call; an empty list as long as the load detector has not settled.
  std::vector<FrictionChange> friction_changes();
  /// What came to the last link at the last event, from all that was learned since; nothing before the first.
  std::optional<LoadEstimate> load() const;
  /// Joints whose torque the model does not explain: units, gravity, another robot.
  std::vector<Finding> doubts() const;
  /// The full parameters that some robot can have, nearest to the estimate. (estimation/consistent_fit)
  StandardEstimate consistent() const;
  /// A result as far as a robot is written from one: identified_robot(description, this).
  Identification identification(const std::string& log) const;

 private:
  void make_equations(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                      std::span<const double> tau);
  void learn_before(double step);
  void learn_after(double step);
  double colour_of_noise() const;
  double risen_noise(double step);
  void take(double step);
  void keep_known(double forgotten);
  void watch_load();
  void end_block();
  void judge_load();
  /// By window: coupling^T (covariance) coupling.
  std::array<OnlineLoadDetector::Matrix4, OnlineLoadDetector::windows> uncertainty();
  void tell(double mass, double deviation);

  OnlineOptions options_;
  Description robot_;
  Unknowns unknowns_;
  std::vector<std::vector<int>> support_;
  std::optional<std::vector<double>> prior_;
  Eigen::VectorXd start_, start_deviation_, walk_shares_, walk_;  // by base parameter
  OnlineMotion motion_;
  OnlineInformation information_;
  OnlineScores scores_;
  OnlineCovariance covariance_;
  OnlineLoadDetector detector_;
  int load_column_ = 0;              // of the layout: the mass of the last link
  Eigen::MatrixXd load_directions_;  // of beta, for the ten parameters of the last link
  Eigen::VectorXd load_deviations_;

  // Of one update.
  RegressorWorkspace<double> workspace_;
  NewtonEulerWorkspace<double> compensation_workspace_;
  Model<double> compensation_;
  std::vector<double> still_, known_torque_;
  Matrix<double> Y_;
  PaddedMatrix::RowMajor W_;
  Eigen::VectorXd y_, counts_, weighing_;  // the last: variances of the equations that count

  Eigen::VectorXd beta_, variance_, torque_square_, innovation_square_, noise_square_, left_, fastest_;
  double time_ = 0, learned_ = 0;
  double noise_level_ = std::numeric_limits<double>::quiet_NaN();  // mean log of the variances that R is scaled by
  bool ready_ = false, started_ = false;
  long updates_ = 0;
  int next_known_ = 0;

  // Of the load.
  double block_end_ = 0;
  int block_equations_ = 0;
  Eigen::MatrixXd references_;  // estimates of the last blocks, one a column
  PaddedMatrix coupling_, coupled_;
  Eigen::VectorXd reference_;
  long blocks_ = 0;
  Eigen::VectorXd before_load_;
  bool had_load_ = false;
  Eigen::VectorXd first_beta_, first_variance_;  // of friction_changes
};

}  // namespace torsor
