#include <algorithm>
#include <cmath>

#include "torsor/report/plot.hpp"

namespace torsor {
namespace {

/// The lowest and the highest point of one piece, in the order in which they came.
struct Extremes {
  std::size_t low = 0, high = 0;
  bool any = false;

  void take(const Curve& curve, std::size_t k) {
    if (!any || curve.y[k] < curve.y[low]) low = k;
    if (!any || curve.y[k] > curve.y[high]) high = k;
    any = true;
  }
  void give(const Curve& curve, Curve& kept) {
    if (!any) return;
    for (const std::size_t k : {std::min(low, high), std::max(low, high)}) {
      if (k == std::max(low, high) && low == high && !kept.x.empty() && kept.x.back() == curve.x[k]) continue;
      kept.x.push_back(curve.x[k]);
      kept.y.push_back(curve.y[k]);
    }
    any = false;
  }
};

}  // namespace

Curve thinned(const Curve& curve, int columns) {
  const std::size_t count = std::min(curve.x.size(), curve.y.size());
  const double first = count > 0 ? curve.x[0] : 0, width = count > 0 ? curve.x[count - 1] - first : 0;
  if (columns < 1 || count <= 2 * static_cast<std::size_t>(columns) || !(width > 0)) return curve;
  Curve kept;
  Extremes extremes;
  int column = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double place = std::floor((curve.x[k] - first) / width * columns);
    const int here = std::isfinite(place) ? std::clamp(static_cast<int>(place), 0, columns - 1) : column;
    const bool hole = !std::isfinite(curve.y[k]);
    if (here != column || hole) extremes.give(curve, kept);
    column = here;
    if (!hole) {
      extremes.take(curve, k);
    } else if (!kept.y.empty() && std::isfinite(kept.y.back())) {
      kept.x.push_back(curve.x[k]);  // one hole stands for all that follow each other
      kept.y.push_back(curve.y[k]);
    }
  }
  extremes.give(curve, kept);
  return kept;
}

}  // namespace torsor
