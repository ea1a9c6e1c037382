#include "torsor/smoothing/smoothing.hpp"

#include <algorithm>

#include "smoothing/smooth_stretch.hpp"

namespace torsor {

namespace {

using smoothing::Kept, smoothing::Stretch;

constexpr long fewest_smoothed_rows = 8;

/// The stretches of a piece that reach into the rows to keep.
std::vector<Stretch> useful(const LogRows& piece, long first, long count, const SmoothingPlan& plan) {
  std::vector<Stretch> result = smoothing::stretches(piece.time, plan.longest_gap);
  std::erase_if(result, [&](const Stretch& s) {
    return s.count < fewest_smoothed_rows || s.first + s.count <= first || s.first >= first + count;
  });
  return result;
}

void allocate(SmoothedRows& rows, long count, const LogRows& piece, bool variances) {
  const long joints = piece.q.cols();
  for (Eigen::MatrixXd* m : {&rows.q, &rows.qd, &rows.qdd, &rows.tau, &rows.tau_raw}) m->resize(count, joints);
  for (Eigen::MatrixXd* m : {&rows.q_variance, &rows.qd_variance, &rows.qdd_variance})
    m->resize(variances ? count : 0, joints);
  rows.other.resize(piece.other.rows() > 0 ? count : 0, piece.other.cols());
}

}  // namespace

SmoothedRows smooth(const LogRows& piece, long keep_first, long keep_count, const SmoothingPlan& plan) {
  SmoothedRows result;
  std::vector<Kept> kept;
  long total = 0;
  for (const Stretch& stretch : useful(piece, keep_first, keep_count, plan)) {
    const long first = std::max(stretch.first, keep_first);
    const long last = std::min(stretch.first + stretch.count, keep_first + keep_count);
    kept.push_back({stretch, first, last - first, total});
    total += last - first;
  }
  allocate(result, total, piece, plan.options.kind == SmoothingKind::kalman);
  result.row.reserve(static_cast<std::size_t>(total));
  result.time.reserve(static_cast<std::size_t>(total));
  for (const Kept& part : kept) {
    for (long k = part.first; k < part.first + part.count; ++k) {
      result.row.push_back(k);
      result.time.push_back(piece.time[static_cast<std::size_t>(k)]);
    }
    result.tau_raw.middleRows(part.place, part.count) = piece.tau.middleRows(part.first, part.count);
    if (result.other.rows() > 0)
      result.other.middleRows(part.place, part.count) = piece.other.middleRows(part.first, part.count);
    switch (plan.options.kind) {
      case SmoothingKind::kalman:
        smoothing::smooth_by_kalman(piece, part, plan, result);
        break;
      case SmoothingKind::butterworth:
        smoothing::smooth_by_butterworth(piece, part, plan, result);
        break;
      case SmoothingKind::none:
        smoothing::pass_on(piece, part, result);
        break;
    }
  }
  return result;
}

SmoothedRows smooth(const LogSource& log, long first, long count, const SmoothingPlan& plan) {
  const long begin = std::max(0L, first - plan.margin);
  const long end = std::min(log.row_count(), first + count + plan.margin);
  SmoothedRows result = smooth(log.read(begin, end - begin), first - begin, count, plan);
  for (long& row : result.row) row += begin;
  return result;
}

}  // namespace torsor
