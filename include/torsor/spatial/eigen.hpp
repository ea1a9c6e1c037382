#pragma once

#include <Eigen/Core>
#include <vector>

#include "torsor/spatial/matrix.hpp"
#include "torsor/spatial/matrix3.hpp"

/// Results as Eigen sees them, and matrices of Eigen to write to: vectors and matrices are the same numbers, not a
/// copy.
namespace torsor {

/// Ours lie row by row, Eigen's usual matrices column by column.
template <class S>
using EigenMatrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class S>
using EigenVector = Eigen::Matrix<S, Eigen::Dynamic, 1>;

template <class S>
Eigen::Map<EigenMatrix<S>> eigen(Matrix<S>& A) {
  return {A.data.data(), A.rows, A.columns};
}
template <class S>
Eigen::Map<const EigenMatrix<S>> eigen(const Matrix<S>& A) {
  return {A.data.data(), A.rows, A.columns};
}
template <class S>
Eigen::Map<EigenVector<S>> eigen(std::vector<S>& x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}
template <class S>
Eigen::Map<const EigenVector<S>> eigen(const std::vector<S>& x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}
/// A result that nobody keeps would leave the map without its numbers.
template <class S>
void eigen(const Matrix<S>&&) = delete;
template <class S>
void eigen(const std::vector<S>&&) = delete;

inline Eigen::Vector3d eigen(const Vector3<double>& v) { return {v.x, v.y, v.z}; }
inline Eigen::Matrix3d eigen(const Matrix3<double>& A) {
  return Eigen::Matrix3d{{A.xx, A.xy, A.xz}, {A.yx, A.yy, A.yz}, {A.zx, A.zy, A.zz}};
}

/// What an algorithm that works in place writes a matrix to; the matrix has to be stored row by row and without gaps.
template <class S>
MatrixView<S> view(EigenMatrix<S>& A) {
  return {A.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols())};
}

}  // namespace torsor
