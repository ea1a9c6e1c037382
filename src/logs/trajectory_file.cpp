#include "torsor/logs/trajectory_file.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "logs/csv_beginning.hpp"
#include "logs/line_reader.hpp"
#include "logs/log_error.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"

namespace torsor {
namespace {

using logs::RowFault;

/// Reads rows as logs have them, but takes every one at its word: a row that cannot be read is an error.
class TrajectoryReader {
 public:
  TrajectoryReader(const std::filesystem::path& path, int joints)
      : input_(path, logs::InputFile::Pipe::held), joints_(static_cast<std::size_t>(joints)) {}

  Trajectory read() {
    const std::optional<logs::CsvBeginning> beginning = logs::read_beginning(input_, 0);
    line_ = beginning ? beginning->data_line : 1;
    if (beginning) {
      choose_columns(*beginning);
      read_rows(*beginning);
    }
    if (result_.q.empty()) fail(1, "expected at least one row of numbers, found none");
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(std::size_t column, const std::string& message) const {
    throw logs::log_error(input_.name(), {static_cast<int>(line_), static_cast<int>(column)}, message);
  }

  /// The names of the columns that have to be there: q1.., qd1.., qdd1...
  std::vector<std::string> wanted() const {
    std::vector<std::string> names;
    for (const char* kind : {"q", "qd", "qdd"})
      for (std::size_t j = 1; j <= joints_; ++j) names.push_back(kind + std::to_string(j));
    return names;
  }

  /// By name, or in their order where there are no names. A comment above the first row may be anything: it names the
  /// columns where all that are wanted are in it.
  void choose_columns(const logs::CsvBeginning& beginning) {
    format_ = beginning.format;
    slots_.assign(static_cast<std::size_t>(format_.width), -1);
    const std::vector<std::string_view> names = beginning.names();
    const auto known = [&](const std::string& name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    const std::vector<std::string> all = wanted();
    if (names.empty() || (beginning.header_is_comment && !std::all_of(all.begin(), all.end(), known)))
      assume_order();
    else
      find_by_name(beginning, names);
  }

  void find_by_name(const logs::CsvBeginning& beginning, const std::vector<std::string_view>& names) {
    const long data_line = std::exchange(line_, beginning.header_line);
    std::map<std::string_view, std::size_t> place;
    for (std::size_t k = 0; k < names.size(); ++k)
      if (!place.emplace(names[k], k).second)
        fail(column_of(names[k], beginning.header), "the column " + in_quotes(names[k]) + " appears twice");
    if (const auto time = place.find(place.contains("t") ? "t" : "time"); time != place.end()) {
      slots_[time->second] = 0;
      has_time_ = true;
    }
    int slot = 0;
    for (const std::string& name : wanted()) {
      const auto found = place.find(name);
      if (found == place.end())
        fail(1, "the column '" + name + "' is missing; expected t (optional), q1.., qd1.., qdd1.. for " +
                    counted(static_cast<long>(joints_), "joint"));
      slots_[found->second] = ++slot;
    }
    line_ = data_line;
  }

  void assume_order() {
    const std::size_t width = slots_.size();
    if (width != 3 * joints_ && width != 3 * joints_ + 1)
      fail(1, "expected " + std::to_string(3 * joints_) + " columns (q, qd, qdd of " +
                  counted(static_cast<long>(joints_), "joint") + "), or one more for time first; found " +
                  std::to_string(width));
    has_time_ = width == 3 * joints_ + 1;
    for (std::size_t k = 0; k < width; ++k) slots_[k] = static_cast<int>(has_time_ ? k : k + 1);
  }

  void read_rows(const logs::CsvBeginning& beginning) {
    logs::LineReader lines(input_, beginning.data_offset, beginning.format.line_end);
    std::string_view text;
    for (--line_; lines.next(text);) {
      ++line_;
      if (lines.too_long()) fail(1, "expected rows of at most 1 MB, found a longer one");
      if (!logs::is_comment(text)) read_row(text);
    }
  }

  void read_row(std::string_view text) {
    const std::vector<double> largest(3 * joints_ + 1, std::numeric_limits<double>::max());
    std::vector<double> values(largest.size());
    int cell = 0;
    const RowFault fault = logs::parse_row(text, format_, slots_, largest, values.data(), 1, cell);
    if (fault != RowFault::none) fail(fault, text, static_cast<std::size_t>(cell));
    if (has_time_) result_.time.push_back(values[0]);
    auto next = values.begin() + 1;
    for (auto* target : {&result_.q, &result_.qd, &result_.qdd}) {
      const auto end = next + static_cast<std::ptrdiff_t>(joints_);
      target->emplace_back(next, end);
      next = end;
    }
  }

  [[noreturn]] void fail(RowFault fault, std::string_view text, std::size_t cell) const {
    const std::vector<std::string_view> cells = logs::split_cells(text, format_.delimiter);
    if (fault == RowFault::too_short || fault == RowFault::too_long)
      fail(1, "expected " + counted(format_.width, "column") + ", found " + std::to_string(cells.size()));
    fail(column_of(cells[cell], text), "expected a finite number, found " + in_quotes(cells[cell]));
  }

  /// Where a part of a line starts, from 1.
  static std::size_t column_of(std::string_view part, std::string_view line) {
    return static_cast<std::size_t>(part.data() - line.data()) + 1;
  }

  logs::InputFile input_;
  std::size_t joints_;
  long line_ = 1;
  logs::CsvFormat format_;
  std::vector<int> slots_;  // of each column: time is 0, then q, qd, qdd
  bool has_time_ = false;
  Trajectory result_;
};

}  // namespace

Trajectory read_trajectory(const std::filesystem::path& path, int joints) {
  return TrajectoryReader(path, joints).read();
}

}  // namespace torsor
