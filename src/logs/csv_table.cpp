#include <algorithm>
#include <map>

#include "logs/csv_beginning.hpp"
#include "logs/line_reader.hpp"
#include "logs/log_error.hpp"
#include "logs/number_table.hpp"
#include "torsor/core/text.hpp"

namespace torsor::logs {
namespace {

constexpr long rows_between_marks = 256;
constexpr std::size_t numbers_kept = 2000000;  // of a short file, so that it is not parsed twice

/// What a group of bad rows has in common, and the first of them.
struct BadRows {
  std::vector<RowRange> lines;
  std::string example;  // what was found there
  int cell = 0;
};

class CsvTable : public NumberTable {
 public:
  CsvTable(const std::filesystem::path& path, char delimiter) : NumberTable(path.string(), {}, 0), input_(path) {
    const std::optional<CsvBeginning> beginning = read_beginning(input_, delimiter);
    if (!beginning) throw log_error(file_, {1, 1}, "expected a header or a row of numbers, found neither");
    format_ = beginning->format;
    columns_ = format_.width;
    data_offset_ = beginning->data_offset;
    data_line_ = beginning->data_line;
    for (const std::string_view name : beginning->names()) names_.push_back(printable(name));
  }

  void scan(const std::vector<int>& wanted, bool first_is_time) override {
    slots_.assign(static_cast<std::size_t>(format_.width), -1);
    for (std::size_t k = 0; k < wanted.size(); ++k) slots_[static_cast<std::size_t>(wanted[k])] = static_cast<int>(k);
    largest_.assign(wanted.size(), largest_value);
    if (first_is_time && !largest_.empty()) largest_[0] = largest_time;
    LineReader lines(input_, data_offset_, format_.line_end, 1u << 20u);
    std::vector<double> values(wanted.size());
    std::string_view text;
    for (long line = data_line_; lines.next(text); ++line) {
      if (is_comment(text)) continue;
      if (rows_ % rows_between_marks == 0) marks_.push_back({lines.offset(), line});
      int cell = 0;
      const RowFault fault = parse_row(text, format_, slots_, largest_, values.data(), 1, cell);
      if (fault != RowFault::none) note_bad(fault, text, line, cell);
      ++rows_;
      if (!short_) continue;
      kept_.insert(kept_.end(), values.begin(), values.end());
      if (kept_.size() > numbers_kept) short_ = false, kept_ = {};
    }
    for (auto& [code, group] : groups_) tell(code, group);
  }

  long row_count() const override { return rows_; }

  void read(long first, long count, double* values) const override {
    if (short_) return copy(first, count, values);
    const Mark& mark = marks_[static_cast<std::size_t>(first / rows_between_marks)];
    LineReader lines(input_, mark.offset, format_.line_end);
    std::string_view text;
    int cell = 0;
    long row = first / rows_between_marks * rows_between_marks;
    while (row < first + count && lines.next(text)) {
      if (is_comment(text)) continue;
      if (row >= first) parse_row(text, format_, slots_, largest_, values + (row - first), count, cell);
      ++row;
    }
    if (row < first + count) throw UsageError(file_ + ": the file was changed while it was read");
  }

  long line(long row) const override {
    const Mark& mark = marks_[static_cast<std::size_t>(row / rows_between_marks)];
    LineReader lines(input_, mark.offset, format_.line_end);
    std::string_view text;
    long line = mark.line;
    for (long left = row % rows_between_marks; lines.next(text); ++line)
      if (!is_comment(text) && left-- == 0) break;
    return line;
  }

 private:
  struct Mark {
    std::size_t offset;
    long line;
  };

  void copy(long first, long count, double* values) const {
    const std::size_t width = largest_.size(), rows = static_cast<std::size_t>(count);
    const double* from = kept_.data() + static_cast<std::size_t>(first) * width;
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t k = 0; k < width; ++k) values[k * rows + r] = *from++;
  }

  void note_bad(RowFault fault, std::string_view text, long line, int cell) {
    const bool width = fault == RowFault::too_short || fault == RowFault::too_long;
    BadRows& group = groups_[fault == RowFault::too_short  ? "truncated-row"
                             : fault == RowFault::too_long ? "row-too-long"
                                                           : "garbage-row"];
    if (group.lines.empty()) {
      const std::vector<std::string_view> cells = split_cells(text, format_.delimiter);
      group.cell = cell;
      group.example =
          width ? std::to_string(cells.size()) + " cells" : in_quotes(cells[static_cast<std::size_t>(cell)]);
    }
    const auto add = [](std::vector<RowRange>& ranges, long at) {
      if (!ranges.empty() && ranges.back().last + 1 == at)
        ranges.back().last = at;
      else
        ranges.push_back({at, at});
    };
    add(group.lines, line);
    add(bad_, rows_);
  }

  void tell(const std::string& code, const BadRows& group) {
    const long count = torsor::row_count(group.lines);
    const bool width = code != "garbage-row";
    const std::string expected =
        width ? std::to_string(format_.width) + " cells a row" : "finite numbers of a possible size";
    const std::size_t cell = static_cast<std::size_t>(group.cell);
    const std::string column =
        width ? "" : " in column " + (cell < names_.size() ? names_[cell] : std::to_string(cell + 1));
    findings_.push_back({code,
                         Severity::warning,
                         file_,
                         {static_cast<int>(group.lines[0].first), 1},
                         (count == 1 ? "line " : "lines ") + in_words(group.lines),
                         "expected " + expected + ", found " + group.example + column +
                             (count == 1 ? "" : " in the first of " + std::to_string(count) + " such rows"),
                         count == 1 ? "the row is left out" : "the rows are left out"});
  }

  InputFile input_;
  CsvFormat format_;
  std::size_t data_offset_ = 0;
  long data_line_ = 1, rows_ = 0;
  std::vector<int> slots_;
  std::vector<double> largest_;
  std::vector<Mark> marks_;
  bool short_ = true;
  std::vector<double> kept_;  // all wanted numbers of a short file, row after row
  std::map<std::string, BadRows> groups_;
};

}  // namespace

std::unique_ptr<NumberTable> open_csv(const std::filesystem::path& path, char delimiter) {
  return std::make_unique<CsvTable>(path, delimiter);
}

}  // namespace torsor::logs
