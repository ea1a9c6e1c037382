#include "torsor/log_health/log_health.hpp"

namespace torsor {
namespace {

void copy_rows(const Eigen::MatrixXd& from, long at, long rows, Eigen::MatrixXd& to) {
  if (from.rows() == 0) return;
  if (to.rows() == 0) to.resize(rows, from.cols());
  to.middleRows(at, from.rows()) = from;
}

}  // namespace

SoundLog::SoundLog(const LogSource& log, const std::vector<RowRange>& unsound, const TimeRemedy& time, double period)
    : log_(&log), selection_(log.row_count(), unsound), time_(time), period_(period) {
  if (selection_.count() > 0) start_ = log.read(selection_.original(0), 1).time[0];
}

LogRows SoundLog::read(long first, long count) const {
  LogRows rows;
  rows.time.reserve(static_cast<std::size_t>(count));
  for (const RowSelection::Run& run : selection_.runs(first, count)) {
    const LogRows piece = log_->read(run.first, run.count);
    const long at = run.number - first;
    rows.time.insert(rows.time.end(), piece.time.begin(), piece.time.end());
    copy_rows(piece.q, at, count, rows.q);
    copy_rows(piece.qd, at, count, rows.qd);
    copy_rows(piece.qdd, at, count, rows.qdd);
    copy_rows(piece.tau, at, count, rows.tau);
    copy_rows(piece.q_reference, at, count, rows.q_reference);
    if (!time_.uniform) continue;
    const long step = time_.left_out_takes_time ? run.first : run.number;
    for (long r = 0; r < run.count; ++r)
      rows.time[static_cast<std::size_t>(at + r)] = start_ + period_ * static_cast<double>(step + r);
  }
  for (double& t : rows.time) t = start_ + time_.scale * (t - start_);
  return rows;
}

}  // namespace torsor
