#include "torsor/experiments/excitation_limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"
#include "torsor/model/position.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd;

double smallest_of(const MatrixXd& A) { return A.size() > 0 ? A.minCoeff() : std::numeric_limits<double>::infinity(); }

/// row += factor n^T dp/dq of a point p (base axes) that a body carries.
template <class Row>
void add_point_slope(const Model<double>& model, const std::vector<Transform<double>>& poses, int body,
                     const Vector3<double>& p, const Vector3<double>& n, double factor, Row row) {
  for (int i = body; i > 0; i = model.bodies[i].parent) {
    const Body<double>& at = model.bodies[i];
    const Vector3<double> z = joint_axis(at, poses[i].R, 2);
    const bool slides = at.follows ? !at.following.turns : at.joint == JointType::prismatic;
    row[at.v] += factor * dot(n, slides ? z : cross(z, p - poses[i].p));
  }
}

}  // namespace

std::vector<JointLimits> excitation_joint_limits(const Model<double>& model, std::vector<JointLimits> limits) {
  for (int j = 0; j < model.nv; ++j) {
    JointLimits& joint = limits[j] = without_huge(limits[j]);
    const bool slides = body_of_velocity(model, j).joint == JointType::prismatic;
    const double reach = slides ? 0.3 : 2;
    double& low = joint.position_low;
    double& high = joint.position_high;
    if (!std::isfinite(low) && !std::isfinite(high))
      low = -reach, high = reach;
    else if (!std::isfinite(low))
      low = std::min(0.0, high - reach) - reach;
    else if (!std::isfinite(high))
      high = std::max(0.0, low + reach) + reach;
    const double middle = (low + high) / 2, half = (high - low) / 2;
    if (!slides && half > std::numbers::pi) low = middle - std::numbers::pi, high = middle + std::numbers::pi;
    if (!(joint.velocity > 0 && std::isfinite(joint.velocity))) joint.velocity = slides ? 0.5 : 2;
    if (!(joint.acceleration > 0 && std::isfinite(joint.acceleration))) joint.acceleration = slides ? 3 : 10;
    if (!(joint.torque > 0)) joint.torque = std::numeric_limits<double>::infinity();
  }
  return limits;
}

double LimitSlacks::smallest() const { return std::min(smallest_of(linear), smallest_nonlinear()); }
double LimitSlacks::smallest_nonlinear() const { return std::min(smallest_of(torque), smallest_of(geometry)); }

LimitFunctions::LimitFunctions(const Model<double>& model, const Conditions<double>& conditions,
                               ExcitationLimits limits)
    : model_(model), conditions_(conditions), limits_(std::move(limits)) {
  for (const JointLimits& joint : limits_.joints) has_torque_limits_ |= std::isfinite(joint.torque);
  add_names();
}

void LimitFunctions::add_names() {
  const auto add = [&](const std::string& name, int body, const Vector3<double>& at, double radius) {
    above_floor_.push_back({body, at, radius});
    names_.push_back("floor under " + name);
  };
  if (limits_.floor && limits_.capsules.empty())
    for (const Frame<double>& frame : model_.frames)
      if (frame.body > 0) add(frame.name, frame.body, frame.pose.p, 0);
  if (limits_.floor)
    for (const Capsule& capsule : limits_.capsules)
      if (capsule.body > 0)
        add(capsule.link, capsule.body, capsule.from, capsule.radius),
            add(capsule.link, capsule.body, capsule.to, capsule.radius);
  if (limits_.workspace)
    for (const char* face : {"x high", "x low", "y high", "y low", "z high", "z low"})
      names_.push_back(std::string("workspace, ") + face);
  for (const auto& [first, second] : limits_.pairs)
    names_.push_back(limits_.capsules[first].link + " and " + limits_.capsules[second].link);
}

/// Calls use(slack in m, point, body, direction) for each point that moves it: the slack grows as the point moves along
/// the direction. Of a pair there are two, the second with the same slack again.
template <class Use>
void LimitFunctions::for_geometry(const std::vector<Transform<double>>& poses, const Use& use) const {
  long row = 0;
  for (const auto& [body, at, radius] : above_floor_) {
    const Vector3<double> p = poses[body] * at;
    use(row++, p.z - radius - limits_.clearance - *limits_.floor, p, body, Vector3<double>{0, 0, 1});
  }
  if (limits_.workspace) {
    const Frame<double>& tip = model_.frames[limits_.tip];
    const Vector3<double> p = poses[tip.body] * tip.pose.p;
    const auto& [low, high] = *limits_.workspace;
    use(row++, high.x - p.x, p, tip.body, Vector3<double>{-1, 0, 0});
    use(row++, p.x - low.x, p, tip.body, Vector3<double>{1, 0, 0});
    use(row++, high.y - p.y, p, tip.body, Vector3<double>{0, -1, 0});
    use(row++, p.y - low.y, p, tip.body, Vector3<double>{0, 1, 0});
    use(row++, high.z - p.z, p, tip.body, Vector3<double>{0, 0, -1});
    use(row++, p.z - low.z, p, tip.body, Vector3<double>{0, 0, 1});
  }
  for (const auto& [i, k] : limits_.pairs) {
    const Capsule &a = limits_.capsules[i], &b = limits_.capsules[k];
    const auto [p, r, distance] =
        nearest_points(poses[a.body] * a.from, poses[a.body] * a.to, poses[b.body] * b.from, poses[b.body] * b.to);
    const double slack = distance - a.radius - b.radius - limits_.clearance;
    const Vector3<double> n = distance > 0 ? (1 / distance) * (p - r) : Vector3<double>{};
    use(row, slack, p, a.body, n);
    use(row++, slack, r, b.body, -n);
  }
}

LimitSlacks LimitFunctions::slacks(const SeriesMotion& motion) const {
  const long n = model_.nv, count = motion.count();
  LimitSlacks result{MatrixXd(6 * n, count), MatrixXd(has_torque_limits_ ? 2 * n : 0, count),
                     MatrixXd(geometry_count(), count)};
  NewtonEulerWorkspace<double> workspace(model_);
  std::vector<double> tau(static_cast<std::size_t>(n));
  std::vector<Transform<double>> poses(model_.bodies.size());
  for (long i = 0; i < count; ++i) {
    for (long j = 0; j < n; ++j) {
      const JointLimits& joint = limits_.joints[j];
      const double half = (joint.position_high - joint.position_low) / 2;
      result.linear.block(6 * j, i, 6, 1) << (joint.position_high - motion.q(j, i)) / half,
          (motion.q(j, i) - joint.position_low) / half, 1 - motion.qd(j, i) / joint.velocity,
          1 + motion.qd(j, i) / joint.velocity, 1 - motion.qdd(j, i) / joint.acceleration,
          1 + motion.qdd(j, i) / joint.acceleration;
    }
    if (has_torque_limits_) {
      inverse_dynamics<double>(model_, state_at(motion.q, i), state_at(motion.qd, i), state_at(motion.qdd, i),
                               conditions_, workspace, tau);
      for (long j = 0; j < n; ++j) {
        const double share = tau[j] / limits_.joints[j].torque;
        result.torque(2 * j, i) = 1 - share, result.torque(2 * j + 1, i) = 1 + share;
      }
    }
    if (geometry_count() == 0) continue;
    forward_kinematics<double>(model_, state_at(motion.q, i), poses);
    for_geometry(poses, [&](long row, double slack, const Vector3<double>&, int, const Vector3<double>&) {
      result.geometry(row, i) = slack / unit_of_length;
    });
  }
  return result;
}

std::vector<LimitSlopes> LimitFunctions::slopes(const SeriesMotion& motion) const {
  const long n = model_.nv, count = motion.count();
  std::vector<LimitSlopes> result(static_cast<std::size_t>(count));
  DerivativeWorkspace<double> workspace(model_);
  Matrix<double> by_q(model_.nv, model_.nv), by_qd = by_q, by_qdd = by_q;
  std::vector<Transform<double>> poses(model_.bodies.size());
  for (long i = 0; i < count; ++i) {
    LimitSlopes& at = result[i];
    if (has_torque_limits_) {
      inverse_dynamics_derivatives<double>(model_, state_at(motion.q, i), state_at(motion.qd, i),
                                           state_at(motion.qdd, i), conditions_, workspace, by_q.view(), by_qd.view(),
                                           by_qdd.view());
      at.torque.resize(n, 3 * n);
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k) {
          const double unit = 1 / limits_.joints[j].torque;
          at.torque(j, k) = unit * by_q(j, k), at.torque(j, n + k) = unit * by_qd(j, k),
                       at.torque(j, 2 * n + k) = unit * by_qdd(j, k);
        }
    }
    if (geometry_count() == 0) continue;
    at.geometry = MatrixXd::Zero(geometry_count(), n);
    forward_kinematics<double>(model_, state_at(motion.q, i), poses);
    for_geometry(poses, [&](long row, double, const Vector3<double>& p, int body, const Vector3<double>& along) {
      add_point_slope(model_, poses, body, p, along, 1 / unit_of_length, at.geometry.row(row));
    });
  }
  return result;
}

}  // namespace torsor
