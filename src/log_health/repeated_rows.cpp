#include "log_health/repeated_rows.hpp"

#include <algorithm>
#include <cmath>

namespace torsor::log_health {
namespace {

/// A joint glides where its steps are `many` times those in which it may stand still for a row by chance; alone it has
/// to glide `alone` times as fast as two together.
struct Glide {
  double many, alone;
};
constexpr Glide for_one_row{5, 3};
constexpr Glide for_the_whole_log{2, 1};
/// Rows that are alike are usual where they are this share of the changes in motion, and the rule from that one on.
constexpr double usual_share = 0.05, rule_share = 0.95;
constexpr long enough_changes = 50;

/// The joints go on after the rows that are alike as before them, too fast to stand still between.
bool glides(const RowChange& change, const RowSteps& steps, const Glide& glide, double go_on) {
  int joints = 0;
  for (Eigen::Index j = 0; j < change.before.size(); ++j) {
    const double chance = glide.many * steps.chance[static_cast<std::size_t>(j)];
    const double before = std::abs(change.before(j));
    const double after = std::copysign(change.after(j), change.after(j) * change.before(j));
    if (!(chance > 0) || !(before > chance) || !(after > std::max(chance, go_on * before))) continue;
    if (std::min(before, after) > glide.alone * chance) return true;
    ++joints;
  }
  return joints >= 2;
}

/// So many rows the recorder writes for one of its source, where nearly all of the motion says that it is faster: every
/// row is held, or now one row and now another is.
double rows_a_change(std::vector<long> alike) {
  const long count = std::ssize(alike);
  if (count < enough_changes) return 1;
  std::sort(alike.begin(), alike.end());
  const auto few = static_cast<std::size_t>((1 - rule_share) * static_cast<double>(count));
  const long least = alike[few], most = alike[alike.size() - 1 - few];
  double rows = 0, changes = 0;
  for (const long one : alike)
    if (one <= 2 * alike[alike.size() / 2] + 1) rows += static_cast<double>(one) + 1, ++changes;  // or it stood still
  return least > 0 || (most == 1 && rows > 1.25 * changes) ? rows / changes : 1;
}

template <class Visit>
void for_each_change(const std::vector<LogRows>& pieces, const Visit& visit) {
  for (const LogRows& rows : pieces) {
    RowTrack track;
    for (Eigen::Index r = 0; r < rows.q.rows(); ++r)
      if (!track.alike(rows, r) && r > 0) visit(track.change());
  }
}

}  // namespace

bool RowTrack::alike(const LogRows& rows, Eigen::Index r) {
  const bool first = last_.size() == 0;
  if (!first && rows.q.row(r) == last_.transpose()) {
    ++alike_;
    return true;
  }
  if (!first) {
    change_.before = std::move(change_.after);
    change_.after = rows.q.row(r).transpose() - last_;
    change_.alike = alike_;
  }
  alike_ = 0;
  last_ = rows.q.row(r);
  return false;
}

RowSteps row_steps(const std::vector<LogRows>& pieces) {
  RowSteps steps;
  if (pieces.empty()) return steps;
  const auto joints = static_cast<std::size_t>(pieces[0].q.cols());
  // The smallest step, and the largest one about rows in which this joint alone stands still: what steps of the
  // encoder, rounding to digits and noise do by chance.
  std::vector<double> smallest(joints, 0.0), about(joints, 0.0), moved(joints, 0.0);
  std::vector<bool> stood(joints, false);
  for_each_change(pieces, [&](const RowChange& change) {
    for (std::size_t j = 0; j < joints; ++j) {
      const double step = change.after(static_cast<Eigen::Index>(j)), size = std::abs(step);
      if (change.before.size() == 0) moved[j] = 0, stood[j] = false;
      if (!(size > 1e-14)) {
        stood[j] = true;
        continue;
      }
      if (smallest[j] == 0 || size < smallest[j]) smallest[j] = size;
      if (stood[j] && step * moved[j] > 0) about[j] = std::max(about[j], std::min(size, std::abs(moved[j])));
      moved[j] = step, stood[j] = false;
    }
  });
  steps.chance.reserve(joints);
  for (std::size_t j = 0; j < joints; ++j) steps.chance.push_back(std::max(smallest[j], about[j]));
  std::vector<long> alike;
  for_each_change(pieces, [&](const RowChange& change) {
    if (glides(change, steps, for_one_row, 0.5)) steps.alike.push_back(change.alike);
    if (glides(change, steps, for_the_whole_log, 0.3)) alike.push_back(change.alike);
  });
  std::sort(steps.alike.begin(), steps.alike.end());
  steps.rows_a_change = rows_a_change(std::move(alike));
  return steps;
}

void RepeatedRows::add(const LogRows& rows, Eigen::Index r, long row) {
  if (track_.alike(rows, r)) {
    if (alike_.last + 1 != row || alike_.last < alike_.first) alike_ = {row, row - 1};
    alike_.last = row;
    return;
  }
  if (alike_.last >= alike_.first && is_repetition())
    found_.push_back(alike_);
  else
    finish();
  alike_ = {0, -1};
}

void RepeatedRows::finish() {
  if (alike_.last >= alike_.first && steps_.rows_a_change > 1) thin_out(alike_);
}

/// Few rows that are alike, or as many as usual, are followed by one step; where a stream stood still for many, all the
/// lost steps are made up for. A rest has neither.
bool RepeatedRows::is_repetition() const {
  const RowChange& change = track_.change();
  if (change.before.size() == 0) return false;
  const auto from = std::lower_bound(steps_.alike.begin(), steps_.alike.end(), (2 * change.alike + 2) / 3);
  const auto to = std::upper_bound(from, steps_.alike.end(), (3 * change.alike + 2) / 2);
  const bool usual = static_cast<double>(to - from) > usual_share * static_cast<double>(steps_.alike.size());
  const double lost = static_cast<double>(change.alike + 1) / steps_.rows_a_change;
  return glides(change, steps_, for_one_row, usual || lost <= 4 ? 0.5 : 0.3 * lost);
}

/// Of rows that are alike in slow motion or at rest, those between the rows of the source.
void RepeatedRows::thin_out(const RowRange& alike) {
  const double held = static_cast<double>(alike.last - alike.first + 2);
  const long parts = std::max(1L, std::lround(held / steps_.rows_a_change - 0.1));
  for (long part = 0; part < parts; ++part) {
    const auto start = [&](long k) {
      return alike.first - 1 + std::lround(held * static_cast<double>(k) / static_cast<double>(parts));
    };
    if (start(part) + 1 < start(part + 1)) found_.push_back({start(part) + 1, start(part + 1) - 1});
  }
}

}  // namespace torsor::log_health
