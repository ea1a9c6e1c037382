#include <fmt/format.h>

#include <algorithm>

#include "logs/log_error.hpp"
#include "logs/number_table.hpp"
#include "torsor/core/counted.hpp"

namespace torsor::logs {
namespace {

/// A file with one number in a line, so many of which make a row.
class ReshapedTable : public NumberTable {
 public:
  ReshapedTable(std::unique_ptr<NumberTable> numbers, int length)
      : NumberTable(numbers->file(), {}, length), numbers_(std::move(numbers)), length_(length) {}

  void scan(const std::vector<int>& wanted, bool) override {
    wanted_ = wanted;
    numbers_->scan({0}, true);  // a clock's numbers may be among them
    findings_ = numbers_->findings();
    for (const RowRange& range : numbers_->bad_rows()) bad_.push_back({range.first / length_, range.last / length_});
    bad_ = merged(std::move(bad_));
    const long left = numbers_->row_count() % length_;
    if (left > 0)
      findings_.push_back({"truncated-row",
                           Severity::warning,
                           file_,
                           {static_cast<int>(line(row_count())), 1},
                           "end of the file",
                           fmt::format("expected rows of {}, found {} left over", counted(length_, "number"), left),
                           "left out; check row_length of the mapping"});
  }
  long row_count() const override { return numbers_->row_count() / length_; }
  long line(long row) const override { return numbers_->line(row * length_); }

  void read(long first, long count, double* values) const override {
    std::vector<double> all(static_cast<std::size_t>(count * length_));
    numbers_->read(first * length_, count * length_, all.data());
    for (const int column : wanted_)
      for (long r = 0; r < count; ++r) *values++ = all[static_cast<std::size_t>(r * length_ + column)];
  }

 private:
  std::unique_ptr<NumberTable> numbers_;
  std::vector<int> wanted_;
  long length_;
};

}  // namespace

std::unique_ptr<NumberTable> reshaped(std::unique_ptr<NumberTable> table, int length) {
  if (table->column_count() != 1)
    throw log_error(
        table->file(), {1, 1},
        fmt::format("row_length: expected one number in a line, found {}", counted(table->column_count(), "column")));
  return std::make_unique<ReshapedTable>(std::move(table), length);
}

}  // namespace torsor::logs
