#pragma once

#include <span>
#include <vector>

#include "torsor/scalar/scalar.hpp"

namespace torsor {

/// A matrix that lies elsewhere, row by row.
template <class S>
struct MatrixView {
  S* data;
  int rows, columns;

  S& operator()(int i, int j) const { return data[i * columns + j]; }
};

/// A matrix of any size, row by row: what the convenience forms return.
template <class S>
struct Matrix {
  int rows = 0, columns = 0;
  std::vector<S> data;

  Matrix() = default;
  Matrix(int row_count, int column_count)
      : rows(row_count), columns(column_count), data(std::size_t(row_count) * std::size_t(column_count), S(0.0)) {}

  S& operator()(int i, int j) { return data[i * columns + j]; }
  const S& operator()(int i, int j) const { return data[i * columns + j]; }
  MatrixView<S> view() { return {data.data(), rows, columns}; }
};

}  // namespace torsor
