#include <gtest/gtest.h>

#include <cmath>

#include "experiments/excitation_support.hpp"
#include "torsor/kinematics/forward_kinematics.hpp"

namespace torsor {
namespace {

using Eigen::MatrixXd;

/// How far rounding throws the value about: second differences over steps so small that curvature does not show.
double noise_of_value(const ExcitationProblem& problem, const MatrixXd& x) {
  double noise = 0;
  for (int k = 1; k <= 8; ++k) {
    const MatrixXd step = MatrixXd::Constant(x.rows(), x.cols(), 1e-10 * k);
    noise = std::max(noise, std::abs(problem.value(x + step) - 2 * problem.value(x) + problem.value(x - step)));
  }
  return noise;
}

/// Central differences D over h, h/2 and h/4, extrapolated [Richardson]: R1 = (4 D(h/2) - D(h)) / 3 has an error of
/// order h^4 and R2 = (64 D(h/4) - 20 D(h/2) + D(h)) / 45 one of order h^6. What R2 changes, |R2 - R1| with R1 from the
/// two smaller steps, is more than the error that is left; rounding N of a value is felt by at most 7 N / h.
void expect_gradient_of_differences(const ExcitationProblem& problem, const MatrixXd& x, double h, double most) {
  MatrixXd slope;
  const double value = problem.value(x, slope);
  EXPECT_NEAR(problem.value(x), value, 1e-9 * std::abs(value));
  const double largest = slope.cwiseAbs().maxCoeff(), noise = noise_of_value(problem, x);
  for (long j = 0; j < x.cols(); ++j)
    for (long r = 0; r < x.rows(); ++r) {
      const auto D = [&](double step) {
        MatrixXd above = x, below = x;
        above(r, j) += step, below(r, j) -= step;
        return (problem.value(above) - problem.value(below)) / (2 * step);
      };
      const double d1 = D(h), d2 = D(h / 2), d4 = D(h / 4);
      const double first = (4 * d4 - d2) / 3, second = (64 * d4 - 20 * d2 + d1) / 45;
      const double tolerance = std::abs(second - first) + 7 * noise / h;
      EXPECT_NEAR(slope(r, j), second, tolerance) << r << ' ' << j;
      EXPECT_LT(tolerance, most * largest) << "differences are too rough to tell: " << r << ' ' << j;
    }
}

TEST(ExcitationProblem, GradientsAreThoseOfDifferences) {
  for (const char* robot : {"puma560", "scara"})
    for (const auto criterion : {ExcitationCriterion::d_optimal, ExcitationCriterion::condition}) {
      const ExampleProblem example(robot, criterion);
      const MatrixXd x = random_motion(example.problem, 3, 0.1).value();
      // what rounding leaves is told from zero by this much of the largest slope at least; eigenvalues, of which the
      // smallest counts most, round more than a determinant
      expect_gradient_of_differences(example.problem, x, 2e-3,
                                     criterion == ExcitationCriterion::d_optimal ? 5e-6 : 2e-5);
    }
}

TEST(ExcitationProblem, CriterionIsTheLogDeterminantOfStackedRegressors) {
  const ExampleProblem example("puma560", ExcitationCriterion::d_optimal);
  const MatrixXd x = random_motion(example.problem, 5, 0.1).value();
  const FourierSeries series = example.problem.series().series(x);
  const Model<double>& model = example.unknowns.model;
  const auto& independent = example.unknowns.base.independent;
  const long p = example.unknowns.base.count(), samples = 60;
  MatrixXd stacked(samples * model.nv, p);
  std::vector<double> q(6), qd(6), qdd(6);
  for (long i = 0; i < samples; ++i) {
    series.evaluate(8.0 * static_cast<double>(i) / samples, q, qd, qdd);
    const Matrix<double> Y = regressor<double>(model, example.unknowns.layout, q, qd, qdd, example.unknowns.conditions);
    for (int j = 0; j < model.nv; ++j)
      for (long b = 0; b < p; ++b)
        stacked(i * model.nv + j, b) = std::sqrt(500.0 / samples) / 0.5 * Y(j, independent[b]);
  }
  double log_det = 0;
  for (const double value : linear_algebra::singular_values(stacked)) log_det += 2 * std::log(value);
  EXPECT_NEAR(example.problem.value(x), -log_det, 1e-6 * std::abs(log_det));
}

TEST(ExcitationProblem, SeriesStartAndEndAtRestAndComeBackFromTheirCoefficients) {
  const SeriesAtRest series(4, 7);
  const MatrixXd x = MatrixXd::Random(series.size(), 2);
  const FourierSeries made = series.series(x);
  std::vector<double> q(2), qd(2), qdd(2);
  made.evaluate(0, q, qd, qdd);
  for (int j = 0; j < 2; ++j) {
    EXPECT_NEAR(qd[j], 0, 1e-12);
    EXPECT_NEAR(qdd[j], 0, 1e-12);
  }
  EXPECT_LT((series.coefficients(made) - x).cwiseAbs().maxCoeff(), 1e-12);
  const SeriesMotion moved = motion(series.grid(50), x);
  made.evaluate(7.0 * 11 / 50, q, qd, qdd);
  for (int j = 0; j < 2; ++j) {
    EXPECT_NEAR(moved.q(j, 11), q[j], 1e-12);
    EXPECT_NEAR(moved.qd(j, 11), qd[j], 1e-12);
    EXPECT_NEAR(moved.qdd(j, 11), qdd[j], 1e-11);
  }
}

TEST(ExcitationLimits, SlopesAreThoseOfDifferences) {
  std::vector<Capsule> capsules;
  for (int body = 0; body <= 6; ++body)
    capsules.push_back({"link" + std::to_string(body), body, {0.01 * body, 0, 0}, {0, 0.02, 0.1}, 0.03});
  const ExampleProblem example("ur10", ExcitationCriterion::d_optimal, -2.0, capsules);
  std::srand(11);
  const MatrixXd x = 0.5 * MatrixXd::Random(example.problem.series().size(), 6);
  const SeriesMotion at = motion(example.problem.series().grid(7), x);
  const auto slopes = example.functions.slopes(at);
  const auto expect_near = [&](MatrixXd SeriesMotion::* part, long offset) {
    for (long k = 0; k < 6; ++k) {
      constexpr double step = 1e-6;
      SeriesMotion above = at, below = at;
      (above.*part).row(k).array() += step, (below.*part).row(k).array() -= step;
      const LimitSlacks high = example.functions.slacks(above), low = example.functions.slacks(below);
      for (long i = 0; i < 7; ++i) {
        for (long j = 0; j < 6; ++j)
          EXPECT_NEAR(slopes[i].torque(j, offset + k), (low.torque(2 * j, i) - high.torque(2 * j, i)) / (2 * step),
                      1e-6);
        for (long g = 0; offset == 0 && g < high.geometry.rows(); ++g)
          EXPECT_NEAR(slopes[i].geometry(g, k), (high.geometry(g, i) - low.geometry(g, i)) / (2 * step), 1e-4)
              << example.functions.geometry_names()[g];
      }
    }
  };
  expect_near(&SeriesMotion::q, 0);
  expect_near(&SeriesMotion::qd, 6);
  expect_near(&SeriesMotion::qdd, 12);
}

TEST(Capsules, NearestPointsAreThoseOfAScan) {
  std::srand(7);
  const auto random = [] {
    return Vector3<double>{Eigen::Vector3d::Random()[0], Eigen::Vector3d::Random()[1], Eigen::Vector3d::Random()[2]};
  };
  for (int k = 0; k < 200; ++k) {
    const Vector3<double> a = random(), b = random(), c = random(), d = k % 5 == 0 ? c + (b - a) : random();
    double least = 1e9;
    for (int s = 0; s <= 200; ++s)
      for (int t = 0; t <= 200; ++t)
        least = std::min(least, length((a + (s / 200.0) * (b - a)) - (c + (t / 200.0) * (d - c))));
    const double found = nearest_points(a, b, c, d).distance;
    EXPECT_LE(found, least + 1e-12);
    EXPECT_GE(found, least - 0.02);
  }
}

}  // namespace
}  // namespace torsor
