#include "repeated_rows.hpp"

#include <cmath>

namespace torsor {

void RepeatedRows::add(const io::LogRows& rows, Eigen::Index r, long row) {
  const bool first = last_[0].size() == 0;
  if (!first && repeats(rows, r)) {
    if (alike_.last + 1 != row || alike_.last < alike_.first) alike_ = {row, row - 1};
    alike_.last = row;
    return;
  }
  if (!first) {
    const Eigen::VectorXd step = rows.q.row(r).transpose() - last_[0];
    if (alike_.last >= alike_.first && goes_on(step)) found_.push_back(alike_);
    alike_ = {0, -1};
    step_before_ = step;
  }
  const auto all = quantities(rows);
  for (std::size_t kind = 0; kind < last_.size(); ++kind)
    if (!preview_.channels[kind].empty()) last_[kind] = all[kind]->row(r);
}

bool RepeatedRows::repeats(const io::LogRows& rows, Eigen::Index r) const {
  const auto all = quantities(rows);
  for (std::size_t kind = 0; kind < last_.size(); ++kind)
    if (!preview_.channels[kind].empty() && all[kind]->row(r) != last_[kind].transpose()) return false;
  return true;
}

/// The joint that moved most before the repetition moves on after it the same way: as far as in one step where few rows
/// are alike, and as far as in all the lost steps where there are many, since a rest would be like that, too.
bool RepeatedRows::goes_on(const Eigen::VectorXd& step) const {
  if (step_before_.size() == 0) return false;
  Eigen::Index j = 0;
  step_before_.cwiseAbs().maxCoeff(&j);
  const double resolution = preview_.channels[0][static_cast<std::size_t>(j)].resolution;
  const double before = std::abs(step_before_(j)), after = std::copysign(step(j), step(j) * step_before_(j));
  const double lost = static_cast<double>(alike_.last - alike_.first + 1);
  return before > 5 * resolution && after > (lost > 3 ? 0.3 * (lost + 1) : 0.5) * before;
}

}  // namespace torsor
