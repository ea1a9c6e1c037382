#pragma once

#include <optional>
#include <string>

#include "logs/csv_cells.hpp"
#include "logs/input_file.hpp"

namespace torsor::logs {

/// How a text file of numbers begins, and so how the rest is to be read.
struct CsvBeginning {
  CsvFormat format;
  std::string header;              // the line that names the columns; empty where there is none
  bool header_is_comment = false;  // above the first row and as wide, as NumPy writes it
  long header_line = 0;
  std::size_t data_offset = 0;  // of the first row
  long data_line = 1;

  /// Names of the columns; empty where the file has none. They last as long as the header.
  std::vector<std::string_view> names() const {
    return header.empty() ? std::vector<std::string_view>() : split_cells(header, format.delimiter);
  }
};

/// Header, delimiter and width; a delimiter of 0 is found out. Nothing where there is neither a header nor a row.
/// Throws FileError for a line that is too long to be either.
std::optional<CsvBeginning> read_beginning(const InputFile& file, char delimiter);

/// A line that is no row: blank, or starting with # or %.
bool is_comment(std::string_view line);

}  // namespace torsor::logs
