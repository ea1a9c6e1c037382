#include "experiments/payload/payload_load.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "torsor/core/linear_algebra.hpp"
#include "torsor/estimation/consistent_fit/consistent_fit.hpp"

namespace torsor::payload {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double density = 2000;           // kg/m^3
constexpr double prior_in_squares = 0.02;  // by how much the prior may raise the squares, which are 1 for a deviation
constexpr double lightest = 1e-3;          // kg

/// A layout with one body that moves: the load.
ParameterLayout load_layout() {
  ParameterLayout layout;
  for (int k = 0; k < 10; ++k) layout.entries.push_back({static_cast<ParameterKind>(k), 1, -1});
  layout.inertial = {-1, 0};
  layout.axis = {2, 2};
  return layout;
}

std::vector<double> ball(const Vector10& ten) {
  const double mass = std::max(ten[0], 20 * lightest);
  const double radius = std::cbrt(3 * mass / (4 * std::numbers::pi * density)), I = 0.4 * mass * radius * radius;
  const double on = ten[0] > 20 * lightest ? 1 : 0;
  Vector3<double> centre{on * ten[1] / mass, on * ten[2] / mass, on * ten[3] / mass};
  const double away = length(centre);
  if (away > 2) centre = (2 / away) * centre;
  const Vector10 prior = ten_of(inertia_about_center(mass, centre, Symmetric3<double>{I, 0, 0, I, 0, I}));
  return {prior.data(), prior.data() + 10};
}

/// m, c and the inertia about the centre.
Vector10 about_centre(const Vector10& ten) {
  const double m = ten[0];
  const Vector3<double> c{ten[1] / m, ten[2] / m, ten[3] / m};
  const double square = dot(c, c);
  Vector10 result;
  result << m, c.x, c.y, c.z, ten[4] - m * (square - c.x * c.x), ten[5] + m * c.x * c.y, ten[6] + m * c.x * c.z,
      ten[7] - m * (square - c.y * c.y), ten[8] + m * c.y * c.z, ten[9] - m * (square - c.z * c.z);
  return result;
}

/// By central differences: the function is rational, and its arguments are of the size of one.
Matrix10 slope_about_centre(const Vector10& ten) {
  Matrix10 slope;
  for (int k = 0; k < 10; ++k) {
    const double step = 1e-6 * std::max(std::abs(ten[k]), k == 0 ? 0.0 : 0.1 * ten[0]);
    slope.col(k) =
        (about_centre(ten + step * Vector10::Unit(k)) - about_centre(ten - step * Vector10::Unit(k))) / (2 * step);
  }
  return slope;
}

void describe(const Vector10& ten, const Inertia<double>& load, const Matrix10& covariance, double gain_deviation,
              PayloadEstimate& result) {
  for (int k = 0; k < 10; ++k) result.unconstrained[static_cast<std::size_t>(k)] = ten[k];
  result.load = load;
  const Vector10 possible = ten_of(load), seen = about_centre(possible);
  const Matrix10 slope = slope_about_centre(possible);
  const Matrix10 whole = covariance + gain_deviation * gain_deviation * possible * possible.transpose();
  const Vector10 deviation = (slope * whole * slope.transpose()).diagonal().cwiseMax(0).cwiseSqrt();
  result.mass_deviation = deviation[0];
  result.mass_deviation_of_noise = std::sqrt(covariance(0, 0));
  const auto without_rounding = [](double place) { return std::abs(place) < 1e-9 ? 0.0 : place; };
  result.centre = {without_rounding(seen[1]), without_rounding(seen[2]), without_rounding(seen[3])};
  result.centre_deviation = {deviation[1], deviation[2], deviation[3]};
  result.inertia = {seen[4], seen[5], seen[6], seen[7], seen[8], seen[9]};
  result.inertia_deviation = {deviation[4], deviation[5], deviation[6], deviation[7], deviation[8], deviation[9]};
}

}  // namespace

Inertia<double> possible_load(const Vector10& ten, const Matrix10& covariance) {
  const ParameterLayout layout = load_layout();
  const MatrixXd L = linear_algebra::cholesky(linear_algebra::ScaledFactor(covariance).inverse());
  if (L.rows() == 0 || !L.allFinite() || !ten.allFinite()) return inertia_of(ten);
  ConsistentFitProblem problem;
  problem.A = L.transpose();
  problem.y = L.transpose() * ten;
  problem.unexplained = 1;
  problem.layout = &layout;
  problem.prior = ball(ten);
  problem.allowed_increase = prior_in_squares;
  problem.minimum_mass = lightest;
  const ConsistentFitResult found = consistent_fit(problem);
  return found.possible ? inertia_of(Vector10::Map(found.theta.data())) : inertia_of(ten);
}

void describe_load(const Vector10& ten, const Matrix10& covariance, double gain_deviation, PayloadEstimate& result) {
  describe(ten, possible_load(ten, covariance), covariance, gain_deviation, result);
}

void describe_point(const Eigen::Vector4d& four, const Matrix10& covariance, double gain_deviation,
                    PayloadEstimate& result) {
  Vector10 ten = Vector10::Zero();
  ten.head(4) = four;
  const double mass = std::max(four[0], lightest);
  const Vector3<double> centre{four[1] / mass, four[2] / mass, four[3] / mass};
  describe(ten, inertia_about_center(mass, centre, Symmetric3<double>{}), covariance, gain_deviation, result);
  result.inertia = result.inertia_deviation = {};
}

}  // namespace torsor::payload
