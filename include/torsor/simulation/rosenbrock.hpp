#pragma once

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "torsor/core/numbers.hpp"
#include "torsor/spatial/matrix.hpp"

namespace torsor {

/// A = P^T L U in place by rows, largest pivot first; false where A is singular.
inline bool factor_lu(MatrixView<double> A, std::span<int> pivot) {
  for (int k = 0; k < A.rows; ++k) {
    int best = k;
    for (int i = k + 1; i < A.rows; ++i)
      if (std::abs(A(i, k)) > std::abs(A(best, k))) best = i;
    pivot[k] = best;
    if (!(std::abs(A(best, k)) > 0)) return false;
    for (int j = 0; best != k && j < A.rows; ++j) std::swap(A(k, j), A(best, j));
    for (int i = k + 1; i < A.rows; ++i) {
      const double factor = A(i, k) /= A(k, k);
      if (factor == 0) continue;
      for (int j = k + 1; j < A.rows; ++j) A(i, j) -= factor * A(k, j);
    }
  }
  return true;
}
inline void solve_lu(MatrixView<double> LU, std::span<const int> pivot, Output<double> x) {
  for (int k = 0; k < LU.rows; ++k) std::swap(x[k], x[pivot[k]]);
  for (int i = 0; i < LU.rows; ++i)
    for (int j = 0; j < i; ++j) x[i] -= LU(i, j) * x[j];
  for (int i = LU.rows - 1; i >= 0; --i) {
    for (int j = i + 1; j < LU.rows; ++j) x[i] -= LU(i, j) * x[j];
    x[i] /= LU(i, i);
  }
}

/// Order 4 with an error of order 3 for dy/dt = f(t, y) that is stiff: linear systems with the derivatives of f in
/// place of iterations, and what decays at once is gone at once (L-stable). Rodas. [Hairer, Wanner 1996, IV.7 and
/// IV.10]
class Rosenbrock {
 public:
  explicit Rosenbrock(std::size_t n)
      : J(static_cast<int>(n), static_cast<int>(n)), dt(n), LU_(J.rows, J.rows), pivot_(n), y_(n), k_(n),
        U_{u(n), u(n), u(n), u(n), u(n), u(n)} {}

  /// Derivatives of f by y and t at the beginning of a step: to be set before `step`, and kept for shorter ones.
  Matrix<double> J;
  std::vector<double> dt;

  /// y1 at t + h from y at t, where dy/dt is f0; false where f was, or where no step of this length can be made.
  template <class System>
  bool step(System& f, double t, Input<double> y, Input<double> f0, double h, Output<double> y1) {
    static constexpr double gamma = 0.25;
    static constexpr std::array<double, 6> at{0, 0.386, 0.21, 0.63, 1, 1};
    static constexpr std::array<double, 6> by_t{0.25, -0.1043, 0.1035, -0.0362, 0, 0};
    static constexpr double a[6][5] = {
        {},
        {1.544},
        {0.9466785280815826, 0.2557011698983284},
        {3.314825187068521, 2.896124015972201, 0.9986419139977817},
        {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
        {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1}};
    static constexpr double c[6][5] = {
        {},
        {-5.6688},
        {-2.430093356833875, -0.2063599157091915},
        {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
        {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
        {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054}};
    const int n = static_cast<int>(y.size());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) LU_(i, j) = (i == j ? 1 / (gamma * h) : 0.0) - J(i, j);
    if (!factor_lu(LU_.view(), pivot_)) return false;
    for (std::size_t stage = 0; stage < 6; ++stage) {
      for (int i = 0; i < n; ++i) {
        y_[i] = y[i];
        for (std::size_t j = 0; j < stage; ++j) y_[i] += a[stage][j] * U_[j][i];
      }
      if (stage > 0 && !f(t + at[stage] * h, Input<double>(y_), Output<double>(k_))) return false;
      for (int i = 0; i < n; ++i) {
        double sum = (stage == 0 ? f0[i] : k_[i]) + h * by_t[stage] * dt[i];
        for (std::size_t j = 0; j < stage; ++j) sum += c[stage][j] / h * U_[j][i];
        U_[stage][i] = sum;
      }
      solve_lu(LU_.view(), pivot_, U_[stage]);
    }
    for (int i = 0; i < n; ++i) y1[i] = y_[i] + U_[5][i];
    return true;
  }

  /// How far the solution of order 3 is from y1.
  void error(Output<double> error) const {
    for (std::size_t i = 0; i < error.size(); ++i) error[i] = U_[5][i];
  }

 private:
  using u = std::vector<double>;
  Matrix<double> LU_;
  std::vector<int> pivot_;
  std::vector<double> y_, k_;
  std::array<u, 6> U_;
};

}  // namespace torsor
