#include "experiments/plan/waypoints.hpp"

#include <algorithm>
#include <variant>

#include "torsor/core/error.hpp"
#include "torsor/trajectory/limited_motion.hpp"

namespace torsor {

Waypoints::Waypoints(std::vector<double> start, const std::vector<JointLimits>& limits) : place_(std::move(start)) {
  for (const JointLimits& joint : limits) {
    const double acceleration = share_of_waypoints * joint.acceleration;
    axes_.push_back({share_of_waypoints * joint.velocity, acceleration, acceleration / ramp_of_waypoints});
  }
  stay(0.5);
}

void Waypoints::go(const std::vector<double>& to, const std::vector<AxisLimits>& axes) {
  if (to == place_) return;
  std::vector<double> points = place_;
  points.insert(points.end(), to.begin(), to.end());
  std::variant<PiecewiseMotion, MotionProblem> motion = limited_motion(points, axes);
  if (const auto* problem = std::get_if<MotionProblem>(&motion)) throw ComputationError(problem->message);
  parts_.push_back({duration_, std::move(std::get<PiecewiseMotion>(motion))});
  duration_ += parts_.back().motion.duration();
  place_ = to;
}

void Waypoints::go(std::size_t joint, double to, double speed) {
  std::vector<AxisLimits> axes = axes_;
  axes[joint].velocity = speed;
  std::vector<double> place = place_;
  place[joint] = to;
  go(place, axes);
}

void Waypoints::stay(double seconds) {
  PiecewiseMotion still(place_.size());
  for (std::size_t j = 0; j < place_.size(); ++j) {
    MotionPiece piece;
    piece.c[0] = place_[j];
    still.add(j, piece);
    still.end(j, {place_[j], 0, 0});
  }
  still.set_duration(seconds);
  parts_.push_back({duration_, std::move(still)});
  duration_ += seconds;
}

void Waypoints::evaluate(double t, Output<double> q, Output<double> qd, Output<double> qdd) const {
  const auto after = std::ranges::upper_bound(parts_, t, {}, &Part::begin);
  const Part& part = after == parts_.begin() ? parts_.front() : *(after - 1);
  part.motion.evaluate(t - part.begin, q, qd, qdd);
}

}  // namespace torsor
