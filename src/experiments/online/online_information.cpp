#include "torsor/experiments/online_information.hpp"

#include <cassert>
#include <cmath>

#include "experiments/online/online_kernels.hpp"
#include "torsor/core/linear_algebra.hpp"

namespace torsor {
namespace {

using namespace experiments;
using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

constexpr double lost = 1e-200;  // squares below are what rounding left of rows that are used up

/// Rows that have an entry in the column at hand.
struct Active {
  int count = 0;
  double* row[most_rows];
  double entry[most_rows];
  double squares = 0;
};

/// H = 1 - scale v v^T on the columns from `first` on, v0 at the row of R: x -= v (scale v^T x), column by column.
template <class P, int count>
void reflect_columns(double* head, const Active& active, double v0, double scale, int first, int end) {
  const P top(v0), twice(scale);
  P v[count];
  for (int a = 0; a < count; ++a) v[a] = P(active.entry[a]);
  for (int c = first / P::size * P::size; c < end; c += P::size) {
    const P h = P::load(head + c);
    P x[count], product = top * h;
    for (int a = 0; a < count; ++a) {
      x[a] = P::load(active.row[a] + c);
      product += v[a] * x[a];
    }
    product = twice * product;
    (h - top * product).store(head + c);
    for (int a = 0; a < count; ++a) (x[a] - v[a] * product).store(active.row[a] + c);
  }
}

/// Takes the entries of the rows in column k to R, which keeps its positive diagonal. What stands left of it is zero in
/// R and in the rows, so that whole packs may be taken.
template <class P>
void reflect(double* head, int k, int columns, const Active& active) {
  if (active.squares >= lost) {
    const double top = head[k], norm = std::sqrt(top * top + active.squares);
    const double v0 = -active.squares / (top + norm), scale = 2 / (v0 * v0 + active.squares);
    with_count(active.count, [&](auto count) {
      reflect_columns<P, decltype(count)::value>(head, active, v0, scale, k + 1, columns + 1);
    });
    head[k] = norm;
  }
  for (int a = 0; a < active.count; ++a) active.row[a][k] = 0;
}

/// All columns from `first` on; rows most_rows at a time.
void take_rows(PaddedMatrix& Rz, PaddedMatrix& rows, const int& count, const int& first) {
  with_lanes([&](auto lanes) {
    using P = Pack<double, decltype(lanes)::value>;
    const int columns = Rz.rows(), stride = rows.stride();
    double *head = Rz.row(first), *const data = rows.data();
    for (int k = first; k < columns; ++k, head += Rz.stride())
      for (int i = 0; i < count;) {
        Active active;
        for (; i < count && active.count < most_rows; ++i) {
          const double entry = data[i * stride + k];
          if (entry == 0) continue;
          active.squares += entry * entry;
          active.entry[active.count] = entry;
          active.row[active.count++] = data + i * stride;
        }
        if (active.count > 0) reflect<P>(head, k, columns, active);
      }
  });
}

void scale_triangle(PaddedMatrix& Rz, const double& factor) {
  with_lanes([&](auto lanes) {
    using P = Pack<double, decltype(lanes)::value>;
    const P each(factor);
    for (int k = 0; k < Rz.rows(); ++k) {
      double* const row = Rz.row(k);
      for (int c = k / P::size * P::size; c < Rz.columns(); c += P::size) (each * P::load(row + c)).store(row + c);
    }
  });
}

/// From the last unknown to the first. The place of z in `beta` is held at zero, those behind it are.
void substitute_back(const PaddedMatrix& Rz, double*& beta) {
  with_lanes([&](auto lanes) {
    using P = Pack<double, decltype(lanes)::value>;
    const int columns = Rz.rows();
    for (int k = 0; k <= columns; ++k) beta[k] = 0;
    for (int k = columns - 1; k >= 0; --k) {
      const double* const row = Rz.row(k);
      beta[k] = (row[columns] - dot<P>(row, beta, k + 1, columns)) / row[k];
    }
  });
}

void substitute_transposed(const PaddedMatrix& Rz, PaddedMatrix& B) {
  with_lanes([&](auto lanes) {
    using P = Pack<double, decltype(lanes)::value>;
    constexpr int packs = 8 / P::size;
    for (int k = 0; k < Rz.rows(); ++k) {
      const double* const row = Rz.row(k);
      const P reciprocal(1 / row[k]);
      P x[packs];
      for (int a = 0; a < packs; ++a) {
        x[a] = reciprocal * P::load(B.row(k) + a * P::size);
        x[a].store(B.row(k) + a * P::size);
      }
      double* other = B.row(k + 1);
      for (int i = k + 1; i < Rz.rows(); ++i, other += B.stride()) {
        const P factor(row[i]);
        for (int a = 0; a < packs; ++a) (P::load(other + a * P::size) - factor * x[a]).store(other + a * P::size);
      }
    }
  });
}

}  // namespace

OnlineInformation::OnlineInformation(int columns, int rows)
    : columns_(columns), Rz_(columns, columns + 1), rows_(rows, columns + 1), solution_(1, columns + 1) {}

void OnlineInformation::take() {
  const int count = rows_.rows(), first = 0;
  run_widest<take_rows>(Rz_, rows_, count, first);
  residual_squares_ += rows_.view().col(columns_).squaredNorm();
  rows_.view().col(columns_).setZero();
}

void OnlineInformation::take_one(int column, double value, double weight) {
  const double root = std::sqrt(weight);
  rows_.view().row(0).setZero();
  rows_(0, column) = root;
  rows_(0, columns_) = root * value;
  const int count = 1;
  run_widest<take_rows>(Rz_, rows_, count, column);
  rows_(0, columns_) = 0;  // what the wish leaves is no residual of data
}

void OnlineInformation::forget(double factor) {
  const double root = std::sqrt(factor);
  run_widest<scale_triangle>(Rz_, root);
  residual_squares_ *= factor;
}

bool OnlineInformation::determined() const {
  const auto R = Rz_.view();
  for (int k = 0; k < columns_; ++k) {
    const double length = R.col(k).head(k + 1).norm();
    if (!(R(k, k) > 1e-9 * length) || !(length > 0)) return false;
  }
  return true;
}

void OnlineInformation::solve(VectorXd& beta) {
  double* solution = solution_.data();
  run_widest<substitute_back>(std::as_const(Rz_), solution);
  beta = VectorXd::Map(solution, columns_);
}

void OnlineInformation::solve_transposed(PaddedMatrix& B) const {
  assert(B.stride() == 8);
  run_widest<substitute_transposed>(Rz_, B);
}

/// [R, -R D; 0, 1/deviation] [beta after; numbers] = [z; 0], with the numbers eliminated: they come first, and what is
/// left below their rows is the new R.
void OnlineInformation::loosen(const MatrixXd& directions, const VectorXd& deviations) {
  const Index p = columns_, q = directions.cols();
  MatrixXd A = MatrixXd::Zero(p + q, q + p + 1);
  A.topLeftCorner(p, q) = -factor() * directions;
  A.block(0, q, p, p) = factor();
  A.block(0, q + p, p, 1) = right_hand_side();
  A.bottomLeftCorner(q, q) = deviations.cwiseInverse().asDiagonal();
  const MatrixXd reduced = linear_algebra::triangular_factor(A);
  auto Rz = Rz_.view();
  for (Index k = 0; k < p; ++k) {
    const double sign = reduced(q + k, q + k) < 0 ? -1 : 1;
    for (Index c = k; c <= p; ++c) Rz(k, c) = sign * reduced(q + k, q + c);
  }
}

MatrixXd OnlineInformation::covariance() const {
  const auto R = Rz_.view();
  MatrixXd inverse = MatrixXd::Identity(columns_, columns_);  // becomes R^-T
  for (Index c = 0; c < inverse.cols(); ++c)
    for (Index k = c; k < columns_; ++k) {
      const double value = inverse(k, c) /= R(k, k);
      const Index right = columns_ - k - 1;
      inverse.col(c).tail(right) -= value * R.row(k).segment(k + 1, right).transpose();
    }
  return inverse.transpose() * inverse;
}

}  // namespace torsor
