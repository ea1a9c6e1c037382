#include "torsor/simulation/box_program.hpp"

#include <algorithm>
#include <cmath>

namespace torsor {
namespace {

constexpr double share = 1e-13;  // of what was added up: rounding
constexpr int nothing = 2;       // no other side is right

}  // namespace

BoxProgram::BoxProgram(int largest)
    : side_(largest, 0), inside_(largest, 0), w_(largest, 0.0), scale_(largest, 0.0), L_(largest, largest) {}

/// x of the rows inside their bounds from w = 0 there, by L D L^T. A pivot that is lost belongs to a row that depends
/// on others: a little more on the diagonal shares out what several rows could carry.
void BoxProgram::solve_inside(MatrixView<double> W, Input<double> b, Output<double> x) {
  int m = 0;
  for (int i = 0; i < n_; ++i)
    if (side_[i] == 0) inside_[m++] = i;
  for (int r = 0; r < m; ++r) {
    const int i = inside_[r];
    double sum = -b[i];
    for (int j = 0; j < n_; ++j)
      if (side_[j] != 0) sum -= W(i, j) * x[j];
    for (int c = 0; c < r; ++c) {
      double entry = W(i, inside_[c]);
      for (int k = 0; k < c; ++k) entry -= L_(r, k) * L_(c, k) * L_(k, k);
      L_(r, c) = entry / L_(c, c);
    }
    double pivot = W(i, i) * (1 + share);
    for (int k = 0; k < r; ++k) pivot -= L_(r, k) * L_(r, k) * L_(k, k);
    L_(r, r) = std::max(pivot, share * W(i, i));
    for (int k = 0; k < r; ++k) sum -= L_(r, k) * w_[k];
    w_[r] = sum;  // scratch: L y = right-hand side
  }
  for (int r = m - 1; r >= 0; --r) {
    double value = w_[r] / L_(r, r);
    for (int k = r + 1; k < m; ++k) value -= L_(k, r) * x[inside_[k]];
    x[inside_[r]] = value;
  }
}

void BoxProgram::compute_w(MatrixView<double> W, Input<double> b, Input<double> x) {
  for (int i = 0; i < n_; ++i) {
    double sum = b[i], size = std::abs(b[i]);
    for (int j = 0; j < n_; ++j) {
      const double part = W(i, j) * x[j];
      sum += part, size += std::abs(part);
    }
    w_[i] = sum, scale_[i] = size;
  }
}

/// The side on which row i should be, or `nothing` where it is right.
int BoxProgram::wrong_side(int i, Input<double> lower, Input<double> upper, Input<double> x) const {
  const double small = 10 * share * scale_[i];
  if (side_[i] < 0) return w_[i] < -small ? 0 : nothing;
  if (side_[i] > 0) return w_[i] > small ? 0 : nothing;
  const auto margin = [](double bound) { return share * std::abs(bound); };
  if (x[i] < lower[i] + margin(lower[i])) return -1;
  if (x[i] > upper[i] - margin(upper[i])) return 1;
  return nothing;
}

bool BoxProgram::solve(MatrixView<double> W, Input<double> b, Input<double> lower, Input<double> upper,
                       Output<double> x) {
  n_ = static_cast<int>(b.size());
  std::fill(side_.begin(), side_.end(), 0);
  int fewest = n_ + 1, patience = 3;
  for (int turn = 0; turn < 100 + 20 * n_; ++turn) {
    for (int i = 0; i < n_; ++i)
      if (side_[i] != 0) x[i] = side_[i] < 0 ? lower[i] : upper[i];
    solve_inside(W, b, x);
    compute_w(W, b, x);
    int wrong = 0, last = -1;
    for (int i = 0; i < n_; ++i)
      if (wrong_side(i, lower, upper, x) != nothing) ++wrong, last = i;
    if (wrong == 0) return true;
    const bool all = wrong < fewest || patience-- > 0;
    if (wrong < fewest) fewest = wrong, patience = 3;
    for (int i = all ? 0 : last; i <= last; ++i)
      if (const int other = wrong_side(i, lower, upper, x); other != nothing) side_[i] = other;
  }
  return false;
}

}  // namespace torsor
