#include "torsor/kinematics/inverse_kinematics.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/pose_search.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/kinematics/jacobian_axes.hpp"
#include "torsor/kinematics/singular_values.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/position_ranges.hpp"

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
  result.q =
      start.empty() ? zero_within_limits(model, options.limits) : std::vector<double>(start.begin(), start.end());
  result.outcome = start.empty() ? solver.solve(pose, result.q) : solver.solve_from(pose, result.q);
  return result;
}

PoseConditioning pose_conditioning(const Model<double>& model, Input<double> q, int frame, PoseMatch match) {
  require_positions(model, q);
  const Matrix3<double> R = frame_pose<double>(model, forward_kinematics(model, q), frame).R;
  const Matrix<double> J = in_axes_of(R, jacobian(model, q, frame));
  const std::vector<char> carries = pose_search::carriers(model, frame);
  Matrix<double> rows(pose_search::condition_count(match),
                      static_cast<int>(std::count(carries.begin(), carries.end(), 1)));
  if (rows.columns == 0) return {};
  for (int v = 0, column = 0; v < model.nv; ++v) {
    if (carries[v] == 0) continue;
    for (int i = 0; i < rows.rows; ++i) rows(i, column) = J(i, v);
    ++column;
  }
  const std::vector<double> sigma = singular_values(rows);
  return {sigma.back(), sigma.front() / sigma.back(), manipulability(sigma)};
}

std::vector<int> bodies_at_limits(const Model<double>& model, const std::vector<JointLimits>& limits, Input<double> q,
                                  int frame) {
  require_positions(model, q);
  constexpr double slack = 1e-9;
  const std::vector<char> carries = pose_search::carriers(model, frame);
  std::vector<int> result;
  for (const PositionRange& range : position_ranges(model, limits))
    if (carries[range.v] != 0 && (q[range.q] <= range.low + slack || q[range.q] >= range.high - slack))
      result.push_back(range.body);
  return result;
}

std::vector<int> held_bodies(const Model<double>& model, int frame) {
  std::vector<int> result;
  for (int i = model.frames[frame].body; i > 0; i = model.bodies[i].parent)
    if (velocity_count(model.bodies[i].joint) > 1) result.insert(result.begin(), i);
  return result;
}

}  // namespace torsor
