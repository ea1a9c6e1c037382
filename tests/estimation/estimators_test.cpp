#include "torsor/estimation/estimators.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

namespace torsor::test::estimators_test {

using Eigen::MatrixXd, Eigen::VectorXd;

/// Two joints: the first feels all three parameters, the second only the last two.
class Data {
 public:
  Data(long rows, double noise_1, double noise_2, unsigned seed = 1) : random_(seed) {
    W_[0] = draw(rows, 3), W_[1] = draw(rows, 2);
    y_[0] = W_[0] * truth() + noise_1 * draw(rows, 1);
    y_[1] = W_[1] * truth().tail(2) + noise_2 * draw(rows, 1);
  }

  static VectorXd truth() { return VectorXd{{2.0, -1.0, 0.5}}; }
  MatrixXd& W(int j) { return W_[j]; }
  VectorXd& y(int j) { return y_[j]; }

  JointEquations equations(int folds = 4) const {
    JointEquations result{3, {{0, 1, 2}, {1, 2}}, {}};
    const long rows = y_[0].size();
    for (int f = 0; f < folds; ++f) {
      const long first = rows * f / folds, count = rows * (f + 1) / folds - first;
      auto& joints = result.by_joint.emplace_back();
      for (int j : {0, 1}) {
        joints.emplace_back(W_[j].cols());
        joints.back().add(W_[j].middleRows(first, count), y_[j].segment(first, count));
      }
    }
    return result;
  }
  /// Both joints under each other, each divided by its noise.
  std::pair<MatrixXd, VectorXd> stacked(double noise_1, double noise_2) const {
    const long rows = y_[0].size();
    MatrixXd W = MatrixXd::Zero(2 * rows, 3);
    VectorXd y(2 * rows);
    W.topRows(rows) = W_[0] / noise_1;
    W.bottomRightCorner(rows, 2) = W_[1] / noise_2;
    y << y_[0] / noise_1, y_[1] / noise_2;
    return {W, y};
  }

 private:
  MatrixXd draw(long rows, long columns) {
    MatrixXd x(rows, columns);
    for (double& entry : x.reshaped()) entry = normal_(random_);
    return x;
  }
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  MatrixXd W_[2];
  VectorXd y_[2];
};

TEST(Estimators, LeastSquaresIsTheQrSolutionOfAllRows) {
  const Data data(200, 0.1, 0.3);
  const auto [W, y] = data.stacked(1, 1);
  const VectorXd expected = W.householderQr().solve(y);
  const LinearEstimate estimate = least_squares(data.equations());
  EXPECT_LT((estimate.beta - expected).norm(), 1e-13);
  const double noise = (y - W * expected).squaredNorm() / double(y.size() - 3);
  const MatrixXd covariance = noise * (W.transpose() * W).inverse();
  EXPECT_LT((estimate.naive_deviation - covariance.diagonal().cwiseSqrt()).norm(), 1e-14);
}

TEST(Estimators, WeightedFindsTheNoiseOfEachJoint) {
  const Data data(20000, 0.02, 2.0);
  const LinearEstimate estimate = weighted_least_squares(data.equations());
  const VectorXd deviation = residual_deviation(data.equations(), estimate.beta);
  EXPECT_NEAR(deviation[0], 0.02, 0.0005);
  EXPECT_NEAR(deviation[1], 2.0, 0.05);
  const auto [W, y] = data.stacked(deviation[0], deviation[1]);
  EXPECT_LT((estimate.beta - W.householderQr().solve(y)).norm(), 1e-10);
}

TEST(Estimators, RowWeightsMultiplyTheSquareOfTheResidual) {  // not the residual: a weight of 4 is four equal rows
  Data data(6, 0.1, 0.1);
  NormalEquations weighted(3), repeated(3);
  weighted.add(data.W(0), data.y(0), VectorXd::Constant(6, 4.0));
  for (int k = 0; k < 4; ++k) repeated.add(data.W(0), data.y(0));
  EXPECT_LT((weighted.WtW - repeated.WtW).norm(), 1e-13);
  EXPECT_LT((weighted.Wty - repeated.Wty).norm(), 1e-13);
  EXPECT_NEAR(weighted.yty, repeated.yty, 1e-13);
}

TEST(Estimators, SquaredResidualFromSumsIsThatOfTheRows) {
  Data data(50, 0.1, 0.3);
  const VectorXd beta{{1.0, 2.0, 3.0}};
  EXPECT_NEAR(data.equations().joint(0).squared_residual(beta), (data.y(0) - data.W(0) * beta).squaredNorm(), 1e-10);
}

TEST(Estimators, SequentialTakesTheOuterJointFirst) {
  Data data(300, 0.05, 0.05);
  const LinearEstimate estimate = sequential(data.equations());
  const VectorXd outer = data.W(1).householderQr().solve(data.y(1));
  EXPECT_LT((estimate.beta.tail(2) - outer).norm(), 1e-13);
  const VectorXd left = data.y(0) - data.W(0).rightCols(2) * outer;
  EXPECT_NEAR(estimate.beta[0], data.W(0).col(0).dot(left) / data.W(0).col(0).squaredNorm(), 1e-13);
}

TEST(Estimators, TotalLeastSquaresIsUnbiasedWhereTheRegressorIsNoisyAndLeastSquaresIsNot) {
  // rows of independent columns of size 1, noise 0.5 in every column and (relative to its length) in y
  Data data(200000, 0, 0);
  const double y_length = std::sqrt(data.y(0).squaredNorm() / 200000);
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  for (int j : {0, 1}) {
    for (double& entry : data.W(j).reshaped()) entry += 0.5 * normal(random);
    for (double& entry : data.y(j).reshaped()) entry += 0.5 * normal(random) * y_length;
  }
  JointEquations one = data.equations();
  one.support = {{0, 1, 2}};
  for (auto& fold : one.by_joint) fold.resize(1);
  const VectorXd plain = least_squares(one).beta, total = total_least_squares(one, VectorXd::Ones(1)).beta;
  EXPECT_LT(plain[0], 2.0 / 1.25 * 1.02);  // attenuated by 1 / (1 + 0.5^2)
  EXPECT_LT((total - Data::truth()).norm(), 0.03);
}

TEST(Estimators, RidgeAndLassoOnCleanDataLeaveTheTruthAlone) {
  const Data data(400, 1e-4, 1e-4);
  const VectorXd zero = VectorXd::Zero(3), ones = VectorXd::Ones(2);
  EXPECT_LT((ridge(data.equations(), ones, zero).beta - Data::truth()).norm(), 1e-3);
  EXPECT_LT((lasso(data.equations(), ones, zero).beta - Data::truth()).norm(), 1e-3);
}

TEST(Estimators, LassoOfOrthogonalColumnsIsTheSoftThreshold) {
  // W = diag(1, 1, 1) stacked: beta_i = soft(y_i, strength * largest y); the data are so clean that strength is least
  JointEquations equations{2, {{0, 1}}, {}};
  for (int fold = 0; fold < 2; ++fold) {
    equations.by_joint.push_back({NormalEquations(2)});
    equations.by_joint.back()[0].add(MatrixXd::Identity(2, 2), VectorXd{{3.0, 1.0}});
  }
  const LinearEstimate estimate = lasso(equations, VectorXd::Ones(1), VectorXd::Zero(2));
  const double strength = std::stod(estimate.note.substr(9));
  EXPECT_LT(strength, 1e-5);
  EXPECT_NEAR(estimate.beta[1], 1 - strength * 3, 3e-6);
}

TEST(Estimators, RidgeTowardsAPriorBeatsPlainOnNoisyShortData) {
  double plain = 0, pulled = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const Data data(8, 3, 3, seed);
    const VectorXd prior = Data::truth() * 1.05, ones = VectorXd::Ones(2);
    plain += (least_squares(data.equations()).beta - Data::truth()).squaredNorm();
    pulled += (ridge(data.equations(), ones, prior).beta - Data::truth()).squaredNorm();
  }
  EXPECT_LT(pulled, 0.5 * plain);
}

TEST(Estimators, AParameterThatNothingDeterminesHasNoAnswer) {
  Data data(50, 0.1, 0.1);
  data.W(0).col(0).setZero();
  EXPECT_EQ(least_squares(data.equations()).beta.size(), 0);
  EXPECT_FALSE(weighted_least_squares(data.equations()).note.empty());
}

TEST(Estimators, ConditioningIsThatOfUnitColumns) {
  NormalEquations sums(2);
  MatrixXd W(2, 2);
  W << 100, 0.001 * std::cos(1.0), 0, 0.001 * std::sin(1.0);  // two directions an angle of 1 rad apart
  sums.add(W, VectorXd::Zero(2));
  const Conditioning all = conditioning(sums);
  EXPECT_NEAR(all.number(), std::sqrt((1 + std::cos(1.0)) / (1 - std::cos(1.0))), 1e-9);
}

/// Of the sum of squares, from the estimate to the truth, over that at the estimate.
double true_increase(const JointEquations& equations) {
  const NormalEquations all = equations.total(VectorXd::Ones(2));
  const double least = all.squared_residual(least_squares(equations).beta);
  return (all.squared_residual(Data::truth()) - least) / least;
}

TEST(Estimators, TheTruthIsAsFarFromTheEstimateAsTheExpectedIncreaseSays) {
  constexpr long rows = 1600;         // a fold has 10 of the longer runs
  for (const long run : {1L, 20L}) {  // samples in which the noise stays the same: white, and coloured
    double expected = 0, found = 0;
    for (unsigned seed = 1; seed <= 150; ++seed) {
      Data data(rows, 0, 0, seed);
      std::mt19937_64 random(1000 + seed);
      std::normal_distribution<double> normal;
      for (const int j : {0, 1}) {
        for (long k = 0; k < rows; ++k) {
          if (k % run != 0) data.W(j).row(k) = data.W(j).row(k - 1);  // or coloured noise would average out
        }
        data.y(j) = data.W(j) * Data::truth().tail(data.W(j).cols());
        for (long k = 0; k < rows; k += run) data.y(j).segment(k, run).array() += normal(random);
      }
      const JointEquations equations = data.equations(8);
      expected += expected_increase(equations, VectorXd::Ones(2), least_squares(equations).beta) / 150;
      found += true_increase(equations) / 150;
    }
    EXPECT_NEAR(expected / found, 1, 0.2) << run << ": " << expected << ", " << found;
    if (run == 1) {
      EXPECT_NEAR(expected, 3.0 / (2 * rows), 0.1 * 3.0 / (2 * rows));
    }
  }
}

}  // namespace torsor::test::estimators_test
