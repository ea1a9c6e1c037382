#include "torsor/experiments/online_covariance.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "experiments/online/online_kernels.hpp"

namespace torsor {
namespace {

using namespace experiments;
using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

/// P w, of the columns from c on: rows of P where w has an entry, several packs side by side.
template <class P, int count>
void multiply_panel(const PaddedMatrix& covariance, const double* w, int c, double* gain) {
  P sum[count];
  const double* row = covariance.data() + c;
  for (int k = 0; k < covariance.rows(); ++k, row += covariance.stride()) {
    if (w[k] == 0) continue;
    const P factor(w[k]);
    for (int a = 0; a < count; ++a) sum[a] += factor * P::load(row + a * P::size);
  }
  for (int a = 0; a < count; ++a) sum[a].store(gain + c + a * P::size);
}

/// P w less what the equations before have taken from P, which is done for all of them at the end.
template <class P>
void make_gain(const PaddedMatrix& covariance, const double* w, PaddedMatrix& gains, int before) {
  double* const gain = gains.row(before);
  const int width = (covariance.columns() + P::size - 1) / P::size;
  for (int k = 0; k < width; k += most_rows)
    with_count(std::min(width - k, most_rows),
               [&](auto count) { multiply_panel<P, decltype(count)::value>(covariance, w, k * P::size, gain); });
  for (int a = 0; a < before; ++a) {
    const double* const earlier = gains.row(a);
    const P factor(dot<P>(earlier, w, 0, covariance.columns()));
    for (int c = 0; c < covariance.columns(); c += P::size)
      (P::load(gain + c) - factor * P::load(earlier + c)).store(gain + c);
  }
}

/// P less gain gain^T for all of them. Both triangles alike, so that P stays symmetric to the last bit.
template <class P, int count>
void subtract_squares(PaddedMatrix& covariance, const double* gains, int stride) {
  for (int k = 0; k < covariance.rows(); ++k) {
    double* const row = covariance.row(k);
    P factor[count];
    for (int a = 0; a < count; ++a) factor[a] = P(gains[a * stride + k]);
    for (int c = 0; c < covariance.columns(); c += P::size) {
      P left = P::load(row + c);
      for (int a = 0; a < count; ++a) left -= factor[a] * P::load(gains + a * stride + c);
      left.store(row + c);
    }
  }
}

void take_rows(PaddedMatrix& covariance, const PaddedMatrix& rows, PaddedMatrix& gains, double*& beta,
               const VectorXd& y, const VectorXd& variances) {
  with_lanes([&](auto lanes) {
    using P = Pack<double, decltype(lanes)::value>;
    const int columns = covariance.columns();
    int taken = 0;
    for (int j = 0; j < rows.rows(); ++j) {
      const double variance = variances.data()[j];
      if (variance == 0) continue;
      const double* const w = rows.row(j);
      double* const gain = gains.row(taken);
      make_gain<P>(covariance, w, gains, taken++);
      const double expected = variance + dot<P>(w, gain, 0, columns);
      const P step((y.data()[j] - dot<P>(w, beta, 0, columns)) / expected), scale(1 / std::sqrt(expected));
      for (int c = 0; c < columns; c += P::size) {
        const P moved = P::load(gain + c);
        (P::load(beta + c) + step * moved).store(beta + c);
        (scale * moved).store(gain + c);
      }
    }
    for (int first = 0; first < taken; first += most_rows)
      with_count(std::min(taken - first, most_rows), [&](auto count) {
        subtract_squares<P, decltype(count)::value>(covariance, gains.row(first), gains.stride());
      });
  });
}

/// Four rows of P at a time, so that a row of B is loaded once for them.
template <class P, int count>
void multiply_rows(const PaddedMatrix& covariance, const PaddedMatrix& B, int first, PaddedMatrix& product) {
  constexpr int packs = 8 / P::size;
  P sum[count][packs];
  for (int c = 0; c < covariance.columns(); ++c)
    for (int a = 0; a < packs; ++a) {
      const P other = P::load(B.row(c) + a * P::size);
      for (int r = 0; r < count; ++r) sum[r][a] += P(covariance(first + r, c)) * other;
    }
  for (int r = 0; r < count; ++r)
    for (int a = 0; a < packs; ++a) sum[r][a].store(product.row(first + r) + a * P::size);
}

void multiply_all(const PaddedMatrix& covariance, const PaddedMatrix& B, PaddedMatrix& product) {
  with_lanes([&](auto lanes) {
    using P = Pack<double, decltype(lanes)::value>;
    int k = 0;
    for (; k + 4 <= covariance.rows(); k += 4) multiply_rows<P, 4>(covariance, B, k, product);
    for (; k < covariance.rows(); ++k) multiply_rows<P, 1>(covariance, B, k, product);
  });
}

}  // namespace

OnlineCovariance::OnlineCovariance(const VectorXd& start, const VectorXd& deviations, int rows)
    : P_(static_cast<int>(start.size()), static_cast<int>(start.size())), rows_(rows, P_.rows()), beta_(1, P_.rows()),
      gains_(rows, P_.rows()) {
  beta_.view().row(0) = start;
  P_.view().diagonal() = deviations.cwiseAbs2();
}

void OnlineCovariance::take(const VectorXd& y, const VectorXd& variances) {
  assert(y.size() == rows_.rows() && variances.size() == rows_.rows());
  double* beta = beta_.data();
  run_widest<take_rows>(P_, std::as_const(rows_), gains_, beta, y, variances);
}

void OnlineCovariance::multiply(const PaddedMatrix& B, PaddedMatrix& product) const {
  assert(B.stride() == 8 && product.stride() == 8);
  run_widest<multiply_all>(P_, B, product);
}

void OnlineCovariance::loosen(const MatrixXd& directions, const VectorXd& deviations) {
  const MatrixXd moved = directions * deviations.asDiagonal();
  P_.view() += moved * moved.transpose();
}

}  // namespace torsor
