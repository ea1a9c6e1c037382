#pragma once

#include "torsor/model/trajectory.hpp"
#include "torsor/trajectory/fourier_series.hpp"

namespace torsor {

/// Values of the basis functions of a series and of their first two derivatives at some times: times x functions.
struct SeriesGrid {
  std::vector<double> time;
  Eigen::MatrixXd q, qd, qdd;

  long count() const { return q.rows(); }
};

/// All Fourier series of a period and a number of harmonics that start, and so end, at rest: velocity and acceleration
/// are zero at t = 0. The two conditions are linear, so that 2 harmonics - 1 coefficients for each joint are free, and
/// none is left over. Coefficients are a matrix, one column for each joint.
class SeriesAtRest {
 public:
  SeriesAtRest(int harmonics, double period);

  int harmonics() const { return harmonics_; }
  double period() const { return period_; }
  /// Coefficients that one joint has; the first is its mean position, where all others are zero.
  long size() const { return basis_.cols(); }
  /// At `count` times evenly spread over a period, the first at 0.
  SeriesGrid grid(long count) const;
  SeriesGrid grid(std::vector<double> times) const;
  FourierSeries series(const Eigen::MatrixXd& coefficients) const;
  /// The nearest series at rest, the harmonic k weighted by k.
  Eigen::MatrixXd coefficients(const FourierSeries& series) const;

 private:
  int harmonics_;
  double period_;
  Eigen::MatrixXd basis_;  // (1 + 2 harmonics) x size: centre, sines, cosines of each
};

/// The motion at the times of a grid, joints side by side.
struct SeriesMotion {
  Eigen::MatrixXd q, qd, qdd;  // joints x times, so that a state lies in one piece

  long count() const { return q.cols(); }
};
/// One column of a matrix of the motion.
inline std::span<const double> state_at(const Eigen::MatrixXd& x, long time) {
  return {x.col(time).data(), static_cast<std::size_t>(x.rows())};
}
SeriesMotion motion(const SeriesGrid& grid, const Eigen::MatrixXd& coefficients);

/// The rows of a period at `rate` samples a second, the last one at its end.
Trajectory sampled(const FourierSeries& series, double rate);

}  // namespace torsor
