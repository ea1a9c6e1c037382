#include "torsor/log_health/log_health.hpp"

namespace torsor {
namespace {

void copy_rows(const Eigen::MatrixXd& from, long at, long rows, Eigen::MatrixXd& to) {
  if (from.rows() == 0) return;
  if (to.rows() == 0) to.resize(rows, from.cols());
  to.middleRows(at, from.rows()) = from;
}

constexpr long rows_a_mark = 4096;

}  // namespace

SoundLog::SoundLog(const LogSource& log, const std::vector<RowRange>& unsound, const TimeRemedy& time, double period)
    : log_(&log), selection_(log.row_count(), unsound), time_(time), period_(period) {
  if (selection_.count() > 0) start_ = log.read(selection_.original(0), 1).time[0];
  long sum = 0;
  for (std::size_t r = 0; r < time_.periods.size(); ++r) {
    if (r % rows_a_mark == 0) marks_.push_back(sum);
    sum += time_.periods[r];
  }
}

long SoundLog::periods_before(long row) const {
  long sum = marks_[static_cast<std::size_t>(row / rows_a_mark)];
  for (long r = row / rows_a_mark * rows_a_mark; r <= row; ++r) sum += time_.periods[static_cast<std::size_t>(r)];
  return sum;
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
    copy_rows(piece.other, at, count, rows.other);
  }
  if (time_.uniform || !time_.periods.empty()) {
    long periods = time_.uniform || count == 0 ? first : periods_before(first);
    for (long r = 0; r < count; ++r) {
      if (r > 0) periods += time_.uniform ? 1 : time_.periods[static_cast<std::size_t>(first + r)];
      rows.time[static_cast<std::size_t>(r)] = start_ + period_ * static_cast<double>(periods);
    }
  }
  for (double& t : rows.time) t = start_ + time_.scale * (t - start_);
  return rows;
}

}  // namespace torsor
