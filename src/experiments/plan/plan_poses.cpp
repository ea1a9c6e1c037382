#include <algorithm>
#include <cmath>
#include <cstdint>

#include "experiments/plan/plan_parts.hpp"
#include "experiments/plan/waypoints.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/linear_algebra.hpp"
#include "torsor/spatial/vector3.hpp"
#include "torsor/trajectory/motion_samples.hpp"
#include "torsor/trajectory/random_stream.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd;

constexpr int drawn = 150;                // places that poses are chosen from
constexpr double hold = 2;                // s
constexpr double approach = 0.03;         // of the range, from which a pose is approached
constexpr double room = 0.05;             // slack that a pose has
constexpr double step_on_the_way = 0.05;  // rad or m between places on the way that are looked at

std::vector<double> shifted(const PlanSetup& setup, std::vector<double> q, double side) {
  for (std::size_t j = 0; j < q.size(); ++j) {
    const JointLimits& joint = setup.motion.joint_limits[j];
    q[j] += side * approach * (joint.position_high - joint.position_low);
  }
  return q;
}

std::vector<double> random_place(const PlanSetup& setup, std::uint64_t number) {
  const RandomStream random(setup.options.excitation.seed * 1000 + number, 79);
  std::vector<double> q(setup.joints());
  for (std::size_t j = 0; j < q.size(); ++j) {
    const JointLimits& joint = setup.motion.joint_limits[j];
    const double share = 2 * approach + (1 - 4 * approach) * random.uniform(static_cast<std::int64_t>(j));
    q[j] = joint.position_low + share * (joint.position_high - joint.position_low);
  }
  return q;
}

/// The least slack on the straight way, at rest in each of its places.
double slack_between(const PlanSetup& setup, const std::vector<double>& from, const std::vector<double>& to) {
  double longest = 0;
  for (std::size_t j = 0; j < from.size(); ++j) longest = std::max(longest, std::abs(to[j] - from[j]));
  const auto count = static_cast<long>(std::ceil(longest / step_on_the_way)) + 1;
  const auto n = static_cast<long>(from.size());
  SeriesMotion way{MatrixXd(n, count), MatrixXd::Zero(n, count), MatrixXd::Zero(n, count)};
  for (long i = 0; i < count; ++i)
    for (long j = 0; j < n; ++j) {
      const double done = count > 1 ? static_cast<double>(i) / static_cast<double>(count - 1) : 1;
      way.q(j, i) = from[static_cast<std::size_t>(j)] +
                    done * (to[static_cast<std::size_t>(j)] - from[static_cast<std::size_t>(j)]);
    }
  return setup.limits.slacks(way).smallest();
}

MatrixXd information_of(const ExcitationInformation& information, const std::vector<double>& q) {
  const Eigen::VectorXd place = Eigen::Map<const Eigen::VectorXd>(q.data(), static_cast<long>(q.size()));
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(place.size());
  return information.matrix(SeriesMotion{place, still, still});
}

double log_det(const MatrixXd& M) { return 2 * linear_algebra::cholesky(M).diagonal().array().log().sum(); }

struct Pose {
  std::vector<double> q;
  MatrixXd tells;
};

/// Poses that tell most together, one after the other; each can be reached from the one before. [Fedorov 1972]
std::vector<std::vector<double>> chosen_poses(const PlanSetup& setup) {
  const ExcitationInformation information(setup.excite.unknowns, setup.motion.noise, 1, {});
  std::vector<Pose> pool;
  for (std::uint64_t k = 0; k < drawn; ++k) {
    const std::vector<double> q = random_place(setup, k);
    if (slack_between(setup, shifted(setup, q, -1), shifted(setup, q, 1)) > room)
      pool.push_back({q, information_of(information, q)});
  }
  if (pool.empty()) return {};
  MatrixXd M = MatrixXd::Zero(information.size(), information.size());
  for (const Pose& pose : pool) M += pose.tells;
  // A little of everything, so that the first pose can be valued.
  const Eigen::VectorXd little = M.diagonal().unaryExpr([](double x) { return x > 0 ? 1e-6 * x : 1.0; });
  M = little.asDiagonal();
  std::vector<std::vector<double>> found;
  std::vector<double> at = setup.home;
  while (static_cast<int>(found.size()) < setup.options.poses) {
    const Pose* best = nullptr;
    double most = log_det(M) + 1e-9;
    for (const Pose& pose : pool) {
      const double value = log_det(M + pose.tells);
      if (value > most && slack_between(setup, at, shifted(setup, pose.q, 1)) > 0) best = &pose, most = value;
    }
    if (best == nullptr) break;
    M += best->tells;
    at = best->q;
    found.push_back(at);
  }
  return found;
}

}  // namespace

void plan_poses(const PlanSetup& setup, ExperimentPlan& plan) {
  if (setup.options.poses == 0 || length(setup.conditions().gravity) == 0) return;
  std::vector<std::vector<double>> poses = chosen_poses(setup);
  while (!poses.empty()) {
    Waypoints motion(setup.home, setup.motion.joint_limits);
    for (const std::vector<double>& q : poses)
      for (const double side : {1.0, -1.0}) motion.go(shifted(setup, q, side)), motion.go(q), motion.stay(hold);
    motion.go(setup.home);
    motion.stay(0.5);
    Trajectory rows = sampled(motion, setup.joints(), motion.duration(), setup.options.excitation.rate);
    if (setup.limits.slacks(motion_of(rows)).smallest() >= 0) {
      PlannedMotion& planned =
          plan.motions.emplace_back(planned_motion(setup, PlannedMotion::Purpose::poses, std::move(rows)));
      planned.file = "poses.csv", planned.log = "poses-log.csv";
      planned.what = counted(static_cast<long>(poses.size()), "pose") +
                     " at rest, each approached from both sides, so that friction cancels: gravity, and loads";
      return;
    }
    poses.pop_back();
  }
  plan.warnings.emplace_back("no poses at rest were found that can be reached within the limits");
}

}  // namespace torsor
