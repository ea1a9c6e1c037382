#include "torsor/dynamics/ltdl_columns.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "torsor/dynamics/ltdl.hpp"

namespace torsor::test::ltdl_columns_test {

constexpr int n = 27, width = 32;

/// A trunk of three with branches of eight, of which the last one forks.
std::vector<int> branched() {
  std::vector<int> parent{-1, 0, 1};
  for (const int root : {2, 2, 1}) {
    parent.push_back(root);
    for (int k = 1; k < 8; ++k) parent.push_back(static_cast<int>(parent.size()) - 1);
  }
  parent.back() = 20;
  return parent;
}

double random_number(int place) { return std::sin(12.9898 * place + 1) * 0.9; }

/// Zero where neither velocity carries the other.
Matrix<double> with_zeros(const std::vector<int>& parent, double diagonal) {
  Matrix<double> A(n, width);
  for (int i = 0; i < n; ++i)
    for (int j = i; j >= 0; j = parent[j]) {
      A(i, j) = random_number(i * n + j) + (i == j ? diagonal : 0);
      A(j, i) = diagonal == 0 ? random_number(j * n + i) : A(i, j);
    }
  return A;
}

template <class P>
void expect_columns_solved(const std::vector<int>& parent) {
  const Matrix<double> B = with_zeros(parent, 20), X = with_zeros(parent, 0);
  Matrix<double> L = B, expected_L = B, found(n, 2 * width), inverse(n, width);
  factor_padded_ltdl<P, double>(parent.data(), L.view());
  factor_ltdl<double>(parent, expected_L.view());
  std::vector<double> reciprocals;
  for (int i = 0; i < n; ++i) {
    reciprocals.push_back(1 / L(i, i));
    for (int j = 0; j <= i; ++j) ASSERT_NEAR(L(i, j), expected_L(i, j), 1e-13) << i << ' ' << j;
    for (int j = 0; j < width; ++j) found(i, j) = X(i, j), found(i, width + j) = 2 * X(i, j);
  }
  const ColumnPanels panels(parent, false);
  solve_columns<P, double>(parent.data(), panels, L.view(), reciprocals.data(), found.view(), width);
  invert_columns<P, double>(parent.data(), panels, L.view(), reciprocals.data(), inverse.view());
  for (int c = 0; c < n; ++c) {
    std::vector<double> x, e(n);
    for (int i = 0; i < n; ++i) x.push_back(X(i, c));
    e[static_cast<std::size_t>(c)] = 1;
    solve_ltdl<double>(parent, expected_L.view(), x);
    solve_ltdl<double>(parent, expected_L.view(), e);
    for (int i = 0; i < n; ++i) {
      EXPECT_NEAR(found(i, c), x[static_cast<std::size_t>(i)], 1e-13) << i << ' ' << c;
      EXPECT_NEAR(found(i, width + c), 2 * x[static_cast<std::size_t>(i)], 1e-13) << i << ' ' << c;
      EXPECT_NEAR(inverse(i, c), e[static_cast<std::size_t>(i)], 1e-13) << i << ' ' << c;
    }
  }
}

TEST(LtdlColumns, AreThoseOfOneColumnAfterTheOther) {
  for (const bool branches : {true, false}) {
    std::vector<int> parent = branched();
    for (int i = 0; i < n && !branches; ++i) parent[static_cast<std::size_t>(i)] = i - 1;
    expect_columns_solved<double>(parent);
    expect_columns_solved<Pack<double, 2>>(parent);
    expect_columns_solved<Pack<double, 4>>(parent);
    expect_columns_solved<Pack<double, 8>>(parent);
  }
}

TEST(LtdlColumns, LeaveOutWhatABranchDoesNotMove) {
  const ColumnPanels panels(branched(), false);
  ASSERT_EQ(panels.panels.size(), 2u);
  EXPECT_EQ(panels.panels[0].rows.size(), 27u);  // the trunk meets all
  EXPECT_EQ(panels.panels[1].column, 16);
  const std::vector<int>& rows = panels.panels[1].rows;
  EXPECT_EQ(std::ranges::count(rows, 5), 0) << "the first branch neither moves nor carries the others";
  EXPECT_EQ(rows.size(), 27u - 8u);
  EXPECT_EQ(ColumnPanels(branched(), true).panels[1].rows.size(), 27u);
}

}  // namespace torsor::test::ltdl_columns_test
