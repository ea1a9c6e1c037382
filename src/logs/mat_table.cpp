#include <algorithm>
#include <map>

#include "logs/input_file.hpp"
#include "logs/log_error.hpp"
#include "logs/mat_elements.hpp"
#include "logs/number_table.hpp"
#include "torsor/core/limits.hpp"
#include "torsor/core/text.hpp"

namespace torsor::logs {
namespace {

/// The variables of a MATLAB file side by side: q of 1000 x 6 becomes the columns q1 .. q6, a vector keeps its name.
class MatTable : public NumberTable {
 public:
  MatTable(const std::filesystem::path& path, const std::string& variable) : NumberTable(path.string(), {}, 0) {
    const InputFile input(path);
    if (input.size() > limits::mat_bytes)
      throw log_error(file_, {1, 1},
                      "expected a MATLAB file of at most 1 GB, which is read as a whole; write it as CSV or NPY");
    std::string bytes(input.size(), '\0');
    bytes.resize(input.read(0, bytes.data(), bytes.size()));
    matrices_ = read_mat(bytes, file_);
    for (MatMatrix& matrix : matrices_) matrix.name = printable(matrix.name);
    std::erase_if(matrices_, [&](const MatMatrix& matrix) {
      return !variable.empty() && matrix.name != variable && !matrix.name.starts_with(variable + ".");
    });
    for (MatMatrix& matrix : matrices_)
      if (matrix.rows == 1) std::swap(matrix.rows, matrix.columns);  // a row vector of samples
    choose_length();
    name_columns();
  }

  void scan(const std::vector<int>& wanted, bool first_is_time) override {
    wanted_ = wanted;
    judge_numbers(wanted, first_is_time);
  }
  long row_count() const override { return static_cast<long>(rows_); }
  void read(long first, long count, double* values) const override {
    for (std::size_t k = 0; k < wanted_.size(); ++k) {
      const double* column = places_[static_cast<std::size_t>(wanted_[k])];
      std::copy_n(column + first, count, values + static_cast<long>(k) * count);
    }
  }

 private:
  /// The length that most columns have; single settings and tables of another length are no part of the log.
  void choose_length() {
    std::map<std::size_t, std::size_t> columns;
    for (const MatMatrix& matrix : matrices_)
      if (matrix.rows > 1) columns[matrix.rows] += matrix.columns;
    std::size_t most = 0;
    for (const auto& [rows, count] : columns)
      if (count >= most) most = count, rows_ = rows;
    if (rows_ == 0) throw log_error(file_, {1, 1}, "expected numeric variables of several rows, found none");
    std::erase_if(matrices_, [&](const MatMatrix& matrix) { return matrix.rows != rows_; });
  }

  void name_columns() {
    if (matrices_.size() == 1 && matrices_[0].columns > 1) {  // one matrix with everything, as from writematrix
      for (std::size_t c = 0; c < matrices_[0].columns; ++c) places_.push_back(matrices_[0].values.data() + c * rows_);
      columns_ = static_cast<int>(places_.size());
      return;
    }
    for (const MatMatrix& matrix : matrices_)
      for (std::size_t c = 0; c < matrix.columns; ++c) {
        names_.push_back(matrix.columns == 1 ? matrix.name : matrix.name + std::to_string(c + 1));
        places_.push_back(matrix.values.data() + c * rows_);
      }
    columns_ = static_cast<int>(places_.size());
  }

  std::vector<MatMatrix> matrices_;
  std::vector<const double*> places_;  // by column: its first number
  std::vector<int> wanted_;
  std::size_t rows_ = 0;
};

}  // namespace

std::unique_ptr<NumberTable> open_mat(const std::filesystem::path& path, const std::string& variable) {
  return std::make_unique<MatTable>(path, variable);
}

}  // namespace torsor::logs
