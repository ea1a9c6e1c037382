#include "torsor/experiments/capsules.hpp"

#include <algorithm>

namespace torsor {
namespace {

/// Where the line from a along u (of length > 0) is nearest to p, as a share of u between its ends.
double nearest_share(const Vector3<double>& a, const Vector3<double>& u, const Vector3<double>& p) {
  const double square = dot(u, u);
  return square > 0 ? std::clamp(dot(p - a, u) / square, 0.0, 1.0) : 0.0;
}

}  // namespace

NearestPoints nearest_points(const Vector3<double>& a, const Vector3<double>& b, const Vector3<double>& c,
                             const Vector3<double>& d) {
  const Vector3<double> u = b - a, v = d - c;
  const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), area = uu * vv - uv * uv;
  double s = 0;
  if (area > 1e-12 * uu * vv)  // not parallel: the nearest points of the whole lines, as far as they are on them
    s = std::clamp((uv * dot(a - c, v) - vv * dot(a - c, u)) / area, 0.0, 1.0);
  const double t = nearest_share(c, v, a + s * u);
  s = nearest_share(a, u, c + t * v);
  const Vector3<double> first = a + s * u, second = c + t * v;
  return {first, second, length(first - second)};
}

std::vector<CapsulePair> capsule_pairs(const Model<double>& model, const std::vector<Capsule>& capsules) {
  std::vector<CapsulePair> pairs;
  const int count = static_cast<int>(capsules.size());
  for (int i = 0; i < count; ++i)
    for (int k = i + 1; k < count; ++k) {
      const int a = capsules[i].body, b = capsules[k].body;
      if (a != b && model.bodies[a].parent != b && model.bodies[b].parent != a) pairs.push_back({i, k});
    }
  return pairs;
}

}  // namespace torsor
