#include <algorithm>
#include <cmath>

#include "examination.hpp"

namespace torsor {
namespace {

/// Value, slope and curvature in the middle of some samples, by the parabola nearest to them.
struct Parabola {
  double value = 0, slope = 0, curvature = 0;
};

/// Weights of the parabola for given times about their middle; the same for every column.
class ParabolaFit {
 public:
  ParabolaFit(const std::vector<double>& time, long first, long count) : count_(count) {
    const double middle =
        0.5 * (time[static_cast<std::size_t>(first)] + time[static_cast<std::size_t>(first + count - 1)]);
    Eigen::Matrix3d normal = Eigen::Matrix3d::Zero();
    basis_.resize(count, 3);
    for (long r = 0; r < count; ++r) {
      const double t = time[static_cast<std::size_t>(first + r)] - middle;
      basis_.row(r) << 1, t, 0.5 * t * t;
    }
    // Unit columns, since t^2 is tiny beside 1.
    scale_ = basis_.colwise().norm().transpose().cwiseInverse();
    basis_ = basis_ * scale_.asDiagonal();
    normal = basis_.transpose() * basis_;
    inverse_ = inverse_of(normal);
  }
  Parabola at(const Eigen::MatrixXd& values, long first, int j) const {
    const Eigen::Vector3d sums = basis_.transpose() * values.col(j).segment(first, count_);
    const Eigen::Vector3d c = scale_.cwiseProduct(inverse_ * sums);
    return {c(0), c(1), c(2)};
  }

 private:
  static Eigen::Matrix3d inverse_of(const Eigen::Matrix3d& a) {  // by cofactors: no decomposition's header is needed
    Eigen::Matrix3d adjoint;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        adjoint(j, i) = a(i1, j1) * a(i2, j2) - a(i1, j2) * a(i2, j1);
      }
    return adjoint / a.row(0).dot(adjoint.col(0));
  }

  long count_;
  Eigen::MatrixXd basis_;
  Eigen::Vector3d scale_;
  Eigen::Matrix3d inverse_;
};

}  // namespace

std::vector<FitState> fit_states(const io::LogSource& sound, double period, long most) {
  const long half = std::clamp(std::lround(0.04 / period), 2L, 1000L), width = 2 * half + 1;
  std::vector<FitState> states;
  const long n = sound.row_count() - width + 1;
  const long count = std::min(most, n / std::max(1L, half / 2));
  states.reserve(static_cast<std::size_t>(std::max(0L, count)));
  for (long s = 0; s < count; ++s) {
    const io::LogRows rows = sound.read(s * (n - 1) / std::max(1L, count - 1), width);
    if (rows.time.back() - rows.time.front() > 2 * static_cast<double>(width) * period) continue;  // a gap
    const ParabolaFit fit(rows.time, 0, width);
    FitState state;
    for (int j = 0; j < sound.joint_count(); ++j) {
      const auto [q, qd, qdd] = fit.at(rows.q, 0, j);
      state.q.push_back(q), state.qd.push_back(qd), state.qdd.push_back(qdd);
      state.tau.push_back(fit.at(rows.tau, 0, j).value);
    }
    states.push_back(std::move(state));
  }
  return states;
}

}  // namespace torsor
