#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "torsor/core/numbers.hpp"

namespace torsor {

/// How a table of numbers is written: a CSV with a header, or a NumPy array of doubles.
enum class TableFormat { csv, npy };
/// By the ending of the name: .npy, or CSV for all others.
TableFormat table_format(const std::filesystem::path& path);

/// What stands before the rows. Of an array it has the same length for any number of rows, and can be written again.
std::string table_start(TableFormat format, const std::vector<std::string>& columns, std::size_t rows);

/// Columns of a table that lie together: `width` numbers a row, row after row.
struct TableBlock {
  const double* numbers;
  std::size_t width;
};

/// The bytes of some rows, in memory that is used again and again. Numbers of a CSV are the shortest that read back to
/// the same bits; -0 is written as 0.
class TableRows {
 public:
  /// The blocks stand beside each other.
  std::string_view bytes(TableFormat format, std::size_t rows, const std::vector<TableBlock>& blocks);

 private:
  std::string_view csv(std::size_t rows, const std::vector<TableBlock>& blocks);
  std::string_view npy(std::size_t rows, const std::vector<TableBlock>& blocks);

  std::vector<char> buffer_;
};

}  // namespace torsor
