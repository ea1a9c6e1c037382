#include "torsor/experiments/excitation_series.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "torsor/core/linear_algebra.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

/// Orthonormal columns that a row is orthogonal to. [Householder]
MatrixXd null_space(const VectorXd& row) {
  const long n = row.size();
  VectorXd v = row;
  v[0] += (row[0] < 0 ? -1 : 1) * row.norm();
  const MatrixXd reflection = MatrixXd::Identity(n, n) - 2 / v.squaredNorm() * v * v.transpose();
  return reflection.rightCols(n - 1);
}

}  // namespace

SeriesAtRest::SeriesAtRest(int harmonics, double period) : harmonics_(harmonics), period_(period) {
  // Amplitudes are counted in 1 / k, so that all harmonics are as fast. At t = 0 the sines have the velocity and the
  // cosines the acceleration.
  const VectorXd k = VectorXd::LinSpaced(harmonics, 1, harmonics);
  const VectorXd weight = k.cwiseInverse();
  const MatrixXd sines = null_space(VectorXd::Ones(harmonics)), cosines = null_space(k);
  basis_ = MatrixXd::Zero(1 + 2L * harmonics, 2L * harmonics - 1);
  basis_(0, 0) = 1;
  basis_.block(1, 1, harmonics, harmonics - 1) = weight.asDiagonal() * sines;
  basis_.block(1 + harmonics, harmonics, harmonics, harmonics - 1) = weight.asDiagonal() * cosines;
}

SeriesGrid SeriesAtRest::grid(long count) const {
  std::vector<double> times(static_cast<std::size_t>(count));
  for (long i = 0; i < count; ++i)
    times[static_cast<std::size_t>(i)] = period_ * static_cast<double>(i) / static_cast<double>(count);
  return grid(std::move(times));
}

SeriesGrid SeriesAtRest::grid(std::vector<double> times) const {
  const long count = static_cast<long>(times.size());
  MatrixXd q = MatrixXd::Zero(count, basis_.rows()), qd = q, qdd = q;
  q.col(0).setOnes();
  for (int k = 1; k <= harmonics_; ++k) {
    const double w = 2 * std::numbers::pi * k / period_;
    for (long i = 0; i < count; ++i) {
      const double angle = w * times[static_cast<std::size_t>(i)], s = std::sin(angle), c = std::cos(angle);
      q(i, k) = s, qd(i, k) = w * c, qdd(i, k) = -w * w * s;
      q(i, harmonics_ + k) = c, qd(i, harmonics_ + k) = -w * s, qdd(i, harmonics_ + k) = -w * w * c;
    }
  }
  return {std::move(times), q * basis_, qd * basis_, qdd * basis_};
}

FourierSeries SeriesAtRest::series(const MatrixXd& coefficients) const {
  const MatrixXd amplitudes = (basis_ * coefficients).transpose();
  FourierSeries series{
      2 * std::numbers::pi / period_, {}, amplitudes.middleCols(1, harmonics_), amplitudes.rightCols(harmonics_)};
  series.centre.assign(amplitudes.col(0).data(), amplitudes.col(0).data() + amplitudes.rows());
  return series;
}

MatrixXd SeriesAtRest::coefficients(const FourierSeries& series) const {
  MatrixXd coefficients(size(), series.joint_count());
  const VectorXd k = VectorXd::LinSpaced(harmonics_, 1, harmonics_);
  VectorXd metric(basis_.rows());
  metric << 1, k.cwiseAbs2(), k.cwiseAbs2();  // in it the columns of the basis are orthonormal
  for (int j = 0; j < series.joint_count(); ++j) {
    VectorXd amplitudes(basis_.rows());
    amplitudes << series.centre[static_cast<std::size_t>(j)], series.sine.row(j).transpose(),
        series.cosine.row(j).transpose();
    coefficients.col(j) = basis_.transpose() * metric.cwiseProduct(amplitudes);
  }
  return coefficients;
}

SeriesMotion motion(const SeriesGrid& grid, const MatrixXd& coefficients) {
  const MatrixXd x = coefficients.transpose();
  return {x * grid.q.transpose(), x * grid.qd.transpose(), x * grid.qdd.transpose()};
}

Trajectory sampled(const FourierSeries& series, double rate) {
  const auto n = static_cast<std::size_t>(series.joint_count());
  const double period = series.period();
  const auto steps = static_cast<std::size_t>(std::max(1.0, std::round(period * rate)));
  Trajectory rows;
  std::vector<double> q(n), qd(n), qdd(n);
  for (std::size_t i = 0; i <= steps; ++i) {
    series.evaluate(period * static_cast<double>(i % steps) / static_cast<double>(steps), q, qd, qdd);
    rows.time.push_back(period * static_cast<double>(i) / static_cast<double>(steps));
    rows.q.push_back(q), rows.qd.push_back(qd), rows.qdd.push_back(qdd);
  }
  return rows;
}

}  // namespace torsor
