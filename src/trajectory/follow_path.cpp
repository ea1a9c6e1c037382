#include "torsor/trajectory/follow_path.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/trajectory/motion_samples.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

/// The rows of the Jacobian that are followed, and what joints have to do for them.
class FollowedRows {
 public:
  FollowedRows(const Model<double>& model, int frame, const FollowPathOptions& options)
      : model_(model), frame_(frame), options_(options), workspace_(model), full_(6, model.nv) {}

  void place(Input<double> q) {
    jacobian<double>(model_, q, frame_, workspace_, full_.view());
    J_ = followed();
    smallest_ = linear_algebra::singular_values(J_).tail(1)(0);
    const double share = smallest_ / options_.singular;
    damping_ = share < 1 ? (1 - share * share) * options_.singular * options_.singular : 0;
  }
  double smallest_singular_value() const { return smallest_; }
  bool damped() const { return damping_ > 0; }

  void move(const CartesianState& state, Input<double> q, Output<double> qd, Output<double> qdd) {
    const VectorXd v = followed(state.velocity), a = followed(state.acceleration), rate = inverse_of(v);
    std::copy(rate.begin(), rate.end(), qd.begin());
    jacobian_dot<double>(model_, q, qd, frame_, workspace_, full_.view());
    const MatrixXd J_dot = followed();
    VectorXd acceleration = inverse_of(a - J_dot * rate);
    if (J_.cols() > J_.rows() && !damped()) {
      const VectorXd spare = J_dot.transpose() * linear_algebra::solve_symmetric(J_ * J_.transpose(), v);
      acceleration += spare - inverse_of(J_ * spare);
    }
    std::copy(acceleration.begin(), acceleration.end(), qdd.begin());
  }

 private:
  MatrixXd followed() const {
    MatrixXd rows(static_cast<int>(options_.rows.size()), model_.nv);
    for (int k = 0; k < rows.rows(); ++k)
      for (int j = 0; j < rows.cols(); ++j) rows(k, j) = full_(options_.rows[k], j);
    return rows;
  }
  VectorXd followed(const Motion<double>& motion) const {
    const double all[] = {motion.linear.x,  motion.linear.y,  motion.linear.z,
                          motion.angular.x, motion.angular.y, motion.angular.z};
    VectorXd rows(static_cast<int>(options_.rows.size()));
    for (int k = 0; k < rows.size(); ++k) rows(k) = all[options_.rows[k]];
    return rows;
  }
  VectorXd inverse_of(const VectorXd& v) const {
    if (!damped()) return linear_algebra::minimum_norm(J_, v);
    const MatrixXd A = J_.transpose() * J_ + damping_ * MatrixXd::Identity(J_.cols(), J_.cols());
    return linear_algebra::solve_symmetric(A, J_.transpose() * v);
  }

  const Model<double>& model_;
  int frame_;
  const FollowPathOptions& options_;
  JacobianWorkspace<double> workspace_;
  Matrix<double> full_;
  MatrixXd J_;
  double smallest_ = 0, damping_ = 0;
};

/// Velocities and accelerations of a row by the parabola through the positions of three neighbours; a last step that
/// is much shorter than the others would only give rounding.
void take_differences(Trajectory& rows, std::size_t k) {
  const std::vector<double>& t = rows.time;
  const std::size_t last = t.size() - 1;
  if (last < 3) return;
  std::size_t m = std::clamp<std::size_t>(k, 1, last - 1), n = m + 1;
  if (n == last && t[n] - t[m] < (t[m] - t[m - 1]) / 2) --m;
  const double before = t[m] - t[m - 1], after = t[n] - t[m];
  for (std::size_t j = 0; j < rows.q[k].size(); ++j) {
    const double slope = (rows.q[m][j] - rows.q[m - 1][j]) / before, next = (rows.q[n][j] - rows.q[m][j]) / after;
    const double bend = (next - slope) / (before + after);
    rows.qd[k][j] = slope + bend * ((t[k] - t[m - 1]) + (t[k] - t[m]));
    rows.qdd[k][j] = 2 * bend;
  }
}

}  // namespace

FollowedPath follow_path(const Model<double>& model, int frame, const CartesianPath& path,
                         const PiecewiseMotion& progress, Input<double> q, const SolvePose& solve,
                         const FollowPathOptions& options) {
  FollowedPath result;
  FollowedRows rows(model, frame, options);
  const std::vector<double> times = sample_times(progress.duration(), options.rate);
  std::vector<double> here(q.begin(), q.end()), qd(here.size(), 0.0), qdd(here.size(), 0.0);
  std::vector<std::size_t> damped;
  result.smallest_singular_value = HUGE_VAL;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double h = k > 0 ? times[k] - times[k - 1] : 0;
    for (std::size_t j = 0; j < here.size(); ++j) here[j] += h * (qd[j] + h / 2 * qdd[j]);
    const std::vector<double> foretold = here;
    const CartesianState state = cartesian_state(path, progress, times[k]);
    result.end_time = times[k];
    double jump = 0;
    const bool solved = solve(state.pose, here);
    for (std::size_t j = 0; j < here.size(); ++j) jump = std::max(jump, std::abs(here[j] - foretold[j]));
    if (!solved || jump > options.largest_jump) {
      result.end = solved ? FollowedPath::End::jump : FollowedPath::End::no_solution;
      return result;
    }
    rows.place(here);
    if (rows.smallest_singular_value() < result.smallest_singular_value)
      result.smallest_singular_value = rows.smallest_singular_value(), result.time_of_it = times[k];
    if (rows.damped()) damped.push_back(k), result.damped_time += h;
    rows.move(state, here, qd, qdd);
    result.rows.time.push_back(times[k]);
    result.rows.q.push_back(here), result.rows.qd.push_back(qd), result.rows.qdd.push_back(qdd);
  }
  for (const std::size_t k : damped) take_differences(result.rows, k);
  return result;
}

}  // namespace torsor
