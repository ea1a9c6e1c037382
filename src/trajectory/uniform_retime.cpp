#include "torsor/trajectory/uniform_retime.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/core/require_size.hpp"
#include "torsor/dynamics/friction.hpp"
#include "torsor/dynamics/load_friction.hpp"
#include "torsor/dynamics/newton_euler.hpp"
#include "torsor/dynamics/spring.hpp"

namespace torsor {
namespace {

/// The torque of every row at a share of its speed: dynamic * speed^2 + friction(qd * speed) + resting; what friction
/// grows with is that of the links alone.
class SlowedTorque {
 public:
  SlowedTorque(const Model<double>& model, const Trajectory& trajectory)
      : model_(model), trajectory_(trajectory), qd_(model.nv), friction_(model.nv), links_(model.nv, 0.0) {
    NewtonEulerWorkspace<double> workspace(model);
    const std::vector<double> still(model.nv, 0.0);
    for (std::size_t row = 0; row < trajectory.q.size(); ++row) {
      dynamic_.emplace_back(model.nv), resting_.emplace_back(model.nv);
      newton_euler<double>(model, trajectory.q[row], trajectory.qd[row], trajectory.qdd[row], {}, workspace,
                           dynamic_.back());
      dynamic_links_.push_back(links_now(workspace));
      newton_euler<double>(model, trajectory.q[row], still, still, default_conditions(model), workspace,
                           resting_.back());
      resting_links_.push_back(links_now(workspace));
      add_spring_torque<double>(model, trajectory.q[row], resting_.back());
    }
  }

  /// However small the speed, Coulomb friction has its direction.
  double at(std::size_t row, std::size_t joint, double speed) {
    std::fill(friction_.begin(), friction_.end(), 0.0);
    const std::vector<double>& qd = trajectory_.qd[row];
    std::transform(qd.begin(), qd.end(), qd_.begin(), [&](double value) { return std::max(speed, 1e-12) * value; });
    add_friction_torque<double>(model_, qd_, friction_);
    for_loaded_joints(model_,
                      [&](int v, int) { links_[v] = dynamic_links_[row][v] * speed * speed + resting_links_[row][v]; });
    add_load_friction<double>(model_, qd_, links_, friction_);
    return dynamic_[row][joint] * speed * speed + friction_[joint] + resting_[row][joint];
  }

 private:
  std::vector<double> links_now(const NewtonEulerWorkspace<double>& workspace) const {
    std::vector<double> links(model_.load_friction ? model_.nv : 0);
    for_loaded_joints(model_, [&](int v, int i) { links[v] = links_torque(model_, workspace, i); });
    return links;
  }

  const Model<double>& model_;
  const Trajectory& trajectory_;
  std::vector<std::vector<double>> dynamic_, resting_, dynamic_links_, resting_links_;
  std::vector<double> qd_, friction_, links_;
};

/// Lowers `speed` until the torque of a row is within its limit. False where it is not at rest either.
bool lower_speed(SlowedTorque& torque, std::size_t row, std::size_t joint, double limit, double& speed) {
  if (std::abs(torque.at(row, joint, 0)) > limit) return false;
  double low = 0, high = speed;
  for (int k = 0; k < 200 && low < high; ++k) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    (std::abs(torque.at(row, joint, middle)) > limit ? high : low) = middle;
  }
  speed = low;
  return true;
}

}  // namespace

UniformRetiming uniform_retiming(const Model<double>& model, const Trajectory& trajectory,
                                 const std::vector<JointLimits>& limits) {
  require_size("limits", limits.size(), static_cast<std::size_t>(model.nv), "velocity", model.name);
  const double endless = 1e9;  // times as quick
  UniformRetiming result;
  double speed = endless;
  const auto lower_to = [&](double most, ActiveLimit::Kind kind, std::size_t joint, std::size_t row, double value) {
    if (!(most < speed)) return;
    speed = most, result.row = row, result.limit = {kind, static_cast<int>(joint), value >= 0};
  };
  for (std::size_t row = 0; row < trajectory.q.size(); ++row)
    for (std::size_t j = 0; j < limits.size(); ++j) {
      const double qd = trajectory.qd[row][j], qdd = trajectory.qdd[row][j];
      lower_to(limits[j].velocity / std::abs(qd), ActiveLimit::Kind::velocity, j, row, qd);
      lower_to(std::sqrt(limits[j].acceleration / std::abs(qdd)), ActiveLimit::Kind::acceleration, j, row, qdd);
    }
  SlowedTorque torque(model, trajectory);
  // A row that was within its limits at some speed may be outside at a lower one: again, until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t row = 0; row < trajectory.q.size(); ++row)
      for (std::size_t j = 0; j < limits.size(); ++j) {
        const double value = torque.at(row, j, speed);
        if (std::abs(value) <= limits[j].torque) continue;
        result.row = row, result.limit = {ActiveLimit::Kind::torque, static_cast<int>(j), value >= 0};
        changed = true;
        if (!lower_speed(torque, row, j, limits[j].torque, speed)) {
          result.kind = UniformRetiming::Kind::infeasible;
          return result;
        }
      }
  }
  if (speed >= endless) result.kind = UniformRetiming::Kind::unlimited;
  result.factor = 1 / speed;
  return result;
}

Trajectory slowed(Trajectory trajectory, double factor) {
  for (double& t : trajectory.time) t *= factor;
  for (std::vector<double>& row : trajectory.qd)
    for (double& value : row) value /= factor;
  for (std::vector<double>& row : trajectory.qdd)
    for (double& value : row) value /= factor * factor;
  return trajectory;
}

}  // namespace torsor
