#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace torsor {

/// Rows first .. last, both included.
struct RowRange {
  long first = 0, last = 0;
};

/// Ranges in order and without overlap; neighbours become one.
std::vector<RowRange> merged(std::vector<RowRange> ranges);

/// "17, 240-260 and 31 more": what a message says of them; `shift` is added to each number.
std::string in_words(const std::vector<RowRange>& ranges, long shift = 0, std::size_t most = 8);

/// How many rows they hold.
long row_count(const std::vector<RowRange>& ranges);

/// The rows that stay when some are left out, numbered anew from 0.
class RowSelection {
 public:
  /// A run of rows that stay: `count` of them from `first` on, which are `number`, `number` + 1, ... of those that
  /// stay.
  struct Run {
    long first = 0, count = 0, number = 0;
  };

  RowSelection() = default;
  /// Rows 0 .. total - 1 without those of `left_out`.
  RowSelection(long total, const std::vector<RowRange>& left_out);

  long count() const { return runs_.empty() ? 0 : runs_.back().number + runs_.back().count; }
  /// Where the row with this new number stands.
  long original(long number) const;
  /// The runs that rows number .. number + count - 1 are made of, cut to them.
  std::vector<Run> runs(long number, long count) const;

 private:
  std::vector<Run>::const_iterator find(long number) const;

  std::vector<Run> runs_;
};

}  // namespace torsor
