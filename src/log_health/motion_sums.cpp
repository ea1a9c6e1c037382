#include "log_health/motion_sums.hpp"

#include <algorithm>

namespace torsor::log_health {
namespace {

constexpr double slow_velocity = 0.1;

class Summing {
 public:
  Summing(const LogSource& log, double period, MotionSums& sums)
      : log_(log), period_(period), sums_(sums), n_(log.joint_count()) {
    sums.rows_a_window = std::clamp(std::lround(0.05 / period), 2L, 1000L);
    const auto n = static_cast<std::size_t>(n_);
    sums.velocity.resize(n), sums.acceleration.resize(n), sums.slow.resize(n), sums.fastest.resize(n);
    sums.products = Eigen::MatrixXd::Zero(n_, n_);
  }

  void run() {
    const long w = sums_.rows_a_window, step = std::max(1L, rows_a_piece / w) * w;
    for (long first = 0; first + w < log_.row_count(); first += step) {
      rows_ = log_.read(first, std::min(step + 2 * w + 1, log_.row_count() - first));
      const long count = static_cast<long>(rows_.time.size());
      for (long start = 0; start < step && start + w < count; start += w) add_window(start, start + 2 * w < count);
    }
  }

 private:
  double time(long row) const { return rows_.time[static_cast<std::size_t>(row)]; }

  /// The integral of a recorded rate over a window, by trapezoids.
  double integral(const Eigen::MatrixXd& rate, long start, int j) const {
    double sum = 0;
    for (long r = start; r < start + sums_.rows_a_window; ++r)
      sum += 0.5 * (rate(r, j) + rate(r + 1, j)) * (time(r + 1) - time(r));
    return sum;
  }
  bool whole(long start) const {
    return time(start + sums_.rows_a_window) - time(start) < 3 * static_cast<double>(sums_.rows_a_window) * period_;
  }

  void add_window(long start, bool another) {
    const long w = sums_.rows_a_window;
    if (!whole(start)) return;
    const double duration = time(start + w) - time(start);
    Eigen::VectorXd mean(n_);
    for (int j = 0; j < n_; ++j) {
      const auto k = static_cast<std::size_t>(j);
      const double change = rows_.q(start + w, j) - rows_.q(start, j);
      mean(j) = change / duration;
      sums_.slow[k] += std::abs(mean(j)) < slow_velocity;
      sums_.fastest[k] = std::max(sums_.fastest[k], std::abs(mean(j)));
      if (rows_.qd.rows() > 0) sums_.velocity[k].add(integral(rows_.qd, start, j), change);
      if (rows_.qdd.rows() == 0 || !another || !whole(start + w)) continue;
      const double next = (rows_.q(start + 2 * w, j) - rows_.q(start + w, j)) / (time(start + 2 * w) - time(start + w));
      sums_.acceleration[k].add(0.5 * (integral(rows_.qdd, start, j) + integral(rows_.qdd, start + w, j)),
                                next - mean(j));
    }
    sums_.products += mean * mean.transpose();
    ++sums_.windows;
  }

  const LogSource& log_;
  double period_;
  MotionSums& sums_;
  int n_;
  LogRows rows_;
};

}  // namespace

MotionSums sum_motion(const LogSource& sound, double period) {
  MotionSums sums;
  Summing(sound, period, sums).run();
  return sums;
}

}  // namespace torsor::log_health
