#include "output/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "output/shown.hpp"
#include "torsor/model/position.hpp"

namespace torsor::cli {

Table::Table(std::vector<std::string> header) : rows_{std::move(header)} {}
Table::~Table() = default;

void Table::add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

void Table::print(std::size_t left) const {
  std::vector<std::size_t> width;
  for (const auto& row : rows_)
    for (std::size_t k = 0; k < row.size(); ++k) {
      width.resize(std::max(width.size(), row.size()), 0);
      width[k] = std::max(width[k], row[k].size());
    }
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k)
      line += k < left ? fmt::format("  {:<{}}", row[k], width[k]) : fmt::format("  {:>{}}", row[k], width[k]);
    line.erase(line.find_last_not_of(' ') + 1);
    std::cout << line << '\n';
  }
}

void print_by_joint(const Model<double>& model,
                    const std::vector<std::pair<std::string, std::vector<double>>>& columns) {
  const std::vector<std::string> names = velocity_names(model);
  std::vector<std::string> header{"joint"};
  for (const auto& [name, values] : columns)
    if (values.size() == names.size()) header.push_back(name);
  std::vector<double> largest;
  largest.reserve(columns.size());
  for (const auto& [name, values] : columns) largest.push_back(largest_of(values));
  Table table(header);
  for (std::size_t j = 0; j < names.size(); ++j) {
    std::vector<std::string> row{names[j]};
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (const std::vector<double>& values = columns[k].second; values.size() == names.size())
        row.push_back(shown_beside(values[j], largest[k]));
    table.add(row);
  }
  table.print();
}

void print_matrix(const std::vector<std::string>& row_names, const std::vector<std::string>& column_names,
                  const Matrix<double>& matrix) {
  std::vector<std::string> header{""};
  header.insert(header.end(), column_names.begin(), column_names.end());
  const double largest = largest_of(matrix.data);
  Table table(header);
  for (int i = 0; i < matrix.rows; ++i) {
    std::vector<std::string> row{row_names[i]};
    for (int j = 0; j < matrix.columns; ++j) row.push_back(shown_beside(matrix(i, j), largest));
    table.add(row);
  }
  table.print();
}

void print_symmetric(const std::vector<std::string>& names, const Matrix<double>& matrix) {
  std::vector<std::string> header{""};
  header.insert(header.end(), names.begin(), names.end());
  Table table(header);
  for (int i = 0; i < matrix.rows; ++i) {
    std::vector<std::string> row{names[i]};
    for (int j = 0; j < matrix.columns; ++j)
      row.push_back(shown_beside(matrix(i, j), std::sqrt(std::abs(matrix(i, i) * matrix(j, j)))));
    table.add(row);
  }
  table.print();
}

}  // namespace torsor::cli
