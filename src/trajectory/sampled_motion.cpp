#include "torsor/trajectory/sampled_motion.hpp"

#include <algorithm>

namespace torsor {

/// With x = (t - t0) / h, q = q0 + h qd0 x + h^2 qdd0 x^2/2 + (10 x^3 - 15 x^4 + 6 x^5) a + ..., the three numbers that
/// are left when the first three terms are taken off at x = 1.
void SampledMotion::evaluate(double t, Output<double> q, Output<double> qd, Output<double> qdd) const {
  const std::vector<double>& time = rows_.time;
  const auto stay = [&](std::size_t k) {
    std::copy(rows_.q[k].begin(), rows_.q[k].end(), q.begin());
    std::fill(qd.begin(), qd.end(), 0.0);
    std::fill(qdd.begin(), qdd.end(), 0.0);
  };
  if (t < time.front()) return stay(0);
  if (t > time.back()) return stay(time.size() - 1);
  const auto next = std::upper_bound(time.begin() + 1, time.end() - 1, t);
  const auto k = static_cast<std::size_t>(next - time.begin()) - 1;
  const double h = time[k + 1] - time[k], x = (t - time[k]) / h;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double v = h * rows_.qd[k][i], a = h * h * rows_.qdd[k][i];
    const double P = rows_.q[k + 1][i] - rows_.q[k][i] - v - a / 2;
    const double V = h * rows_.qd[k + 1][i] - v - a, A = h * h * rows_.qdd[k + 1][i] - a;
    const double c3 = 10 * P - 4 * V + A / 2, c4 = -15 * P + 7 * V - A, c5 = 6 * P - 3 * V + A / 2;
    q[i] = rows_.q[k][i] + x * (v + x * (a / 2 + x * (c3 + x * (c4 + x * c5))));
    qd[i] = (v + x * (a + x * (3 * c3 + x * (4 * c4 + x * 5 * c5)))) / h;
    qdd[i] = (a + x * (6 * c3 + x * (12 * c4 + x * 20 * c5))) / (h * h);
  }
}

std::vector<std::vector<double>> poses_along(const SampledMotion& motion, std::size_t n, int count) {
  std::vector<std::vector<double>> poses;
  std::vector<double> q(n), qd(n), qdd(n);
  poses.reserve(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) {
    motion.evaluate(motion.begin() + (motion.end() - motion.begin()) * k / (count - 1), q, qd, qdd);
    poses.push_back(q);
  }
  return poses;
}

}  // namespace torsor
