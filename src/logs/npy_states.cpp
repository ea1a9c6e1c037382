#include <algorithm>
#include <cmath>

#include "logs/log_error.hpp"
#include "logs/npy_matrix.hpp"
#include "logs/state_reader.hpp"
#include "torsor/core/counted.hpp"

namespace torsor::logs {
namespace {

/// A matrix has no names: its columns are those that StateFileOptions says, in their order.
class NpyStates : public StateFile::Reader {
 public:
  NpyStates(std::unique_ptr<InputFile> input, const StateFileOptions& options)
      : Reader(std::move(input), options), matrix_(read_npy_header(*input_)) {
    ColumnProblem problem;
    if (!assume_state_columns(matrix_.columns, options_, columns_, problem)) fail(1, 1, problem.message);
    if (matrix_.rows < matrix_.promised)
      fail(matrix_.rows + 1, 1,
           "expected " + counted(matrix_.promised, "row") + ", found " + std::to_string(matrix_.rows) +
               ": the file ends too early");
    const std::size_t row_bytes = static_cast<std::size_t>(matrix_.columns) * matrix_.size;
    piece_rows_ = static_cast<long>(std::max<std::size_t>(1, options_.piece_bytes / row_bytes));
    if (columns_.assumes_time) require_rising_time();
  }

  long piece_count() const override { return (matrix_.rows + piece_rows_ - 1) / piece_rows_; }

  void read(long piece, StateRows& rows) const override {
    const long first = piece * piece_rows_;
    const auto count = static_cast<std::size_t>(std::min(piece_rows_, matrix_.rows - first)),
               width = static_cast<std::size_t>(matrix_.columns);
    const auto numbers = std::make_unique_for_overwrite<double[]>(count * width);
    read_block(first, count, numbers.get());
    const std::size_t row_stride = matrix_.by_column ? 1 : width, column_stride = matrix_.by_column ? count : 1;
    if (columns_.has_time) {
      rows.time.resize(count);
      for (std::size_t r = 0; r < count; ++r) rows.time[r] = numbers[r * row_stride];
    }
    for (const auto& [vector, column, length] : vectors_in_rows(columns_, options_)) {
      std::vector<double>& target = rows.of(vector);
      target.resize(count * length);
      const double* from = numbers.get() + column * column_stride;
      for (std::size_t r = 0; r < count; ++r)
        for (std::size_t k = 0; k < length; ++k) target[r * length + k] = from[r * row_stride + k * column_stride];
    }
    rows.count = count;
    require_finite(first, numbers.get(), count, row_stride, column_stride);
  }

  FileError without_rows() const override { return error(1, 1, "expected at least one row of numbers, found none"); }

 private:
  FileError error(long row, std::size_t column, const std::string& message) const {
    return log_error(input_->name(), {static_cast<int>(row), static_cast<int>(column)}, message);
  }
  [[noreturn]] void fail(long row, std::size_t column, const std::string& message) const {
    throw error(row, column, message);
  }

  /// In the first rows, wherever pieces are cut.
  void require_rising_time() const {
    const auto count = static_cast<std::size_t>(std::min(matrix_.rows, first_rows)),
               width = static_cast<std::size_t>(matrix_.columns);
    std::vector<double> numbers(count * width);
    read_block(0, count, numbers.data());
    const std::size_t stride = matrix_.by_column ? 1 : width;
    for (std::size_t r = 1; r < count; ++r)
      if (const double before = numbers[(r - 1) * stride], time = numbers[r * stride]; time < before)
        fail(static_cast<long>(r) + 1, 1, time_problem(before, time, width));
  }

  /// As they lie in the file: row after row, or column after column.
  void read_block(long first, std::size_t count, double* numbers) const {
    const auto width = static_cast<std::size_t>(matrix_.columns), start = static_cast<std::size_t>(first);
    if (!matrix_.by_column) return read_npy_numbers(*input_, matrix_, start * width, count * width, numbers);
    for (std::size_t column = 0; column < width; ++column)
      read_npy_numbers(*input_, matrix_, column * static_cast<std::size_t>(matrix_.rows) + start, count,
                       numbers + column * count);
  }

  /// Of the numbers that are wanted.
  void require_finite(long first, const double* numbers, std::size_t count, std::size_t row_stride,
                      std::size_t column_stride) const {
    const auto is_finite = [](double x) { return std::isfinite(x); };
    if (std::all_of(numbers, numbers + count * columns_.slots.size(), is_finite)) return;
    for (std::size_t r = 0; r < count; ++r)
      for (std::size_t column = 0; column < columns_.slots.size(); ++column)
        if (columns_.slots[column] >= 0 && !is_finite(numbers[r * row_stride + column * column_stride]))
          fail(first + static_cast<long>(r) + 1, column + 1, "expected a finite number, found nan or inf");
  }

  static constexpr long first_rows = 100;

  NpyMatrix matrix_;
  long piece_rows_ = 1;
};

}  // namespace

std::unique_ptr<StateFile::Reader> npy_states(std::unique_ptr<InputFile> input, const StateFileOptions& options) {
  return std::make_unique<NpyStates>(std::move(input), options);
}

}  // namespace torsor::logs
