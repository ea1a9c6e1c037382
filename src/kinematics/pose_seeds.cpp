#include <algorithm>
#include <cmath>
#include <numbers>

#include "kinematics/golden_ratio.hpp"
#include "kinematics/pose_search.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/position.hpp"

namespace torsor::pose_search {
namespace {

/// Where the starts of a joint lie: within its limits, at most a turn; where it slides without limits, as far as the
/// arm is long.
std::pair<double, double> start_range(const Coordinate& joint, double reach) {
  const double width = joint.turns ? 2 * std::numbers::pi : 2 * reach;
  const bool low = std::isfinite(joint.low), high = std::isfinite(joint.high);
  if (low && high && (joint.high - joint.low <= width || !joint.turns)) return {joint.low, joint.high};
  const double middle = low && high ? (joint.low + joint.high) / 2
                        : low       ? joint.low + width / 2
                        : high      ? joint.high - width / 2
                                    : 0.0;
  return {middle - width / 2, middle + width / 2};
}

}  // namespace

Seeds::Seeds(Descent& descent, int count) : count_(count), width_(descent.count()) {
  const double ratio = golden_ratio(width_), reach = 4 * descent.metres_per_radian;
  coordinates_.resize(static_cast<std::size_t>(count_) * width_);
  distance_.resize(count_);
  for (auto& entries : p_) entries.resize(count_);
  for (auto& entries : R_) entries.resize(count_);
  std::vector<double> q = zero_position(descent.model);
  std::vector<Transform<double>> poses(descent.model.bodies.size());
  for (int n = 0; n < count_; ++n) {
    double step = 1;
    for (int k = 0; k < width_; ++k) {
      step /= ratio;
      const double place = 0.5 + n * step;
      const auto [low, high] = start_range(descent.coordinates[k], reach);
      const double x = low + (high - low) * (place - std::floor(place));
      coordinates_[static_cast<std::size_t>(n) * width_ + k] = q[descent.coordinates[k].q] = x;
    }
    forward_kinematics<double>(descent.model, q, poses);
    const auto [R, p] = frame_pose<double>(descent.model, poses, descent.frame);
    p_[0][n] = p.x, p_[1][n] = p.y, p_[2][n] = p.z;
    const double entries[9] = {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz};
    for (int i = 0; i < 9; ++i) R_[i][n] = entries[i];
  }
}

namespace {

/// distance += factor (entries - value)^2
void add_squares(std::vector<double>& distance, const std::vector<double>& entries, double value, double factor) {
  for (std::size_t n = 0; n < distance.size(); ++n) {
    const double x = entries[n] - value;
    distance[n] += factor * x * x;
  }
}

}  // namespace

/// The squares of differences of rotation matrices add up to 8 sin^2 of half the angle.
void Seeds::sort_for(const Goal& goal, double metres_per_radian) {
  const auto& [R, p] = goal.pose;
  std::fill(distance_.begin(), distance_.end(), 0.0);
  const double place[3] = {p.x, p.y, p.z}, turn[9] = {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz};
  const double one = 1, half = 0.5 * metres_per_radian * metres_per_radian;
  for (int i = 0; i < 3; ++i) add_squares(distance_, p_[i], place[i], one);
  for (int i = 0; i < 9 && goal.match != PoseMatch::position; ++i)
    if (goal.match == PoseMatch::whole || i % 3 == 2) add_squares(distance_, R_[i], turn[i], half);
}

Input<double> Seeds::next() {
  const auto nearest = std::min_element(distance_.begin(), distance_.end());
  if (nearest == distance_.end() || std::isinf(*nearest)) return {};
  *nearest = std::numeric_limits<double>::infinity();
  const auto n = static_cast<std::size_t>(nearest - distance_.begin());
  return {&coordinates_[n * static_cast<std::size_t>(width_)], static_cast<std::size_t>(width_)};
}

}  // namespace torsor::pose_search
