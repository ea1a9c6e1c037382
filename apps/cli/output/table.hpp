#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "torsor/model/model.hpp"
#include "torsor/spatial/matrix.hpp"

/// Tables for people.
namespace torsor::cli {

/// Columns of text, the first ones to the left and numbers to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> header);
  ~Table();
  void add(std::vector<std::string> row);
  /// The first `left` columns are aligned to the left, the others to the right.
  void print(std::size_t left = 1) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// A table with a row for each velocity and a column for each of the given vectors; q is left out where it has another
/// length.
void print_by_joint(const Model<double>& model,
                    const std::vector<std::pair<std::string, std::vector<double>>>& columns);
/// The same for a matrix, rows named.
void print_matrix(const std::vector<std::string>& row_names, const std::vector<std::string>& column_names,
                  const Matrix<double>& matrix);
/// The same for a symmetric matrix whose entries have different units, such as inertia: what is only rounding beside
/// the two diagonal entries of its row and column is shown as 0.
void print_symmetric(const std::vector<std::string>& names, const Matrix<double>& matrix);

}  // namespace torsor::cli
