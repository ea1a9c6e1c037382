#include <algorithm>
#include <cmath>

#include "log_health/examination.hpp"

namespace torsor::log_health {
namespace {

/// Value, slope and curvature in the middle of some samples, by the parabola nearest to them.
struct Parabola {
  double value = 0, slope = 0, curvature = 0;
  double away = 0;  // of the sample that is farthest from it
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
    const Eigen::Vector3d unit = inverse_ * sums, c = scale_.cwiseProduct(unit);
    const double away = (values.col(j).segment(first, count_) - basis_ * unit).cwiseAbs().maxCoeff();
    return {c(0), c(1), c(2), away};
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

/// Takes away the states with a sample that is many times as far from its parabola as nine in ten are: a wrong number
/// in a position would be a huge acceleration.
void drop_outliers(std::vector<FitState>& states, const Eigen::MatrixXd& away) {
  constexpr double many = 6;
  Eigen::VectorXd bound(away.cols());
  for (Eigen::Index c = 0; c < away.cols(); ++c) {
    std::vector<double> sorted(away.col(c).begin(), away.col(c).end());
    const auto nine_in_ten = sorted.begin() + static_cast<std::ptrdiff_t>(9 * sorted.size() / 10);
    std::nth_element(sorted.begin(), nine_in_ten, sorted.end());
    bound(c) = many * *nine_in_ten;
  }
  std::vector<FitState> kept;
  kept.reserve(states.size());
  for (std::size_t s = 0; s < states.size(); ++s)
    if ((away.row(static_cast<Eigen::Index>(s)).transpose().array() <= bound.array()).all())
      kept.push_back(std::move(states[s]));
  states = std::move(kept);
}

}  // namespace

std::vector<FitState> fit_states(const LogSource& sound, double period, long most) {
  const long half = std::clamp(std::lround(0.04 / period), 2L, 1000L), width = 2 * half + 1;
  std::vector<FitState> states;
  const long n = sound.row_count() - width + 1;
  const long count = std::min(most, n / std::max(1L, half / 2));
  states.reserve(static_cast<std::size_t>(std::max(0L, count)));
  Eigen::MatrixXd away(std::max(0L, count), 2 * sound.joint_count());
  for (long s = 0; s < count; ++s) {
    const LogRows rows = sound.read(s * (n - 1) / std::max(1L, count - 1), width);
    if (rows.time.back() - rows.time.front() > 2 * static_cast<double>(width) * period) continue;  // a gap
    const ParabolaFit fit(rows.time, 0, width);
    FitState state;
    for (int j = 0; j < sound.joint_count(); ++j) {
      const Parabola position = fit.at(rows.q, 0, j), torque = fit.at(rows.tau, 0, j);
      state.q.push_back(position.value), state.qd.push_back(position.slope), state.qdd.push_back(position.curvature);
      state.tau.push_back(torque.value);
      away.row(std::ssize(states)).segment(2 * j, 2) << position.away, torque.away;
    }
    states.push_back(std::move(state));
  }
  if (!states.empty()) drop_outliers(states, away.topRows(std::ssize(states)));
  return states;
}

}  // namespace torsor::log_health
