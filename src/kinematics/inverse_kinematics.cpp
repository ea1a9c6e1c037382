#include "torsor/kinematics/inverse_kinematics.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/pose_search.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/kinematics/jacobian_axes.hpp"
#include "torsor/kinematics/singular_values.hpp"
#include "torsor/model/position.hpp"

namespace torsor {

InverseKinematics::InverseKinematics(const Model<double>& model, int frame, InverseKinematicsOptions options)
    : search_(std::make_unique<pose_search::Search>(model, frame, std::move(options))) {}
InverseKinematics::~InverseKinematics() = default;
InverseKinematics::InverseKinematics(InverseKinematics&&) noexcept = default;
InverseKinematics& InverseKinematics::operator=(InverseKinematics&&) noexcept = default;

InverseKinematicsOutcome InverseKinematics::solve(const Transform<double>& pose, Output<double> q) {
  assert(fits<double>(search_->model, q));
  return search_->solve(pose, q, false);
}
InverseKinematicsOutcome InverseKinematics::solve_from(const Transform<double>& pose, Output<double> q) {
  assert(fits<double>(search_->model, q));
  return search_->solve(pose, q, true);
}
InverseKinematicsSolutions InverseKinematics::all(const Transform<double>& pose, Input<double> start) {
  require_positions(search_->model, start);
  return search_->all(pose, start);
}
bool InverseKinematics::has_closed_form() const {
  return search_->closed_form.has_value() && search_->options.match == PoseMatch::whole;
}
int InverseKinematics::joint_count() const { return search_->descent.count(); }
bool InverseKinematics::is_redundant() const { return search_->redundant(); }
double InverseKinematics::metres_per_radian() const { return search_->descent.metres_per_radian; }

InverseKinematicsResult inverse_kinematics(const Model<double>& model, const Transform<double>& pose, int frame,
                                           Input<double> start, const InverseKinematicsOptions& options) {
  if (!start.empty()) require_positions(model, start);
  InverseKinematics solver(model, frame, options);
  InverseKinematicsResult result;
  result.q = start.empty() ? zero_position(model) : std::vector<double>(start.begin(), start.end());
  result.outcome = start.empty() ? solver.solve(pose, result.q) : solver.solve_from(pose, result.q);
  return result;
}

PoseConditioning pose_conditioning(const Model<double>& model, Input<double> q, int frame, PoseMatch match) {
  require_positions(model, q);
  const Matrix3<double> R = frame_pose<double>(model, forward_kinematics(model, q), frame).R;
  const Matrix<double> J = in_axes_of(R, jacobian(model, q, frame));
  Matrix<double> rows(pose_search::condition_count(match), model.nv);
  std::copy_n(J.data.begin(), rows.data.size(), rows.data.begin());
  if (rows.columns == 0) return {};
  const std::vector<double> sigma = singular_values(rows);
  return {sigma.back(), sigma.front() / sigma.back(), manipulability(sigma)};
}

std::vector<int> bodies_at_limits(const Model<double>& model, const std::vector<JointLimits>& limits, Input<double> q) {
  require_positions(model, q);
  constexpr double slack = 1e-9;
  std::vector<int> result;
  std::size_t joint = 0;
  for (int i = 1; i < model.body_count(); ++i) {
    const Body<double>& body = model.bodies[i];
    if (body.follows) continue;
    if (joint >= limits.size()) break;
    const auto& [low, high] = std::pair(limits[joint].position_low, limits[joint].position_high);
    ++joint;
    if (velocity_count(body.joint) == 1 && (q[body.q] <= low + slack || q[body.q] >= high - slack)) result.push_back(i);
  }
  return result;
}

}  // namespace torsor
