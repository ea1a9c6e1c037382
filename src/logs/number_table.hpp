#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "torsor/core/finding.hpp"
#include "torsor/logs/log_mapping.hpp"
#include "torsor/logs/row_selection.hpp"

namespace torsor::logs {

/// A file of numbers as rows and columns. All reading is const and from any thread.
class NumberTable {
 public:
  virtual ~NumberTable() = default;

  /// Names of the columns; empty where the file has none.
  const std::vector<std::string>& names() const { return names_; }
  int column_count() const { return columns_; }
  const std::string& file() const { return file_; }

  /// Finds the rows and judges them by these columns, of which the first is time when `first_is_time`. Once, before the
  /// functions below.
  virtual void scan(const std::vector<int>& wanted, bool first_is_time) = 0;
  /// Rows, bad ones among them.
  virtual long row_count() const = 0;
  /// The wanted columns of some rows, column after column; bad rows have no meaning.
  virtual void read(long first, long count, double* values) const = 0;
  /// Line of a text file, number from 1 on in others.
  virtual long line(long row) const { return row + 1; }

  const std::vector<RowRange>& bad_rows() const { return bad_; }
  const std::vector<Finding>& findings() const { return findings_; }

 protected:
  NumberTable(std::string file, std::vector<std::string> names, int columns)
      : file_(std::move(file)), names_(std::move(names)), columns_(columns) {}

  /// Judges the numbers of files that hold nothing else: finite and of a size that a sensor can have.
  void judge_numbers(const std::vector<int>& wanted, bool first_is_time);

  std::string file_;
  std::vector<std::string> names_;
  int columns_ = 0;
  std::vector<RowRange> bad_;
  std::vector<Finding> findings_;
};

/// Beyond this no sensor's number lies, in any unit; clocks count nanoseconds since 1970.
constexpr double largest_value = 1e15, largest_time = 1e20;

std::unique_ptr<NumberTable> open_csv(const std::filesystem::path& path, char delimiter);
std::unique_ptr<NumberTable> open_npy(const std::filesystem::path& path);
std::unique_ptr<NumberTable> open_mat(const std::filesystem::path& path, const std::string& variable);
/// One column as rows of so many numbers.
std::unique_ptr<NumberTable> reshaped(std::unique_ptr<NumberTable> table, int length);
/// By the first bytes of the file, and in rows as the mapping wants them.
std::unique_ptr<NumberTable> open_table(const std::filesystem::path& path, const LogMapping& mapping);

}  // namespace torsor::logs
