#include "logs/csv_cells.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace torsor::logs {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
    return trimmed(text.substr(1, text.size() - 2));
  return text;
}

/// Where the cell that starts at `p` ends: at its delimiter, or at the end of the line.
const char* end_of_cell(const char* p, const char* end, char delimiter) {
  if (delimiter == ' ') return std::find_if(p, end, is_blank);
  const void* found = std::memchr(p, delimiter, static_cast<std::size_t>(end - p));
  return found == nullptr ? end : static_cast<const char*>(found);
}

const char* skip_blanks(const char* p, const char* end, char delimiter) {
  while (p != end && is_blank(*p) && *p != delimiter) ++p;
  while (delimiter == ' ' && p != end && is_blank(*p)) ++p;
  return p;
}

/// The usual number, which ends right at the delimiter; the slow way takes all others.
bool parse_plain(const char*& p, const char* end, char delimiter, double& value) {
  const auto [stop, code] = std::from_chars(p, end, value);
  if (code != std::errc()) return false;
  const char* next = skip_blanks(stop, end, delimiter == ' ' ? '\n' : delimiter);
  if (next != end && *next != delimiter && (delimiter != ' ' || next == stop)) return false;
  p = delimiter == ' ' ? stop : next;
  return true;
}

}  // namespace

char guess_delimiter(std::string_view line) {
  const auto count = [&](char c) { return std::count(line.begin(), line.end(), c); };
  if (count(';') > 0) return ';';
  if (count('\t') > 0 && count(',') == 0) return '\t';
  return count(',') > 0 ? ',' : ' ';
}

std::vector<std::string_view> split_cells(std::string_view line, char delimiter) {
  std::vector<std::string_view> cells;
  const char *p = line.data(), *end = p + line.size();
  if (delimiter == ' ') p = skip_blanks(p, end, delimiter);
  while (delimiter != ' ' || p != end) {
    const char* stop = end_of_cell(p, end, delimiter);
    cells.push_back(trimmed({p, static_cast<std::size_t>(stop - p)}));
    if (stop == end) break;
    p = delimiter == ' ' ? skip_blanks(stop, end, delimiter) : stop + 1;
  }
  return cells;
}

bool parse_cell(std::string_view text, char delimiter, double& value) {
  text = trimmed(text);
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  std::string with_point;
  if (delimiter != ',' && std::count(text.begin(), text.end(), ',') == 1) {
    with_point = text;
    std::replace(with_point.begin(), with_point.end(), ',', '.');
    text = with_point;
  }
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || end != text.data() + text.size()) return false;
  if (code == std::errc::result_out_of_range) {  // next to nothing, or beyond all bounds
    const std::size_t exponent = text.find_first_of("eE");
    value =
        exponent != std::string_view::npos && exponent + 1 < text.size() && text[exponent + 1] == '-' ? 0 : HUGE_VAL;
    return true;
  }
  return code == std::errc();
}

RowFault parse_row(std::string_view line, const CsvFormat& format, const std::vector<int>& slots,
                   const std::vector<double>& largest, double* values, long stride, int& cell) {
  const char delimiter = format.delimiter;
  const char *p = line.data(), *end = p + line.size();
  RowFault fault = RowFault::none;
  int column = 0, faulty = 0;
  for (;; ++column) {
    p = skip_blanks(p, end, delimiter);
    if (column == format.width || (delimiter == ' ' && p == end)) break;
    const int slot = slots[static_cast<std::size_t>(column)];
    double value = 0;
    if (slot < 0) {
      p = end_of_cell(p, end, delimiter);
    } else if (!parse_plain(p, end, delimiter, value)) {
      const char* stop = end_of_cell(p, end, delimiter);
      if (!parse_cell({p, static_cast<std::size_t>(stop - p)}, delimiter, value) && fault == RowFault::none)
        fault = RowFault::not_a_number, faulty = column;
      p = stop;
    }
    if (slot >= 0) {
      if (fault == RowFault::none && !(std::abs(value) <= largest[static_cast<std::size_t>(slot)]))
        fault = std::isfinite(value) ? RowFault::too_large : RowFault::not_finite, faulty = column;
      values[slot * stride] = value;
    }
    if (p == end) {
      ++column;
      break;
    }
    if (delimiter != ' ') ++p;
  }
  cell = faulty;
  if (column < format.width) return cell = column, RowFault::too_short;
  // A delimiter at the end of every row is a habit of some programs, and no cell.
  if (p != end && skip_blanks(p, end, delimiter) != end) return cell = column, RowFault::too_long;
  return fault;
}

}  // namespace torsor::logs
