#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arguments/path_arguments.hpp"
#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "torsor/model/trajectory.hpp"
#include "torsor/trajectory/motion_demand.hpp"
#include "torsor/trajectory/piecewise_motion.hpp"
#include "torsor/trajectory/spline_motion.hpp"

namespace torsor::cli {

/// A motion that is settled, before it is sampled.
struct SettledMotion {
  std::string kind;  // what it is, such as quintic
  double duration = 0;
  std::function<Trajectory(double rate)> sampled;
  std::vector<LimitUse> uses{};  // of limits that samples do not show: jerk, and those of the tip, the joint after all
  TipSpeed tip{};                // of --line and --arc
};

/// What may bound a motion: --no-limits, --max-velocity, --max-acceleration, --max-jerk.
class LimitArguments {
 public:
  void add_to(Command& command);
  /// Those of the robot file, with what the flags put in their place.
  std::vector<JointLimits> limits(const RobotArguments& robot, const Model<double>& model) const;
  /// The same for a motion, with the jerk, which robot files do not have.
  std::vector<AxisLimits> along(const std::vector<JointLimits>& limits) const;
  bool has_jerk() const { return jerk_.given(); }
  /// How much of --max-jerk a motion uses; nothing where it is not given.
  std::vector<LimitUse> jerk_uses(const PiecewiseMotion& motion) const;

 private:
  VectorArgument velocity_, acceleration_, jerk_;
  bool none_ = false;
};

/// Which motion: --from, --to, --via, --profile and so on, --spline, --fourier, and those of PathArguments.
class MotionArguments {
 public:
  void add_to(Command& command);
  /// Throws UsageError or FileError.
  SettledMotion plan(const RobotArguments& robot, const Model<double>& model, const std::vector<JointLimits>& limits,
                     const LimitArguments& bounds) const;
  /// Throws UsageError where --retime would lose what is asked for.
  void require_retimable(const Model<double>& model, const LimitArguments& bounds) const;

 private:
  std::string name() const;
  void require_one_motion() const;
  void require_duration() const;
  void require_jerk_is_kept() const;
  std::string moving_end(const Model<double>& model) const;
  Vector points(const Model<double>& model, const std::vector<JointLimits>& limits) const;
  SettledMotion through_points(const Model<double>& model, const std::vector<JointLimits>& limits,
                               const LimitArguments& bounds) const;
  PiecewiseMotion by_polynomials(const Vector& points, const Model<double>& model,
                                 const std::vector<AxisLimits>& along) const;
  PiecewiseMotion within_limits(const Vector& points, const Model<double>& model, std::vector<AxisLimits> along,
                                bool has_jerk) const;
  SettledMotion through_file(const Model<double>& model, const std::vector<JointLimits>& limits,
                             const LimitArguments& bounds) const;
  SettledMotion along_path(const RobotArguments& robot, const Model<double>& model,
                           const std::vector<JointLimits>& limits) const;
  SettledMotion periodic(const Model<double>& model, const std::vector<JointLimits>& limits) const;
  std::optional<SplineDegree> degree() const;

  VectorArgument from_, to_, via_times_, from_velocity_, to_velocity_, from_acceleration_, to_acceleration_;
  PathArguments path_;
  std::vector<std::string> via_;
  std::string profile_ = "quintic", spline_;
  std::optional<double> duration_;
  bool fourier_ = false, steady_ = false;
  double period_ = 20;
  int harmonics_ = 5;
  std::uint64_t seed_ = 1;
  Option spline_option_, profile_option_, via_option_;
};

}  // namespace torsor::cli
