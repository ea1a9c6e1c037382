#include "derivation/forward_dynamics_equations.hpp"

#include "torsor/core/error.hpp"

namespace torsor {
namespace {

/// The cofactor of an entry of a matrix of up to three rows; indices that run around give it its sign.
Expr cofactor(const Matrix<Expr>& A, int i, int j) {
  const auto entry = [&](int down, int right) { return A((i + down) % A.rows, (j + right) % A.rows); };
  if (A.rows == 1) return Expr(1.0);
  if (A.rows == 2) return i == j ? entry(1, 1) : -entry(1, 1);
  return entry(1, 1) * entry(2, 2) - entry(1, 2) * entry(2, 1);
}

}  // namespace

std::vector<std::pair<std::string, Expr>> forward_dynamics_equations(const Matrix<Expr>& B,
                                                                     const std::vector<Expr>& bias) {
  const int n = B.rows;
  if (n > 3)
    raise(UsageError("terms", "forward-dynamics is written out for three joints at most, and the robot has " +
                                  std::to_string(n) + "; `generate` has code for any number"));
  std::vector<std::pair<std::string, Expr>> equations;
  Matrix<Expr> symbols(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) {
      if (B(i, j).is_zero()) continue;
      const std::string name = "B" + std::to_string(i + 1) + std::to_string(j + 1);
      symbols(i, j) = symbols(j, i) = Expr::symbol(name);
      equations.emplace_back(name, B(i, j));
    }
  Expr determinant;
  for (int j = 0; j < n; ++j) determinant += B(0, j) * cofactor(B, 0, j);
  equations.emplace_back("Delta", determinant);
  std::vector<Expr> left(bias.size());
  for (std::size_t i = 0; i < bias.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    equations.emplace_back("u" + number, Expr::symbol("tau" + number) - bias[i]);
    left[i] = Expr::symbol("u" + number);
  }
  const Expr Delta = Expr::symbol("Delta");
  for (int i = 0; i < n; ++i) {
    Expr sum;
    for (int j = 0; j < n; ++j) sum += cofactor(symbols, i, j) * left[static_cast<std::size_t>(j)];
    equations.emplace_back("qdd" + std::to_string(i + 1), sum / Delta);
  }
  return equations;
}

}  // namespace torsor
