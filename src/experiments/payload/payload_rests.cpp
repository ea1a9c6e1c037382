#include "experiments/payload/payload_rests.hpp"

#include <algorithm>
#include <cmath>

namespace torsor::payload {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double settling = 0.3;        // share of a rest that is left out
constexpr double approach = 5;          // times the range of a rest: from so far a motion counts as an approach
constexpr double between_looks = 0.01;  // s between positions that are remembered
constexpr long rows_in_a_piece = 20000;

/// Goes through a log row by row and keeps the rests.
class RestFinder {
 public:
  explicit RestFinder(const PayloadOptions& options) : options_(options) {}

  void row(double time, const VectorXd& q, const VectorXd& tau) {
    const bool stays = !times_.empty() && (q.cwiseMax(high_) - q.cwiseMin(low_)).maxCoeff() <= options_.rest_range;
    if (!stays) close();
    low_ = stays ? VectorXd(low_.cwiseMin(q)) : q;
    high_ = stays ? VectorXd(high_.cwiseMax(q)) : q;
    times_.push_back(time), q_.push_back(q), tau_.push_back(tau);
  }

  std::vector<Rest> finish() {
    close();
    return std::move(found_);
  }

 private:
  void close() {
    if (!times_.empty() && times_.back() - times_.front() >= options_.rest_duration) keep();
    for (std::size_t k = 0; k < times_.size(); ++k)
      if (past_.empty() || times_[k] - last_look_ >= between_looks) past_.push_back(q_[k]), last_look_ = times_[k];
    times_.clear(), q_.clear(), tau_.clear();
  }

  void keep() {
    const double from = times_.front() + settling * (times_.back() - times_.front());
    const auto first = std::lower_bound(times_.begin(), times_.end(), from) - times_.begin();
    Rest rest{VectorXd::Zero(low_.size()), VectorXd::Zero(low_.size()), {}};
    const double count = static_cast<double>(times_.size()) - static_cast<double>(first);
    for (std::size_t k = static_cast<std::size_t>(first); k < times_.size(); ++k)
      rest.q += q_[k] / count, rest.tau += tau_[k] / count;
    for (Eigen::Index j = 0; j < rest.q.size(); ++j) rest.came.push_back(direction(j, rest.q[j]));
    found_.push_back(std::move(rest));
  }

  /// Of the last motion of a joint, which may lie before other rests.
  int direction(Eigen::Index joint, double here) const {
    for (std::size_t k = past_.size(); k-- > 0;) {
      const double away = here - past_[k][joint];
      if (std::abs(away) > approach * options_.rest_range) return away > 0 ? 1 : -1;
    }
    return 0;
  }

  const PayloadOptions& options_;
  std::vector<double> times_;  // of the stretch that is open
  std::vector<VectorXd> q_, tau_, past_;
  VectorXd low_, high_;
  double last_look_ = 0;
  std::vector<Rest> found_;
};

Pose pose_of(const std::vector<const Rest*>& rests) {
  const Eigen::Index n = rests[0]->q.size();
  Pose pose{VectorXd::Zero(n), VectorXd::Zero(n), VectorXd::Zero(n), {}, static_cast<long>(rests.size())};
  for (const Rest* rest : rests) pose.q += rest->q / static_cast<double>(rests.size());
  for (Eigen::Index j = 0; j < n; ++j) {
    double sum[2] = {0, 0}, count[2] = {0, 0};
    for (const Rest* rest : rests) {
      if (rest->came[j] == 0) continue;
      const int side = rest->came[j] > 0 ? 1 : 0;
      sum[side] += rest->tau[j], count[side] += 1;
    }
    const bool both = count[0] > 0 && count[1] > 0;
    pose.both.push_back(both ? 1 : 0);
    if (!both) continue;
    pose.tau[j] = 0.5 * (sum[1] / count[1] + sum[0] / count[0]);
    pose.friction[j] = 0.5 * (sum[1] / count[1] - sum[0] / count[0]);
  }
  return pose;
}

}  // namespace

std::vector<Rest> rests_of(const LogSource& log, const PayloadOptions& options) {
  RestFinder finder(options);
  for (long first = 0; first < log.row_count(); first += rows_in_a_piece) {
    const LogRows rows = log.read(first, std::min(rows_in_a_piece, log.row_count() - first));
    for (std::size_t k = 0; k < rows.time.size(); ++k)
      finder.row(rows.time[k], rows.q.row(static_cast<Eigen::Index>(k)), rows.tau.row(static_cast<Eigen::Index>(k)));
  }
  return finder.finish();
}

std::vector<Pose> poses_of(const std::vector<Rest>& rests, double same_pose) {
  std::vector<std::vector<const Rest*>> groups;
  for (const Rest& rest : rests) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      return (group[0]->q - rest.q).cwiseAbs().maxCoeff() <= same_pose;
    });
    if (same == groups.end())
      groups.push_back({&rest});
    else
      same->push_back(&rest);
  }
  std::vector<Pose> poses;
  poses.reserve(groups.size());
  for (const auto& group : groups) poses.push_back(pose_of(group));
  return poses;
}

}  // namespace torsor::payload
