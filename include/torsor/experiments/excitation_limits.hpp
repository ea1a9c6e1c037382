#pragma once

#include <Eigen/Core>
#include <optional>

#include "torsor/experiments/capsules.hpp"
#include "torsor/experiments/excitation_series.hpp"
#include "torsor/model/conditions.hpp"
#include "torsor/model/limits.hpp"

namespace torsor {

/// A box in base axes.
struct Box {
  Vector3<double> low{}, high{};
};

/// What an exciting motion has to keep to.
struct ExcitationLimits {
  std::vector<JointLimits> joints;  // finite, but for torques
  std::optional<double> floor;      // m, along z of the base: nothing comes below it
  std::optional<Box> workspace;     // of the origin of frame `tip`
  int tip = 0;
  std::vector<Capsule> capsules;  // where there are none, origins of link frames stand in for them above the floor
  std::vector<CapsulePair> pairs;
  double clearance = 0;  // m, between the capsules of a pair and above the floor
};

/// The limits of a robot, with those of make-log where it states none: see random_excitation. A joint that turns
/// further than half a turn to either side of its middle is kept to that, since more shows nothing new.
std::vector<JointLimits> excitation_joint_limits(const Model<double>& model, std::vector<JointLimits> limits);

/// How far a motion is inside its limits, at some times: 1 or so in the middle, 0 at a limit, negative beyond.
struct LimitSlacks {
  Eigen::MatrixXd linear;    // 6 by joint (position high, low, velocity +, -, acceleration +, -) x times
  Eigen::MatrixXd torque;    // 2 by joint (+, -) x times; infinite where there is no limit
  Eigen::MatrixXd geometry;  // floor, workspace and pairs x times

  double smallest() const;
  double smallest_nonlinear() const;
};

/// Derivatives of the slacks that are not linear, by the motion, at one time.
struct LimitSlopes {
  Eigen::MatrixXd torque;    // joints x 3 joints: of tau over its limit, by q, qd and qdd
  Eigen::MatrixXd geometry;  // rows x joints: of the slack, by q
};

/// The slacks of motions of one robot.
class LimitFunctions {
 public:
  LimitFunctions(const Model<double>& model, const Conditions<double>& conditions, ExcitationLimits limits);

  const ExcitationLimits& limits() const { return limits_; }
  const Model<double>& model() const { return model_; }
  long geometry_count() const { return static_cast<long>(names_.size()); }
  /// "floor under link3", "link2 and link5", ...
  const std::vector<std::string>& geometry_names() const { return names_; }
  bool has_torque_limits() const { return has_torque_limits_; }

  LimitSlacks slacks(const SeriesMotion& motion) const;
  std::vector<LimitSlopes> slopes(const SeriesMotion& motion) const;
  /// The size of a slack of 1 in a row of `geometry`, m.
  static constexpr double unit_of_length = 0.1;

 private:
  struct Point {
    int body;
    Vector3<double> at;
    double radius;
  };
  void add_names();
  template <class Use>
  void for_geometry(const std::vector<Transform<double>>& poses, const Use& use) const;

  Model<double> model_;
  Conditions<double> conditions_;
  ExcitationLimits limits_;
  std::vector<Point> above_floor_;
  std::vector<std::string> names_;
  bool has_torque_limits_ = false;
};

}  // namespace torsor
