#include "logs/input_file.hpp"
#include "logs/npy_matrix.hpp"
#include "logs/number_table.hpp"
#include "torsor/core/counted.hpp"

namespace torsor::logs {
namespace {

/// A matrix as numpy.save writes it: a header with type, order and shape, then the numbers.
class NpyTable : public NumberTable {
 public:
  explicit NpyTable(const std::filesystem::path& path)
      : NumberTable(path.string(), {}, 0), input_(path), matrix_(read_npy_header(input_)) {
    columns_ = matrix_.columns;
    if (matrix_.rows < matrix_.promised) tell_truncated();
  }

  void scan(const std::vector<int>& wanted, bool first_is_time) override {
    wanted_ = wanted;
    judge_numbers(wanted, first_is_time);
  }
  long row_count() const override { return matrix_.rows; }

  void read(long first, long count, double* values) const override {
    const auto rows = static_cast<std::size_t>(count), start = static_cast<std::size_t>(first);
    if (matrix_.by_column) {
      for (const int column : wanted_) {
        const std::size_t at = static_cast<std::size_t>(column) * static_cast<std::size_t>(matrix_.rows) + start;
        read_npy_numbers(input_, matrix_, at, rows, values);
        values += count;
      }
      return;
    }
    const auto width = static_cast<std::size_t>(columns_);
    std::vector<double> numbers(rows * width);
    read_npy_numbers(input_, matrix_, start * width, numbers.size(), numbers.data());
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t k = 0; k < wanted_.size(); ++k)
        values[k * rows + r] = numbers[r * width + static_cast<std::size_t>(wanted_[k])];
  }

 private:
  void tell_truncated() {
    findings_.push_back({"truncated-row",
                         Severity::warning,
                         file_,
                         {static_cast<int>(matrix_.rows + 1), 1},
                         "rows " + std::to_string(matrix_.rows + 1) + "-" + std::to_string(matrix_.promised),
                         "expected " + counted(matrix_.promised, "row") + ", found " + std::to_string(matrix_.rows),
                         "the file ends too early: the rows that are there are used"});
  }

  InputFile input_;
  NpyMatrix matrix_;
  std::vector<int> wanted_;
};

}  // namespace

std::unique_ptr<NumberTable> open_npy(const std::filesystem::path& path) { return std::make_unique<NpyTable>(path); }

}  // namespace torsor::logs
