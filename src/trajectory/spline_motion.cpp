#include "torsor/trajectory/spline_motion.hpp"

#include <algorithm>
#include <cmath>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/core/text.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd;

/// The upper half of the coefficients of a polynomial over x = 0 .. 1, as a matrix on (difference of the positions,
/// derivatives 1 .. m - 1 at x = 0, the same at x = 1). [Biagiotti, Melchiorri 2008, 2.1]
MatrixXd hermite_coefficients(int m) {
  if (m == 2) return MatrixXd{{3, -2, -1}, {-2, 1, 1}};
  if (m == 3) return MatrixXd{{10, -6, -1.5, -4, 0.5}, {-15, 8, 1.5, 7, -1}, {6, -3, -0.5, -3, 0.5}};
  return MatrixXd{{35, -20, -5, -2. / 3, -15, 2.5, -1. / 6},
                  {-84, 45, 10, 1, 39, -7, 0.5},
                  {70, -36, -7.5, -2. / 3, -34, 6.5, -0.5},
                  {-20, 10, 2, 1. / 6, 10, -2, 1. / 6}};
}

/// i! / (i - r)!
double falling(int i, int r) {
  double product = 1;
  for (int k = 0; k < r; ++k) product *= i - k;
  return product;
}

/// A spline of degree 2 m - 1 by its derivatives 1 .. m - 1 at the points. Times are in units of the mean leg, so that
/// derivatives of all orders are alike in size.
class SplineSystem {
 public:
  SplineSystem(int m, Input<double> times, Input<double> points, std::size_t joints)
      : m_(m), n_(static_cast<int>(times.size()) - 1), joints_(static_cast<int>(joints)),
        unit_(times.back() / static_cast<double>(n_)), H_(hermite_coefficients(m)), points_(points), times_(times),
        slopes_(static_cast<std::size_t>(n_ + 1)) {}

  double leg(int k) const { return (times_[k + 1] - times_[k]) / unit_; }
  double difference(int k, int j) const { return points_[(k + 1) * joints_ + j] - points_[k * joints_ + j]; }

  /// Derivative r >= m of leg k at its begin (x = 0) or end, as rows on (difference, derivatives at its begin, those at
  /// its end).
  struct Row {
    double difference = 0;
    Eigen::RowVectorXd begin, end;
  };
  Row derivative_row(int k, int r, bool at_end) const {
    Row row{0, Eigen::RowVectorXd::Zero(m_ - 1), Eigen::RowVectorXd::Zero(m_ - 1)};
    const double h = leg(k), scale = std::pow(h, -r);
    for (int i = r; i < 2 * m_; ++i) {
      const double weight = scale * (at_end ? falling(i, r) : i == r ? falling(r, r) : 0);
      row.difference += weight * H_(i - m_, 0);
      for (int d = 1; d < m_; ++d) {
        row.begin(d - 1) += weight * H_(i - m_, d) * std::pow(h, d);
        row.end(d - 1) += weight * H_(i - m_, m_ - 1 + d) * std::pow(h, d);
      }
    }
    return row;
  }

  /// False where there is no finite solution.
  bool solve(const SplineEnds& ends) {
    MatrixXd R(m_ - 1, joints_);
    std::vector<MatrixXd> C(slopes_.size());
    for (int k = 0; k <= n_; ++k) {  // block tridiagonal: A x(k - 1) + B x(k) + C x(k + 1) = R
      MatrixXd A = MatrixXd::Zero(m_ - 1, m_ - 1), B = A;
      C[k] = A;
      R.setZero();
      if (k == 0 || k == n_)
        set_end(k, k == 0 ? ends.start : ends.end, ends.natural, A, B, C[k], R);
      else
        for (int r = m_; r < 2 * m_ - 1; ++r) join(k, r, A, B, C[k], R);
      if (k > 0) B -= A * C[k - 1], R -= A * slopes_[k - 1];
      const MatrixXd solved =
          linear_algebra::solve_square(B, (MatrixXd(m_ - 1, m_ - 1 + joints_) << C[k], R).finished());
      if (solved.rows() == 0 || !solved.allFinite()) return false;
      C[k] = solved.leftCols(m_ - 1), slopes_[k] = solved.rightCols(joints_);
    }
    for (int k = n_ - 1; k >= 0; --k) slopes_[k] -= C[k] * slopes_[k + 1];
    return true;
  }

  PiecewiseMotion motion(const SplineEnds& ends) const {
    PiecewiseMotion motion(static_cast<std::size_t>(joints_));
    motion.set_duration(times_.back());
    for (int j = 0; j < joints_; ++j) {
      for (int k = 0; k < n_; ++k) motion.add(static_cast<std::size_t>(j), piece(k, j));
      PiecewiseMotion::End end{points_[n_ * joints_ + j], slopes_[n_](0, j) / unit_, 0};
      if (!ends.natural) end.qd = given(ends.end.velocity, j);
      end.qdd =
          m_ > 2 ? given(ends.end.acceleration, j) : motion.derivative(static_cast<std::size_t>(j), times_.back(), 2);
      motion.end(static_cast<std::size_t>(j), end);
    }
    return motion;
  }

 private:
  static double given(const std::vector<double>& values, int j) { return values.empty() ? 0 : values[j]; }

  void set_end(int k, const SplineEnd& end, bool natural, MatrixXd& A, MatrixXd& B, MatrixXd& C, MatrixXd& R) const {
    if (natural && m_ == 2) {
      const Row row = derivative_row(k == 0 ? 0 : n_ - 1, 2, k > 0);
      (k == 0 ? B : A).row(0) = row.begin, (k == 0 ? C : B).row(0) = row.end;
      for (int j = 0; j < joints_; ++j) R(0, j) = -row.difference * difference(k == 0 ? 0 : n_ - 1, j);
      return;
    }
    B.setIdentity();
    const std::vector<double>* derivatives[] = {&end.velocity, &end.acceleration, &end.jerk};
    for (int d = 1; d < m_; ++d)
      for (int j = 0; j < joints_; ++j) R(d - 1, j) = given(*derivatives[d - 1], j) * std::pow(unit_, d);
  }

  /// Derivative r of the leg before point k is that of the leg behind it.
  void join(int k, int r, MatrixXd& A, MatrixXd& B, MatrixXd& C, MatrixXd& R) const {
    const Row before = derivative_row(k - 1, r, true), behind = derivative_row(k, r, false);
    const double size = std::max(std::abs(before.difference), std::abs(behind.difference));
    A.row(r - m_) = before.begin / size;
    B.row(r - m_) = (before.end - behind.begin) / size;
    C.row(r - m_) = -behind.end / size;
    for (int j = 0; j < joints_; ++j)
      R(r - m_, j) = (behind.difference * difference(k, j) - before.difference * difference(k - 1, j)) / size;
  }

  MotionPiece piece(int k, int j) const {
    MotionPiece piece{times_[k], {points_[k * joints_ + j]}};
    const double h = leg(k), seconds = h * unit_;
    Eigen::VectorXd known(2 * m_ - 1);
    known(0) = difference(k, j);
    for (int d = 1; d < m_; ++d) {
      known(d) = slopes_[k](d - 1, j) * std::pow(h, d);
      known(m_ - 1 + d) = slopes_[k + 1](d - 1, j) * std::pow(h, d);
      piece.c[d] = slopes_[k](d - 1, j) / falling(d, d) / std::pow(unit_, d);
    }
    const Eigen::VectorXd upper = H_ * known;
    for (int i = m_; i < 2 * m_; ++i) piece.c[i] = upper(i - m_) / std::pow(seconds, i);
    return piece;
  }

  int m_, n_, joints_;
  double unit_;  // s
  MatrixXd H_;
  Input<double> points_, times_;
  std::vector<MatrixXd> slopes_;  // by point: derivatives 1 .. m - 1 x joints
};

std::string spline_problem(Input<double> times) {
  for (std::size_t k = 0; k < times.size(); ++k) {
    const std::string place = "point " + std::to_string(k + 1) + ": ";
    if (!std::isfinite(times[k])) return place + "expected a time, found " + number_text(times[k]);
    if (k == 0 && times[k] != 0) return place + "expected the time 0, found " + number_text(times[k]);
    if (k > 0 && !(times[k] > times[k - 1]))
      return place + "expected a time above " + number_text(times[k - 1]) + ", that of the point before, found " +
             number_text(times[k]);
  }
  return "";
}

}  // namespace

std::variant<PiecewiseMotion, MotionProblem> spline_motion(SplineDegree degree, Input<double> times,
                                                           Input<double> points, std::size_t joints,
                                                           const SplineEnds& ends) {
  if (times.size() < 2 || points.size() != times.size() * joints)
    return MotionProblem{"points", "expected at least two points, and a time for each, found " +
                                       std::to_string(points.size()) + " positions of " + std::to_string(joints) +
                                       " joints and " + std::to_string(times.size()) + " times"};
  if (const std::string problem = spline_problem(times); !problem.empty()) return MotionProblem{"times", problem};
  for (const SplineEnd* end : {&ends.start, &ends.end})
    for (const auto* values : {&end->velocity, &end->acceleration, &end->jerk})
      if (!values->empty() && values->size() != joints)
        return MotionProblem{"ends", "expected " + std::to_string(joints) + " numbers, one for each joint, found " +
                                         std::to_string(values->size())};
  SplineSystem system((static_cast<int>(degree) + 1) / 2, times, points, joints);
  if (!system.solve(ends))
    return MotionProblem{"times", "expected points and times of which a spline has finite derivatives, found none"};
  return system.motion(ends);
}

std::variant<PiecewiseMotion, MotionProblem> spline_within_limits(SplineDegree degree, Input<double> times,
                                                                  Input<double> points,
                                                                  std::span<const AxisLimits> limits) {
  auto motion = spline_motion(degree, times, points, limits.size());
  const auto* any = std::get_if<PiecewiseMotion>(&motion);
  if (any == nullptr) return motion;
  const double factor = stretch_to_limits(*any, limits);
  if (!(factor > 0) || !std::isfinite(factor))
    return MotionProblem{"duration",
                         "expected a time, because no joint that moves has a limit of velocity or "
                         "acceleration; found none"};
  return any->stretched(factor);
}

std::vector<double> times_by_distance(Input<double> points, std::size_t joints, Input<double> velocities) {
  std::vector<double> times{0};
  for (std::size_t at = joints; at < points.size(); at += joints) {
    double longest = 0;
    for (std::size_t j = 0; j < joints; ++j) {
      const double velocity = velocities.empty() || !(velocities[j] < HUGE_VAL) ? 1 : velocities[j];
      longest = std::max(longest, std::abs(points[at + j] - points[at - joints + j]) / velocity);
    }
    times.push_back(times.back() + longest);
  }
  const double all = times.back();
  for (double& time : times) time = all > 0 ? time / all : 0;
  times.back() = 1;
  return times;
}

}  // namespace torsor
