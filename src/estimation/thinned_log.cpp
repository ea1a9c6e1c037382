#include "torsor/estimation/thinned_log.hpp"

namespace torsor {

LogRows ThinnedLog::read(long first, long count) const {
  if (count == 0) return source_->read(first_, 0);
  const LogRows all = source_->read(first_ + 2 * first, 2 * count - 1);
  const auto half = [&](const Eigen::MatrixXd& x) -> Eigen::MatrixXd {
    return x.rows() == 0 ? x : x(Eigen::seqN(0, count, 2), Eigen::all).eval();
  };
  LogRows result{{}, half(all.q), half(all.qd), half(all.qdd), half(all.tau), half(all.q_reference), half(all.other)};
  result.time.reserve(count);
  for (long k = 0; k < count; ++k) result.time.push_back(all.time[2 * k]);
  return result;
}

}  // namespace torsor
