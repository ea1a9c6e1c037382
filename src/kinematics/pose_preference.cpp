#include <cmath>

#include "kinematics/damped_normal_equations.hpp"

namespace torsor::pose_search {
namespace {

/// A step towards what is wanted that leaves the gap as it is: d = w (wanted - q), less what of it moves the frame.
void null_step(Descent& d, int conditions, Input<double> wanted, Input<double> weight, double longest) {
  double length = 0;
  for (int k = 0; k < d.count(); ++k) {
    const double x = d.q[d.coordinates[k].q];
    d.slope[k] = weight[k] * (wanted[k] - x);
    d.held[k] = (x <= d.low(k) && d.slope[k] < 0) || (x >= d.high(k) && d.slope[k] > 0) ? 1 : 0;
  }
  for (int pass = 0; pass <= d.count(); ++pass) {
    double e[6] = {}, size = 0;
    int free = 0;
    for (int k = 0; k < d.count(); ++k) {
      d.step[k] = 0;
      if (d.held[k] != 0) continue;
      ++free;
      const double* c = d.column(k);
      for (int i = 0; i < 6; ++i) e[i] -= c[i] * d.slope[k], size += c[i] * c[i];
    }
    if (free <= conditions) return;
    solve_damped(d, 1e-12 * size, e);
    bool again = false;
    length = 0;
    for (int k = 0; k < d.count(); ++k) {
      if (d.held[k] != 0) continue;
      d.step[k] = d.slope[k] + times(d.column(k), e);
      length = std::max(length, std::abs(d.step[k]));
      const double x = d.q[d.coordinates[k].q];
      if ((x <= d.low(k) && d.step[k] < 0) || (x >= d.high(k) && d.step[k] > 0)) d.held[k] = 1, again = true;
    }
    if (!again) break;
  }
  if (length > longest)
    for (int k = 0; k < d.count(); ++k) d.step[k] *= longest / length;
}

}  // namespace

bool Descent::approach(const Goal& goal, Input<double> wanted, Input<double> weight, bool in_family) {
  const auto miss = [&] {
    double sum = 0;
    for (int k = 0; k < count(); ++k) {
      const double x = wanted[k] - q[coordinates[k].q];
      sum += weight[k] * x * x;
    }
    return sum;
  };
  look(goal);
  double best = miss();
  for (double longest = 0.3; longest > 1e-7;) {
    null_step(*this, in_family ? 0 : condition_count(goal.match), wanted, weight, longest);
    double moved = 0;
    for (const double x : step) moved = std::max(moved, std::abs(x));
    if (!(moved > 1e-8)) break;
    std::copy(q.begin(), q.end(), before.begin());
    take_step(*this);
    std::swap(q, trial);
    const bool kept = run(goal, 20, true) == Arrival::reached;
    const double now = miss();
    if (kept && now < best) {
      best = now;
      longest = std::min(0.3, 2 * longest);
      continue;
    }
    std::copy(before.begin(), before.end(), q.begin());
    look(goal);
    longest = std::min(longest, moved) / 4;
  }
  return reached(goal);
}

}  // namespace torsor::pose_search
