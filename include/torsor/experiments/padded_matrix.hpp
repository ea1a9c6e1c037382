#pragma once

#include <Eigen/Core>
#include <vector>

namespace torsor {

/// A matrix row by row, for kernels that take several numbers at once: every row begins at a line of the cache and is
/// filled up with zeros to the end of one. From row to row it is an odd number of lines, so that rows do not take each
/// other's places in the cache.
class PaddedMatrix {
 public:
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  template <class Matrix>
  using View = Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

  PaddedMatrix(int rows, int columns)
      : rows_(rows), columns_(columns), lines_((columns + 7) / 8 | 1),
        memory_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(lines_)) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int stride() const { return 8 * lines_; }  // numbers from row to row
  double* data() { return reinterpret_cast<double*>(memory_.data()); }
  const double* data() const { return reinterpret_cast<const double*>(memory_.data()); }
  double* row(int r) { return data() + r * stride(); }
  const double* row(int r) const { return data() + r * stride(); }
  double& operator()(int r, int c) { return row(r)[c]; }
  double operator()(int r, int c) const { return row(r)[c]; }
  View<RowMajor> view() { return {data(), rows_, columns_, Eigen::OuterStride<>(stride())}; }
  View<const RowMajor> view() const { return {data(), rows_, columns_, Eigen::OuterStride<>(stride())}; }

 private:
  struct alignas(64) Line {
    double numbers[8] = {};
  };
  int rows_, columns_, lines_;
  std::vector<Line> memory_;
};

}  // namespace torsor
