#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "torsor/scalar/lanes.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// The columns of a matrix that has the zeros of B in panels, and the rows of each panel that are not zero: those of
/// velocities that move or carry one of its columns. It fits every model whose joints hang together as those of the one
/// it was made for.
class ColumnPanels {
 public:
  static constexpr int wide = 16, narrow = 8;
  struct Panel {
    int column, width;
    std::vector<int> rows;
  };
  std::vector<Panel> panels;
  std::vector<int> last;      // by velocity: the last one that it moves
  std::vector<int> in_order;  // 0, 1, 2 ..

  /// With `full`, no entry is taken to be zero.
  ColumnPanels(std::span<const int> velocity_parent, bool full) : last(velocity_parent.size()), in_order(last.size()) {
    const int n = static_cast<int>(last.size());
    std::iota(in_order.begin(), in_order.end(), 0);
    for (int i = 0; i < n; ++i)
      for (int j = i; j >= 0; j = velocity_parent[j]) last[j] = i;
    for (int c = 0; c < n; c += panels.back().width) {
      Panel& panel = panels.emplace_back(Panel{c, n - c > narrow ? wide : narrow, {}});
      std::vector<bool> meets(last.size(), full);
      const auto inside = [&](int j) { return j >= c && j < c + panel.width; };
      for (int i = 0; i < n; ++i)
        for (int j = i; j >= 0; j = velocity_parent[j]) {
          if (inside(j)) meets[i] = true;
          if (inside(i)) meets[j] = true;
        }
      for (int i = 0; i < n; ++i)
        if (meets[i]) panel.rows.push_back(i);
    }
  }
};

/// factor_ltdl of a matrix whose rows are filled up to whole packs and zero where branches leave zeros: these are
/// computed with, several at once. What is behind the diagonal changes as well.
template <class P, Scalar S>
void factor_padded_ltdl(const int* parent, MatrixView<S> B) {
  constexpr int lanes = lane_count<P>;
  for (int k = B.rows - 1; k >= 0; --k) {
    S* const row_k = &B(k, 0);
    const S pivot = row_k[k], reciprocal = S(1.0) / pivot;
    for (int i = parent[k]; i >= 0; i = parent[i]) {
      S* const row_i = &B(i, 0);
      const P a(row_k[i] * reciprocal);
      for (int j = 0; j <= i; j += lanes)
        store_lanes(load_lanes<P>(row_i + j) - a * load_lanes<P>(row_k + j), row_i + j);
    }
    for (int j = 0; j < k; j += lanes) store_lanes(P(reciprocal) * load_lanes<P>(row_k + j), row_k + j);
    row_k[k] = pivot;
  }
}

/// Packs of a row in two groups side by side, from `column` and from `column + gap` on: a sum of one pack alone would
/// wait for itself.
template <class P, int count>
struct PackedRow {
  std::array<P, count> packs;

  static int place(int k, int gap) {
    constexpr int half = (count + 1) / 2;
    return k < half ? k * lane_count<P> : gap + (k - half) * lane_count<P>;
  }
  template <Scalar S>
  static PackedRow load(const S* row, int gap) {
    PackedRow x;
    for (int k = 0; k < count; ++k) x.packs[k] = load_lanes<P>(row + place(k, gap));
    return x;
  }
  template <Scalar S>
  void store(S* row, int gap) const {
    for (int k = 0; k < count; ++k) store_lanes(packs[k], row + place(k, gap));
  }
  /// Takes off `factor` times a row.
  template <Scalar S>
  void subtract(const P& factor, const S* row, int gap) {
    for (int k = 0; k < count; ++k) packs[k] -= factor * load_lanes<P>(row + place(k, gap));
  }
  void scale(const P& factor) {
    for (int k = 0; k < count; ++k) packs[k] = factor * packs[k];
  }
};

/// solve_columns for one panel, whose columns begin at X, of which those of `rows` are not zero.
template <class P, int count, Scalar S>
void solve_panel(const int* parent, const int* last, std::span<const int> rows, MatrixView<S> L, const S* factors, S* X,
                 int stride, int gap) {
  using Packs = PackedRow<P, count>;
  const int meeting = static_cast<int>(rows.size());
  for (int a = meeting - 1; a >= 0; --a) {  // L^T
    const int j = rows[a];
    Packs x = Packs::load(X + j * stride, gap);
    for (int b = a + 1; b < meeting && rows[b] <= last[j]; ++b) x.subtract(P(L(rows[b], j)), X + rows[b] * stride, gap);
    x.store(X + j * stride, gap);
  }
  for (int i = 0; i < L.rows; ++i) {  // F and L
    Packs x = Packs::load(X + i * stride, gap);
    x.scale(P(factors[i]));
    for (int j = parent[i]; j >= 0; j = parent[j]) x.subtract(P(L(i, j)), X + j * stride, gap);
    x.store(X + i * stride, gap);
  }
}

/// Two matrices X, of which one lies `gap` columns behind the other, become L^-1 F L^-T X: F = diag(factors), L as
/// factor_ltdl leaves it below the diagonal, with zeros where branches leave them. With the reciprocals of D as
/// factors, they are divided by B. The rows of X are filled up to a multiple of eight numbers.
template <class P, Scalar S>
void solve_columns(const int* parent, const ColumnPanels& columns, MatrixView<S> L, const S* factors, MatrixView<S> X,
                   int gap) {
  constexpr int lanes = lane_count<P>, narrow = ColumnPanels::narrow, wide = ColumnPanels::wide;
  const int* const last = columns.last.data();
  for (const auto& [first, width, rows] : columns.panels)
    if (lanes > 2 && width == wide)  // as many packs as there are registers
      solve_panel<P, 2 * wide / lanes, S>(parent, last, rows, L, factors, &X(0, first), X.columns, gap);
    else
      for (int c = first; c < first + width; c += narrow)
        solve_panel<P, 2 * narrow / lanes, S>(parent, last, rows, L, factors, &X(0, c), X.columns, gap);
}

/// invert_columns for the packs from column c on, `count` of them at the most.
template <class P, int count, Scalar S>
void invert_panel(const int* parent, const ColumnPanels& columns, MatrixView<S> L, const S* reciprocals,
                  MatrixView<S> X, int c, int packs) {
  constexpr int lanes = lane_count<P>;
  if constexpr (count > 1)
    if (packs < count) return invert_panel<P, count - 1, S>(parent, columns, L, reciprocals, X, c, packs);
  const int carrying = std::min(X.rows, c + count * lanes);  // behind them L^-T has only zeros
  const std::span rows(columns.in_order.data(), static_cast<std::size_t>(carrying));
  solve_panel<P, count, S>(parent, columns.last.data(), rows, L, reciprocals, &X(0, c), X.columns,
                           (count + 1) / 2 * lanes);
}

/// X becomes B^-1 from its factors, both triangles but for rounding: solve_columns of the identity.
template <class P, Scalar S>
void invert_columns(const int* parent, const ColumnPanels& columns, MatrixView<S> L, const S* reciprocals,
                    MatrixView<S> X) {
  constexpr int lanes = lane_count<P>, most = 4;
  const int packs = (X.rows + lanes - 1) / lanes;
  for (int i = 0; i < X.rows; ++i) {
    for (int k = 0; k < packs; ++k) store_lanes(P(0.0), &X(i, k * lanes));
    X(i, i) = S(1.0);
  }
  for (int k = 0; k < packs; k += most)
    invert_panel<P, most, S>(parent, columns, L, reciprocals, X, k * lanes, packs - k);
}

}  // namespace torsor
