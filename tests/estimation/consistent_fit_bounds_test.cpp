#include <gtest/gtest.h>

#include "estimation/consistent_fit_support.hpp"
#include "torsor/estimation/consistent_fit/consistent_fit.hpp"

namespace torsor::test::consistent_fit_bounds_test {

/// Two links with a rotor and friction each, and equations that any program can write down.
struct SmallProblem {
  ParameterLayout layout;
  ConsistentFitProblem problem;

  SmallProblem() {
    using enum ParameterKind;
    layout.inertial = {-1, 0, 14};
    layout.axis = {2, 2, 2};
    for (const int body : {1, 2}) {
      for (int k = 0; k < 10; ++k) layout.entries.push_back({static_cast<ParameterKind>(k), body, -1});
      for (const ParameterKind kind : {rotor_inertia, viscous, coulomb, offset})
        layout.entries.push_back({kind, body, -1});
    }
    problem.layout = &layout;
    problem.A.resize(20, 28);
    problem.y.resize(20);
    for (int i = 0; i < 20; ++i) {
      for (int j = 0; j < 28; ++j) problem.A(i, j) = std::sin(1 + 0.7 * i + 1.3 * j + 0.11 * i * j);
      problem.y[i] = 3 * std::cos(0.5 * i);
    }
    problem.prior = {2,   0.2,   -0.1, 0.3,  0.20, 0.02,  -0.03, 0.25, 0.01,   0.22,  0.4, 1.5, 2.0, -0.3,
                     0.7, -0.05, 0.07, 0.02, 0.03, 0.002, 0.001, 0.04, -0.003, 0.035, 0.1, 0.6, 0.9, 0.2};
  }
};

TEST(ConsistentFit, AgreesWithAnotherSolver) {
  // Optimal values by Clarabel 0.11.1 (an interior point solver for cone programs, written in Rust), called from Python
  // with the matrices of the definition, tolerance 1e-12; its own gap is 2e-7 in the second case, below 1e-9 otherwise.
  struct Case {
    double strength, thinnest;
    std::optional<MassBounds> total;
    double objective, squares, tolerance;
  };
  const Case cases[] = {{1, 1e-3, {}, 45.700440466648, 87.014231772927, 1e-9},
                        {1e-3, 1e-3, {}, 40.562289368, 80.388199886951, 5e-9},
                        {1e-2, 0.03, {}, 41.682801561643, 82.414068712610, 1e-9},
                        {1e-2, 1e-3, MassBounds{5, 6}, 50.248381259793, 87.707313534745, 1e-9},
                        {1e-2, 1e-3, MassBounds{1, 1.5}, 41.658259234359, 82.365768888378, 1e-9}};
  for (const Case& known : cases) {
    SmallProblem small;
    small.problem.strength = known.strength;
    small.problem.thinnest = known.thinnest;
    small.problem.total_mass = known.total;
    const ConsistentFitResult fit = consistent_fit(small.problem);
    EXPECT_TRUE(fit.converged);
    EXPECT_NEAR(fit.objective, known.objective, known.tolerance * known.objective);
    EXPECT_NEAR(fit.squares, known.squares, 1e-6 * known.squares);
  }
}

/// Links of at most three times their true mass that are denser than a ball of osmium.
int too_dense(const Experiment& experiment, const std::vector<double>& theta) {
  int count = 0;
  for (const int at : experiment.layout.inertial) {
    if (at < 0 || theta[at] > 3 * experiment.truth[at]) continue;
    const Matrix4d J = pseudo_inertia_of(&theta[at]);
    const double spread = J.topLeftCorner<3, 3>().trace() - J.topRightCorner<3, 1>().squaredNorm() / J(3, 3);
    const double radius = std::cbrt(J(3, 3) / 22600 / (4.0 / 3 * 3.141592653589793));
    count += spread < 0.999 * 0.6 * J(3, 3) * radius * radius ? 1 : 0;
  }
  return count;
}

TEST(ConsistentFit, LinksThatAreSolidAreNotDenserThanAnyMetal) {
  int free = 0, solid = 0;
  for (const char* robot : {"panda", "ur10"})
    for (const std::uint64_t seed : {1, 2, 3}) {
      const Experiment experiment(robot, 0.05, seed);
      ConsistentFitProblem problem = experiment.problem();
      problem.prior = experiment.truth;
      problem.allowed_increase = 1e-4;
      free += too_dense(experiment, consistent_fit(problem).theta);
      problem.solid_up_to = 3;
      solid += too_dense(experiment, consistent_fit(problem).theta);
    }
  EXPECT_GT(free, 0);
  EXPECT_EQ(solid, 0);
}

TEST(ConsistentFit, KeepsMassesInTheirRanges) {
  const Experiment experiment("ur10", 0.02, 1);
  ConsistentFitProblem problem = experiment.problem();
  problem.masses = {{1, {6, 7}}, {3, {4, 4}}};  // a link that was weighed has a range of one value
  problem.total_mass = MassBounds{25, 26};
  const ConsistentFitResult fit = consistent_fit(problem);
  EXPECT_TRUE(fit.converged);
  const auto mass = [&](int body) { return fit.theta[experiment.layout.inertial[body]]; };
  double total = 0;
  for (int body = 1; body < experiment.model.body_count(); ++body) total += mass(body);
  EXPECT_GE(mass(1), 6);
  EXPECT_LE(mass(1), 7);
  EXPECT_NEAR(mass(3), 4, 1e-5);
  EXPECT_GE(total, 25);
  EXPECT_LE(total, 26);
}

TEST(ConsistentFit, SaysWhenMassesContradictEachOther) {
  SmallProblem small;
  small.problem.masses = {{1, {3, 4}}};
  small.problem.total_mass = MassBounds{1, 2};
  const ConsistentFitResult fit = consistent_fit(small.problem);
  EXPECT_FALSE(fit.possible);
  EXPECT_FALSE(fit.converged);
}

TEST(ConsistentFit, NoDirectionOfAJointHasNegativeFriction) {
  ParameterSelection select = Experiment::friction_and_rotors();
  select.asymmetric = true;
  for (int seed = 1; seed <= 5; ++seed) {
    const Experiment experiment("two-rods", 1.0, static_cast<std::uint64_t>(seed), select, 20);
    const ConsistentFitProblem problem = experiment.problem();
    const ConsistentFitResult fit = consistent_fit(problem);
    // 20 samples with much noise leave most of the robot unknown; what rounding does there ends the search at a gap of
    // some 1e-9, above or below its goal.
    EXPECT_LT(fit.gap, 1e-7);
    EXPECT_TRUE(is_possible(experiment.layout, fit.theta, problem.thinnest));
  }
}

TEST(ConsistentFit, IsTheSameFromATriangularFactor) {
  const Experiment experiment("scara", 0.1, 2);
  ConsistentFitProblem problem = experiment.problem();
  problem.prior = experiment.truth;
  problem.strength = 0.1;
  const ConsistentFitResult stacked = consistent_fit(problem);
  MatrixXd both(problem.A.rows(), problem.A.cols() + 1);
  both << problem.A, problem.y;
  const MatrixXd R = Eigen::HouseholderQR<MatrixXd>(both).matrixQR().triangularView<Eigen::Upper>();
  const Eigen::Index n = problem.A.cols();
  problem.A = R.topLeftCorner(n, n);
  problem.y = R.topRightCorner(n, 1).topRows(n);
  problem.unexplained = R(n, n) * R(n, n);
  const ConsistentFitResult factored = consistent_fit(problem);
  EXPECT_NEAR(stacked.objective, factored.objective, 1e-9 * stacked.objective);
  EXPECT_NEAR(stacked.squares, factored.squares, 1e-7 * stacked.squares);
}

TEST(ConsistentFit, GivesTheSameBitsAgain) {
  const Experiment experiment("two-rods", 0.1, 3);
  EXPECT_EQ(consistent_fit(experiment.problem()).theta, consistent_fit(experiment.problem()).theta);
}

}  // namespace torsor::test::consistent_fit_bounds_test
