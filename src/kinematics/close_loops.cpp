#include "torsor/kinematics/loop_closure.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/model/position.hpp"
#include "torsor/model/position_ranges.hpp"
#include "torsor/spatial/eigen.hpp"

namespace torsor {

double widest_gap(Input<double> gap) {
  double widest = 0;
  for (std::size_t k = 0; k + 2 < gap.size(); k += 3) {
    const double one = std::hypot(gap[k], gap[k + 1], gap[k + 2]);
    if (std::isnan(one)) return one;  // a maximum would pass it over
    widest = std::max(widest, one);
  }
  return widest;
}

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

/// Solves J x = b for the smallest x in the metric, with some entries of x at 0.
class LoopSolver {
 public:
  LoopSolver(const Model<double>& model, const LoopOptions& options) {
    std::vector<char> held(model.nv, 0);
    for (const int v : options.held) {
      assert(v >= 0 && v < model.nv);
      held[v] = 1;
    }
    for (int v = 0; v < model.nv; ++v)
      if (held[v] == 0) free_.push_back(v);
    if (options.metric.rows != model.nv || options.metric.columns != model.nv) return;
    L_ = linear_algebra::cholesky(eigen(options.metric)(free_, free_));
  }

  /// x = L^-T y has the length of y in the metric L L^T. With damping, |J x - b|^2 + damping |x|^2 is smallest.
  std::vector<double> solve(const Matrix<double>& J, const std::vector<double>& b, double damping = 0) const {
    MatrixXd A = eigen(J)(Eigen::all, free_);
    if (L_.rows() > 0) A = linear_algebra::solve_lower(L_, MatrixXd(A.transpose())).transpose().eval();
    VectorXd x = damping == 0 ? linear_algebra::minimum_norm(A, eigen(b)) : damped(A, eigen(b), damping);
    if (L_.rows() > 0) x = linear_algebra::solve_lower_transposed(L_, x);
    std::vector<double> all(static_cast<std::size_t>(J.columns), 0.0);
    for (std::size_t k = 0; k < free_.size(); ++k) all[free_[k]] = x[static_cast<Eigen::Index>(k)];
    return all;
  }

 private:
  static VectorXd damped(const MatrixXd& A, const VectorXd& b, double damping) {
    MatrixXd square = A * A.transpose();
    square.diagonal().array() += damping;
    const VectorXd y = linear_algebra::solve_symmetric(square, b);
    return y.size() == b.size() ? VectorXd(A.transpose() * y) : VectorXd::Zero(A.cols());
  }

  std::vector<int> free_;
  MatrixXd L_;  // no rows: no metric
};

constexpr double least_damping = 1e-8, most_damping = 1e8;  // m^2; from far below to far above what J J^T can be

/// q after a small step of its velocities.
std::vector<double> stepped(const Model<double>& model, Input<double> q, const std::vector<double>& step) {
  std::vector<double> result = position_rate(model, q, step);
  for (std::size_t k = 0; k < result.size(); ++k) result[k] += q[k];
  normalize_position<double>(model, result);
  return result;
}

/// Joints beyond their limits go back to them, and are held from now on. False where there are none.
bool hold_at_limits(const std::vector<PositionRange>& ranges, Output<double> q, std::vector<int>& held) {
  const std::size_t before = held.size();
  for (const PositionRange& range : ranges) {
    double& position = q[range.q];
    if (position >= range.low && position <= range.high) continue;
    position = position < range.low ? range.low : range.high;
    held.push_back(range.v);
  }
  return held.size() > before;
}

LoopOutcome move_to_close(const Model<double>& model, Output<double> q, const LoopOptions& options) {
  const LoopSolver solver(model, options);
  const std::vector<double> still(model.nv, 0.0);
  LoopWorkspace<double> workspace(model);
  LoopClosure<double> here(model), there(model);
  loop_closure<double>(model, q, still, workspace, here.rows());
  LoopOutcome outcome{false, widest_gap(here.gap), 0};
  double damping = 0;
  while (outcome.gap > options.tolerance && outcome.iterations < options.iterations && damping < most_damping) {
    ++outcome.iterations;
    std::vector<double> against = here.gap;
    for (double& x : against) x = -x;
    const std::vector<double> next = stepped(model, q, solver.solve(here.J, against, damping));
    loop_closure<double>(model, next, still, workspace, there.rows());
    if (eigen(there.gap).squaredNorm() < eigen(here.gap).squaredNorm()) {
      std::copy(next.begin(), next.end(), q.begin());
      std::swap(here, there);
      outcome.gap = widest_gap(here.gap);
      damping = damping < least_damping ? 0 : damping / 10;
    } else {
      damping = std::max(least_damping, 10 * damping);
    }
  }
  outcome.held = outcome.gap <= options.tolerance;
  return outcome;
}

/// Joints that would end beyond their limits stay there.
LoopOutcome close_within_limits(const Model<double>& model, Output<double> q, const LoopOptions& options) {
  LoopOutcome outcome = move_to_close(model, q, options);
  const std::vector<PositionRange> ranges = position_ranges(model, options.limits);
  LoopOptions within = options;
  while (hold_at_limits(ranges, q, within.held)) {
    const LoopOutcome next = move_to_close(model, q, within);
    outcome = {next.held, next.gap, outcome.iterations + next.iterations};
  }
  return outcome;
}

/// Another start near by; each joint goes its own way, but for those that are held.
std::vector<double> beside(const Model<double>& model, Input<double> q, const std::vector<int>& held, int number) {
  std::vector<double> step(model.nv, 0.0);
  for (int v = 0; v < model.nv; ++v)
    if (std::find(held.begin(), held.end(), v) == held.end()) step[v] = 0.1 * number * std::cos(1 + 2.4 * v * number);
  return stepped(model, q, step);
}

}  // namespace

LoopOutcome close_loops(const Model<double>& model, Output<double> q, const LoopOptions& options) {
  constexpr int most_starts = 4;
  require_positions<double>(model, q);
  const std::vector<double> start(q.begin(), q.end());
  LoopOutcome outcome = close_within_limits(model, q, options);
  for (int number = 1; !outcome.held && number <= most_starts; ++number) {
    std::vector<double> other = beside(model, start, options.held, number);
    LoopOutcome next = close_within_limits(model, other, options);
    next.iterations += outcome.iterations;
    if (next.gap < outcome.gap) std::copy(other.begin(), other.end(), q.begin()), outcome = next;
  }
  return outcome;
}

LoopOutcome hold_loops(const Model<double>& model, Input<double> q, Output<double> qd, const LoopOptions& options) {
  require_state<double>(model, q, qd);
  const LoopSolver solver(model, options);
  LoopClosure<double> rows = loop_closure<double>(model, q, qd);
  const auto J = eigen(rows.J);
  const auto rate = [&] {
    const VectorXd product = J * Eigen::Map<const VectorXd>(qd.data(), static_cast<Eigen::Index>(qd.size()));
    return std::vector<double>(product.data(), product.data() + product.size());
  };
  LoopOutcome outcome{true, widest_gap(rate()), 0};
  double speed = 1;
  for (int v = 0; v < model.nv; ++v) speed = std::max(speed, std::abs(qd[v]));
  constexpr int most = 2;  // the second time for the last digits
  for (; outcome.gap > options.tolerance * speed && outcome.iterations < most; ++outcome.iterations) {
    std::vector<double> against = rate();
    for (double& x : against) x = -x;
    const std::vector<double> change = solver.solve(rows.J, against);
    for (int v = 0; v < model.nv; ++v) qd[v] += change[v];
    outcome.gap = widest_gap(rate());
  }
  outcome.held = outcome.gap <= options.tolerance * speed;
  return outcome;
}

}  // namespace torsor
