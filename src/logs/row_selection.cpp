#include "torsor/logs/row_selection.hpp"

namespace torsor {

std::vector<RowRange> merged(std::vector<RowRange> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const RowRange& a, const RowRange& b) { return a.first < b.first; });
  std::vector<RowRange> result;
  for (const RowRange& range : ranges) {
    if (!result.empty() && range.first <= result.back().last + 1)
      result.back().last = std::max(result.back().last, range.last);
    else
      result.push_back(range);
  }
  return result;
}

std::string in_words(const std::vector<RowRange>& ranges, long shift, std::size_t most) {
  std::string text;
  for (std::size_t k = 0; k < std::min(most, ranges.size()); ++k) {
    text += (k == 0 ? "" : ", ") + std::to_string(ranges[k].first + shift);
    if (ranges[k].last > ranges[k].first) text += "-" + std::to_string(ranges[k].last + shift);
  }
  if (ranges.size() <= most) return text;
  const std::vector<RowRange> rest(ranges.begin() + static_cast<std::ptrdiff_t>(most), ranges.end());
  return text + " and " + std::to_string(row_count(rest)) + " more";
}

long row_count(const std::vector<RowRange>& ranges) {
  long count = 0;
  for (const RowRange& range : ranges) count += range.last - range.first + 1;
  return count;
}

RowSelection::RowSelection(long total, const std::vector<RowRange>& left_out) {
  long next = 0, number = 0;
  const auto add = [&](long end) {
    if (end > next) runs_.push_back({next, end - next, number});
    number += std::max(0L, end - next);
  };
  for (const RowRange& range : merged(left_out)) {
    add(std::min(range.first, total));
    next = std::max(next, range.last + 1);
  }
  add(total);
}

std::vector<RowSelection::Run>::const_iterator RowSelection::find(long number) const {
  return std::upper_bound(runs_.begin(), runs_.end(), number,
                          [](long wanted, const Run& run) { return wanted < run.number; }) -
         1;
}

long RowSelection::original(long number) const {
  const auto run = find(number);
  return run->first + (number - run->number);
}

std::vector<RowSelection::Run> RowSelection::runs(long number, long count) const {
  std::vector<Run> result;
  if (count <= 0) return result;
  for (auto run = find(number); run != runs_.end() && run->number < number + count; ++run) {
    const long skipped = std::max(0L, number - run->number);
    const long taken = std::min(run->count, number + count - run->number) - skipped;
    result.push_back({run->first + skipped, taken, run->number + skipped});
  }
  return result;
}

}  // namespace torsor
