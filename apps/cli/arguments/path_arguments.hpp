#pragma once

#include <functional>
#include <optional>

#include "arguments/robot_arguments.hpp"
#include "arguments/vector_argument.hpp"
#include "torsor/model/trajectory.hpp"
#include "torsor/trajectory/cartesian_path.hpp"
#include "torsor/trajectory/motion_demand.hpp"
#include "torsor/trajectory/spline_motion.hpp"

namespace torsor::cli {

/// How fast the tip is when joints move, and how fast it may be: m/s, or rad/s where it only turns. No function: the
/// tip has no limit.
struct TipSpeed {
  double most = 0;
  std::function<double(const Vector& q, const Vector& qd)> at{};
  bool only_turns = false;
  /// How much of the limit rows use; the tip is the joint after all.
  LimitUse use(const Trajectory& rows) const;
};

/// A way of the tip: --line, --arc, --position-only, --max-tip-velocity, --max-tip-acceleration, --max-tip-jerk.
class PathArguments {
 public:
  void add_to(Command& command);
  /// How many of --line and --arc are given.
  int count() const { return (line_.given() ? 1 : 0) + (arc_.given() ? 1 : 0); }
  const char* name() const { return line_.given() ? "line" : "arc"; }
  /// The first option that is given of those that only a way of the tip needs; empty where there is none.
  std::string first_given() const;
  /// The same of the limits but that of velocity.
  std::string rate_beyond_velocity() const;
  bool has_jerk() const { return jerk_.has_value(); }
  /// Of the tip from where q brings it.
  CartesianPath path(const Model<double>& model, int tip, const Vector& q) const;
  /// How far along it the tip is: by polynomials of a degree, or as fast as the limits of the tip allow.
  PiecewiseMotion progress(const CartesianPath& path, std::optional<SplineDegree> degree, bool jerk_limited,
                           std::optional<double> duration) const;
  /// How much of the limits of the tip, the joint after `joints`, a motion uses.
  std::vector<LimitUse> uses(std::size_t joints, const CartesianPath& path, const PiecewiseMotion& progress) const;
  TipSpeed tip_speed(const Model<double>& model, int tip, const CartesianPath& path) const;
  /// Joint motion along it, which heeds no limits: what exceeds them is told as of other motions. Throws
  /// ComputationError where a pose is not reached.
  Trajectory joint_motion(const RobotArguments& robot, const Model<double>& model, int tip, const CartesianPath& path,
                          const PiecewiseMotion& progress, const Vector& q, double rate) const;

 private:
  VectorArgument line_, arc_;
  bool position_only_ = false;
  std::optional<double> velocity_, acceleration_, jerk_;
};

}  // namespace torsor::cli
