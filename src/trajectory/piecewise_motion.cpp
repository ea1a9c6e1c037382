#include "torsor/trajectory/piecewise_motion.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace torsor {
namespace {

using PieceCoefficients = std::array<double, 8>;

double polynomial_at(const PieceCoefficients& c, double x) {
  double value = 0;
  for (std::size_t k = c.size(); k-- > 0;) value = value * x + c[k];
  return value;
}

PieceCoefficients derived(const PieceCoefficients& c) {
  PieceCoefficients result{};
  for (std::size_t k = 1; k < c.size(); ++k) result[k - 1] = static_cast<double>(k) * c[k];
  return result;
}

PieceCoefficients derived(PieceCoefficients c, int order) {
  for (; order > 0; --order) c = derived(c);
  return c;
}

/// A root between two places where the signs differ, to the last bit.
double root_between(const PieceCoefficients& c, double low, double high) {
  const bool falls = polynomial_at(c, low) > 0;
  for (double middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2)
    ((polynomial_at(c, middle) > 0) == falls ? low : high) = middle;
  return low;
}

/// Where a polynomial changes its sign between 0 and h, in rising order: it does so once at most between two such
/// places of its derivative.
std::size_t sign_changes(const PieceCoefficients& c, double h, std::array<double, 8>& roots) {
  if (std::all_of(c.begin() + 1, c.end(), [](double x) { return x == 0; })) return 0;
  std::array<double, 8> turns{};
  const std::size_t turn_count = sign_changes(derived(c), h, turns);
  turns[turn_count] = h;
  std::size_t count = 0;
  double before = 0;
  for (std::size_t k = 0; k <= turn_count; ++k) {
    if ((polynomial_at(c, before) > 0) != (polynomial_at(c, turns[k]) > 0))
      roots[count++] = root_between(c, before, turns[k]);
    before = turns[k];
  }
  return count;
}

}  // namespace

const MotionPiece& PiecewiseMotion::piece_at(std::size_t joint, double t) const {
  const std::vector<MotionPiece>& chain = chains_[joint];
  const auto after =
      std::upper_bound(chain.begin() + 1, chain.end(), t, [](double x, const MotionPiece& p) { return x < p.begin; });
  return *(after - 1);
}

void PiecewiseMotion::evaluate(double t, Output<double> q, Output<double> qd, Output<double> qdd) const {
  assert(q.size() == joint_count() && qd.size() == joint_count() && qdd.size() == joint_count());
  for (std::size_t j = 0; j < joint_count(); ++j) {
    if (t >= duration_) {
      const bool at_end = t == duration_;
      q[j] = ends_[j].q, qd[j] = at_end ? ends_[j].qd : 0, qdd[j] = at_end ? ends_[j].qdd : 0;
      continue;
    }
    const auto& [begin, c] = piece_at(j, t);
    const double x = std::max(t, 0.0) - begin;
    double p = 0, v = 0, a = 0;  // Horner's scheme, with a / 2 in place of a
    for (std::size_t k = c.size(); k-- > 0;) a = a * x + v, v = v * x + p, p = p * x + c[k];
    q[j] = p, qd[j] = t < 0 ? 0 : v, qdd[j] = t < 0 ? 0 : 2 * a;
  }
}

double PiecewiseMotion::derivative(std::size_t joint, double t, int order) const {
  const auto& [begin, c] = piece_at(joint, t);
  return polynomial_at(derived(c, order), t - begin);
}

PiecewiseMotion::Range PiecewiseMotion::range(std::size_t joint, int order) const {
  const std::vector<MotionPiece>& chain = chains_[joint];
  const double first = derivative(joint, 0, order);
  Range range{{first, 0}, {first, 0}};
  for (std::size_t k = 0; k < chain.size(); ++k) {
    const PieceCoefficients c = derived(chain[k].c, order);
    const double h = (k + 1 < chain.size() ? chain[k + 1].begin : duration_) - chain[k].begin;
    if (!(h > 0)) continue;
    std::array<double, 8> places{};  // at most six, and both ends
    std::size_t count = sign_changes(derived(c), h, places);
    places[count++] = 0;
    places[count++] = h;
    for (std::size_t i = 0; i < count; ++i) {
      const Extreme here{polynomial_at(c, places[i]), chain[k].begin + places[i]};
      if (here.value < range.lowest.value) range.lowest = here;
      if (here.value > range.highest.value) range.highest = here;
    }
  }
  return range;
}

PiecewiseMotion PiecewiseMotion::stretched(double factor) const {
  PiecewiseMotion result = *this;
  result.duration_ *= factor;
  for (std::vector<MotionPiece>& chain : result.chains_)
    for (MotionPiece& piece : chain) {
      piece.begin *= factor;
      double power = 1;
      for (double& c : piece.c) c /= power, power *= factor;
    }
  for (End& end : result.ends_) end.qd /= factor, end.qdd /= factor * factor;
  return result;
}

double stretch_to_limits(const PiecewiseMotion& motion, std::span<const AxisLimits> limits) {
  assert(limits.size() == motion.joint_count());
  double factor = 0;
  for (std::size_t j = 0; j < limits.size(); ++j) {
    const auto share = [&](int order, double limit) {
      if (!(limit < HUGE_VAL)) return 0.0;
      const auto [lowest, highest] = motion.range(j, order);
      return std::max(-lowest.value, highest.value) / limit;
    };
    factor = std::max({factor, share(1, limits[j].velocity), std::sqrt(share(2, limits[j].acceleration)),
                       std::cbrt(share(3, limits[j].jerk))});
  }
  return factor;
}

}  // namespace torsor
