#include "torsor/trajectory/path_timing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace torsor {
namespace {

/// sinh(w t) / w and (cosh(w t) - 1) / w^2 for w^2 = c of either sign: how the solutions of s'' = u + c s grow.
struct Growth {
  double first, second;
};
Growth growth(double c, double t) {
  const double z = c * t * t;
  if (std::abs(z) < 1e-4) {
    const double first = 1 + z / 6 * (1 + z / 20), second = 0.5 + z / 24 * (1 + z / 30);
    return {t * first, t * t * second};
  }
  const double w = std::sqrt(std::abs(c)), half = c > 0 ? std::sinh(w * t / 2) : std::sin(w * t / 2);
  return {(c > 0 ? std::sinh(w * t) : std::sin(w * t)) / w, 2 * half * half / (w * w)};
}

}  // namespace

const char* name_of(ActiveLimit::Kind kind) {
  switch (kind) {
    case ActiveLimit::Kind::none:
      return "none";
    case ActiveLimit::Kind::torque:
      return "torque";
    case ActiveLimit::Kind::velocity:
      return "velocity";
    case ActiveLimit::Kind::acceleration:
      return "acceleration";
    case ActiveLimit::Kind::path_speed:
      return "path speed";
  }
  return "none";
}

/// With s'' = u + c s both s' and s'' are sums of exp(+-w t), w^2 = c, and the integral of such a sum over a time T is
/// tanh(w T / 2) / w times the sum of its values at the ends. For s' it is the way: T follows.
double piece_duration(double way, double begin_speed, double end_speed, double begin_acceleration,
                      double end_acceleration) {
  const double half = way / (begin_speed + end_speed), c = (end_acceleration - begin_acceleration) / way;
  const double z = c * half * half;
  if (!(z < 1)) return std::numeric_limits<double>::infinity();
  if (std::abs(z) < 1e-4) return 2 * half * (1 + z * (1.0 / 3 + z * (0.2 + z / 7)));
  const double root = std::sqrt(std::abs(z));
  return 2 * half * (z > 0 ? std::atanh(root) : std::atan(root)) / root;
}

PathPoint PathTiming::at(double time) const {
  if (active.empty()) return {};
  const auto after = static_cast<std::size_t>(std::upper_bound(t.begin(), t.end(), time) - t.begin());
  const std::size_t k = std::clamp<std::size_t>(after, 1, active.size()) - 1;
  const double way = s[k + 1] - s[k], u = begin_acceleration[k], c = (end_acceleration[k] - u) / way;
  const double v = std::sqrt(speed_squared[k]);
  const auto [first, second] = growth(c, std::clamp(time - t[k], 0.0, t[k + 1] - t[k]));
  const double moved = std::min(way, v * first + u * second);
  return {s[k] + moved, std::max(0.0, v + (u * first + c * v * second)), u + c * moved};
}

void PathTiming::sample(const JointPath& path, double time, std::span<double> q, std::span<double> qd,
                        std::span<double> qdd) const {
  const auto [s_now, s_dot, s_ddot] = at(time);
  path.evaluate(s_now, q, qd, qdd);
  for (int j = 0; j < path.joints; ++j) {
    qdd[j] = qdd[j] * s_dot * s_dot + qd[j] * s_ddot;
    qd[j] *= s_dot;
  }
}

std::vector<LimitStretch> PathTiming::stretches(double least) const {
  std::vector<LimitStretch> found;
  for (std::size_t k = 0; k < active.size(); ++k) {
    if (found.empty() || !(found.back().limit == active[k])) {
      // What is too short to matter gives its place to what comes now.
      if (!found.empty() && found.back().t_end - found.back().t_begin < least * duration()) {
        const LimitStretch brief = found.back();
        found.pop_back();
        if (found.empty())
          found.push_back({brief.s_begin, s[k + 1], brief.t_begin, t[k + 1], active[k]});
        else
          found.back().s_end = brief.s_end, found.back().t_end = brief.t_end;
      }
      if (found.empty() || !(found.back().limit == active[k]))
        found.push_back({s[k], s[k + 1], t[k], t[k + 1], active[k]});
    }
    found.back().s_end = s[k + 1], found.back().t_end = t[k + 1];
  }
  return found;
}

Trajectory samples_of(const JointPath& path, const PathTiming& timing, double rate) {
  Trajectory result;
  std::vector<double> q(path.joints), qd(path.joints), qdd(path.joints);
  for (long k = 0;; ++k) {
    const double time = static_cast<double>(k) / rate, end = timing.duration();
    const bool last = time >= end * (1 - 1e-12);
    timing.sample(path, last ? end : time, q, qd, qdd);
    result.time.push_back(last ? end : time);
    result.q.push_back(q), result.qd.push_back(qd), result.qdd.push_back(qdd);
    if (last) return result;
  }
}

}  // namespace torsor
