#include "torsor/dynamics/modes.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "torsor/model/size_limits.hpp"
#include "torsor/spatial/eigen.hpp"

namespace torsor {
namespace {

/// Two eigenvalues that ought to be one come out apart by the root of the rounding error ...
constexpr double apart = 1e-6;
/// ... and a part of one that ought to be 0 by the error itself.
constexpr double rounding = 1e-12;

double clean(double x, double largest) { return std::abs(x) > rounding * largest ? x : 0.0; }

std::vector<std::complex<double>> shape_of(const Eigen::VectorXcd& positions) {
  Eigen::Index largest = 0;
  const double size = positions.cwiseAbs().maxCoeff(&largest);
  std::vector<std::complex<double>> shape(positions.size());
  if (!(size > 0)) return shape;
  for (Eigen::Index k = 0; k < positions.size(); ++k) {
    const std::complex<double> entry = positions[k] / positions[largest];
    shape[k] = {clean(entry.real(), 1), clean(entry.imag(), 1)};
  }
  return shape;
}

}  // namespace

std::vector<Mode> modes(const Matrix<double>& A) {
  std::vector<Mode> result;
  if (A.rows == 0) return result;
  size_limits::require_joints("modes", A.rows / 2, size_limits::small_motion_joints,
                              "the cost of eigenvalues grows as n^3");
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(eigen(A));
  const double largest = solver.eigenvalues().cwiseAbs().maxCoeff();
  for (Eigen::Index k = 0; k < solver.eigenvalues().size(); ++k) {
    std::complex<double> value = solver.eigenvalues()[k];
    if (value.imag() < 0) continue;
    const bool pair = value.imag() > 0, zero = !(std::abs(value) > apart * largest);
    value = zero ? 0.0 : std::complex(clean(value.real(), largest), value.imag());
    Eigen::VectorXcd positions = solver.eigenvectors().col(k).head(A.rows / 2);
    if (zero) positions = positions.real();
    Mode mode{value, std::abs(value), std::nullopt, shape_of(positions)};
    if (mode.frequency > 0) mode.damping_ratio = (0 - value.real()) / mode.frequency;
    const auto behind = [&](const Mode& other) { return other.frequency > mode.frequency; };
    const auto place = std::find_if(result.begin(), result.end(), behind);  // equal ones stay in their order
    result.insert(place, pair && zero ? 2 : 1, mode);                       // two that ought to be 0 are no pair
  }
  return result;
}

}  // namespace torsor
