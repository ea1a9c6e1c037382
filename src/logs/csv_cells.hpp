#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace torsor::logs {

/// What is wrong with a row.
enum class RowFault { none, not_a_number, not_finite, too_large, too_short, too_long };

/// The way in which a text file writes its rows.
struct CsvFormat {
  char delimiter = ',';  // ' ': any number of blanks and tabs
  int width = 0;         // cells a row
  char line_end = '\n';
};

/// The delimiter that a line is most likely written with.
char guess_delimiter(std::string_view line);

/// The cells of a line, without blanks and quotation marks around them.
std::vector<std::string_view> split_cells(std::string_view line, char delimiter);

/// A number as people and programs write it: 0.5, +1e3, .5, "0.5", or 0,5 where a comma does not part cells.
bool parse_cell(std::string_view text, char delimiter, double& value);

/// Reads the wanted cells of a row: the number of cell c goes to values[slots[c] * stride], or nowhere where slots[c]
/// is negative. Numbers beyond `largest`, by slot, are faults; `cell` is then the one at fault.
RowFault parse_row(std::string_view line, const CsvFormat& format, const std::vector<int>& slots,
                   const std::vector<double>& largest, double* values, long stride, int& cell);

}  // namespace torsor::logs
