#include <algorithm>
#include <limits>

#include "logs/csv_beginning.hpp"
#include "logs/line_reader.hpp"
#include "logs/log_error.hpp"
#include "logs/state_reader.hpp"
#include "torsor/core/counted.hpp"
#include "torsor/core/text.hpp"

namespace torsor::logs {
namespace {

/// Reads rows as logs have them, but takes every one at its word: a row that cannot be read is an error. A piece is
/// some bytes of the file: the lines that start in them. Its line numbers are counted only where one is told.
class CsvStates : public StateFile::Reader {
 public:
  CsvStates(std::unique_ptr<InputFile> input, const StateFileOptions& options)
      : Reader(std::move(input), options), beginning_(read_beginning(*input_, 0)),
        largest_(static_cast<std::size_t>(slot_count(options)), std::numeric_limits<double>::max()) {
    if (beginning_) choose_columns(beginning_->names());
    if (beginning_ && columns_.assumes_time) require_rising_time();
  }

  long piece_count() const override {
    const std::size_t bytes = beginning_ ? input_->size() - std::min(beginning_->data_offset, input_->size()) : 0;
    return static_cast<long>((bytes + options_.piece_bytes - 1) / options_.piece_bytes);
  }

  void read(long piece, StateRows& rows) const override {
    const std::size_t start = beginning_->data_offset + static_cast<std::size_t>(piece) * options_.piece_bytes,
                      end = start + options_.piece_bytes;
    // What is left of the line that started in the piece before ends at or behind the byte before this one.
    LineReader lines(*input_, piece == 0 ? start : start - 1, format().line_end, options_.piece_bytes + (1u << 12u));
    std::vector<double> numbers(largest_.size());
    std::string_view text;
    if (piece > 0) lines.next(text);
    while (lines.next_offset() < end && lines.next(text)) {
      if (lines.too_long()) fail(line_at(lines.offset()), 1, "expected rows of at most 1 MB, found a longer one");
      if (is_comment(text)) continue;
      int cell = 0;
      const RowFault fault = parse_row(text, format(), columns_.slots, largest_, numbers.data(), 1, cell);
      if (fault != RowFault::none) fail(fault, line_at(lines.offset()), text, static_cast<std::size_t>(cell));
      append_state(numbers.data(), options_, columns_.has_time, rows);
    }
  }

  long line_of(std::size_t row) const override {
    LineReader lines(*input_, beginning_->data_offset, format().line_end, 1u << 16u);
    long line = beginning_->data_line;
    for (std::string_view text; lines.next(text); ++line)
      if (!is_comment(text) && row-- == 0) break;
    return line;
  }

  FileError without_rows() const override {
    const long lines = beginning_ ? line_at(input_->size()) - (ends_with_line_end() ? 1 : 0) : 1;
    return error(std::max(lines, 1L), 1, "expected at least one row of numbers, found none");
  }

 private:
  const CsvFormat& format() const { return beginning_->format; }

  FileError error(long line, std::size_t column, const std::string& message) const {
    return log_error(input_->name(), {static_cast<int>(line), static_cast<int>(column)}, message);
  }
  [[noreturn]] void fail(long line, std::size_t column, const std::string& message) const {
    throw error(line, column, message);
  }

  [[noreturn]] void fail(RowFault fault, long line, std::string_view text, std::size_t cell) const {
    const std::vector<std::string_view> cells = split_cells(text, format().delimiter);
    if (fault == RowFault::too_short || fault == RowFault::too_long)
      fail(line, 1, "expected " + counted(format().width, "column") + ", found " + std::to_string(cells.size()));
    fail(line, static_cast<std::size_t>(cells[cell].data() - text.data()) + 1,
         "expected a finite number, found " + in_quotes(cells[cell]));
  }

  /// In the first rows, wherever pieces are cut; what else is wrong with them is told when they are read.
  void require_rising_time() const {
    constexpr int first_rows = 100;
    LineReader lines(*input_, beginning_->data_offset, format().line_end, 1u << 16u);
    std::vector<double> numbers(largest_.size());
    std::optional<double> before;
    int cell = 0, row = 0;
    for (std::string_view text; row < first_rows && lines.next(text);) {
      if (lines.too_long()) return;
      if (is_comment(text)) continue;
      if (parse_row(text, format(), columns_.slots, largest_, numbers.data(), 1, cell) != RowFault::none) return;
      if (before && numbers[0] < *before)
        fail(line_at(lines.offset()), 1, time_problem(*before, numbers[0], columns_.slots.size()));
      before = numbers[0], ++row;
    }
  }

  bool ends_with_line_end() const {
    char last = 0;
    return input_->size() > 0 && input_->read(input_->size() - 1, &last, 1) == 1 && last == format().line_end;
  }

  /// The number of the line that starts at a place of the file.
  long line_at(std::size_t offset) const {
    std::vector<char> bytes(1u << 18u);
    long line = 1;
    for (std::size_t at = 0; at < offset;) {
      const std::size_t got = input_->read(at, bytes.data(), std::min(bytes.size(), offset - at));
      if (got == 0) break;
      line += std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(got), format().line_end);
      at += got;
    }
    return line;
  }

  /// By name, or in their order where there are no names. A comment above the first row may be anything: it names the
  /// columns where all that are wanted are in it.
  void choose_columns(const std::vector<std::string_view>& names) {
    const auto known = [&](const std::string& name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    const std::vector<std::string> all = state_column_names(options_);
    ColumnProblem problem;
    if (names.empty() || (beginning_->header_is_comment && !std::all_of(all.begin(), all.end(), known))) {
      if (!assume_state_columns(format().width, options_, columns_, problem))
        fail(beginning_->data_line, 1, problem.message);
    } else if (!find_state_columns(names, options_, columns_, problem)) {
      const auto column = static_cast<std::size_t>(problem.column);
      fail(beginning_->header_line,
           problem.column < 0 ? 1 : static_cast<std::size_t>(names[column].data() - beginning_->header.data()) + 1,
           problem.message);
    }
  }

  std::optional<CsvBeginning> beginning_;
  std::vector<double> largest_;
};

}  // namespace

std::unique_ptr<StateFile::Reader> csv_states(std::unique_ptr<InputFile> input, const StateFileOptions& options) {
  return std::make_unique<CsvStates>(std::move(input), options);
}

}  // namespace torsor::logs
