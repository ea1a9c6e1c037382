#include "logs/csv_beginning.hpp"

#include <algorithm>

#include "logs/line_reader.hpp"
#include "logs/log_error.hpp"

namespace torsor::logs {
namespace {

constexpr std::string_view blanks = " \t\r", byte_order_mark = "\xEF\xBB\xBF";

/// Names, as opposed to numbers. (nan and inf are either, alone.)
bool is_header(const std::vector<std::string_view>& cells, char delimiter) {
  double ignored = 0;
  return std::none_of(cells.begin(), cells.end(), [&](std::string_view cell) {
    return parse_cell(cell, delimiter, ignored) && cell.find_first_of("0123456789") != std::string_view::npos;
  });
}

/// In the first line that is no comment, or in the last comment above it where that is as wide.
void find_header(std::string_view line, const std::string& comment, CsvBeginning& result) {
  const char delimiter = result.format.delimiter;
  const std::vector<std::string_view> cells = split_cells(line, delimiter), above = split_cells(comment, delimiter);
  result.format.width = static_cast<int>(cells.size());
  const bool named = is_header(cells, delimiter);
  result.header_is_comment = !named && above.size() == cells.size() && is_header(above, delimiter);
  if (named) result.header = line;
  if (result.header_is_comment) result.header = comment;
}

}  // namespace

bool is_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(blanks);
  return first == std::string_view::npos || line[first] == '#' || line[first] == '%';
}

std::optional<CsvBeginning> read_beginning(const InputFile& file, char delimiter) {
  CsvBeginning result;
  result.format.line_end = line_end_of(file);
  LineReader lines(file, 0, result.format.line_end);
  std::string comment;
  long comment_line = 0;
  std::string_view text;
  for (long line = 1; lines.next(text); ++line) {
    if (lines.too_long())
      throw log_error(file.name(), {static_cast<int>(line), 1}, "expected rows of at most 1 MB, found a longer one");
    const bool marked = line == 1 && text.starts_with(byte_order_mark);
    if (marked) text.remove_prefix(byte_order_mark.size());
    if (is_comment(text)) {
      if (text.find_first_not_of(blanks) == std::string_view::npos) continue;
      comment = text;
      comment[comment.find_first_of("#%")] = ' ';  // so that columns keep their places
      comment_line = line;
      continue;
    }
    result.format.delimiter = delimiter != 0 ? delimiter : guess_delimiter(text);
    find_header(text, comment, result);
    const bool named = !result.header.empty() && !result.header_is_comment;
    result.header_line = named ? line : comment_line;
    result.data_offset = named ? lines.next_offset() : lines.offset() + (marked ? byte_order_mark.size() : 0);
    result.data_line = named ? line + 1 : line;
    return result;
  }
  return {};
}

}  // namespace torsor::logs
