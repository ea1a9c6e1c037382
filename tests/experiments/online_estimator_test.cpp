#include <gtest/gtest.h>

#include <Eigen/QR>
#include <random>

#include "experiments/online_test_support.hpp"
#include "support/made_log.hpp"
#include "torsor/estimation/estimators.hpp"

namespace torsor::test::online_estimator_test {

using Eigen::MatrixXd, Eigen::VectorXd;

/// States of a made log, with exact velocities and accelerations, and torques with noise.
struct States {
  Description description = read_builtin_robot("ur10");
  LogRows rows = make_rows({.period = 0.02, .rows = 1500});

  template <class Take>
  void each(const Take& take) const {
    std::vector<double> q(6), qd(6), qdd(6), tau(6);
    for (Eigen::Index r = 0; r < rows.q.rows(); ++r) {
      for (int j = 0; j < 6; ++j)
        q[j] = rows.q(r, j), qd[j] = rows.qd(r, j), qdd[j] = rows.qdd(r, j), tau[j] = rows.tau(r, j);
      take(rows.time[static_cast<std::size_t>(r)], q, qd, qdd, tau);
    }
  }
};

OnlineOptions plain() {
  OnlineOptions options;
  options.start_from_robot = false;
  options.deviation = {2, 3, 1, 0.5, 0.7, 0.4};
  options.slow = {0.0};
  options.load.watch = false;
  return options;
}

void feed_states(const States& states, OnlineEstimator& estimator) {
  states.each([&](double time, const auto& q, const auto& qd, const auto& qdd, const auto& tau) {
    estimator.update(time, q, qd, qdd, tau);
  });
}

/// The same equations, one below the other, for the estimators of a whole log.
JointEquations equations_of(const States& states, const Unknowns& unknowns) {
  JointEquations sums{unknowns.base.count(), unknowns.support(), {{}}};
  for (const auto& felt : sums.support) sums.by_joint[0].emplace_back(static_cast<Eigen::Index>(felt.size()));
  states.each([&](double, const auto& q, const auto& qd, const auto& qdd, const auto& tau) {
    const Matrix<double> Y = regressor(unknowns.model, unknowns.layout, q, qd, qdd, unknowns.conditions);
    for (int j = 0; j < 6; ++j) {
      const std::vector<int>& felt = sums.support[j];
      MatrixXd W(1, felt.size());
      for (std::size_t a = 0; a < felt.size(); ++a) W(0, a) = Y(j, unknowns.base.independent[felt[a]]);
      sums.by_joint[0][j].add(W, VectorXd::Constant(1, tau[j]));
    }
  });
  return sums;
}

/// Weighted least squares of estimation, on the same equations with the same weights.
TEST(OnlineEstimator, EqualsTheEstimateOfTheWholeLog) {
  const States states;
  const OnlineOptions options = plain();
  OnlineEstimator estimator(states.description, options);
  feed_states(states, estimator);
  ASSERT_TRUE(estimator.ready());
  const JointEquations sums = equations_of(states, estimator.unknowns());
  const NormalEquations total = sums.total(weights_of(VectorXd::Map(options.deviation.data(), 6)));
  const VectorXd batch = total.WtW.colPivHouseholderQr().solve(total.Wty);
  EXPECT_LT((estimator.beta() - batch).norm(), 1e-9 * batch.norm());
  for (Eigen::Index b = 0; b < batch.size(); ++b)
    EXPECT_NEAR(estimator.beta()[b], batch[b], 1e-9 * std::max(std::abs(batch[b]), 0.01 * batch.cwiseAbs().maxCoeff()));
  EXPECT_NEAR(estimator.residual_squares() / total.squared_residual(batch), 1, 1e-6);
}

/// With white noise of these deviations the covariance of the Kalman form is that of least squares with a weak start.
TEST(OnlineEstimator, TheKalmanFormOfParametersThatDoNotWanderIsLeastSquares) {
  const States states;
  OnlineOptions options = plain();
  options.start_from_robot = true;
  OnlineEstimator forgetting(states.description, options);
  options.method = OnlineMethod::random_walk;
  options.friction_walk = options.other_walk = 0;
  OnlineEstimator kalman(states.description, options);
  feed_states(states, forgetting);
  feed_states(states, kalman);
  EXPECT_LT((kalman.beta() - forgetting.beta()).norm(), 1e-6 * forgetting.beta().norm());
  EXPECT_LT((kalman.covariance() - forgetting.covariance()).norm(), 1e-5 * forgetting.covariance().norm());
}

/// Weights exp(-age / T), written down row by row.
TEST(OnlineEstimator, ForgetsWithItsTimeConstant) {
  const States states;
  OnlineInformation information(3, 1);
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  MatrixXd A(40, 3);
  VectorXd b(40);
  for (int r = 0; r < 40; ++r) {
    for (int c = 0; c < 3; ++c) A(r, c) = normal(random);
    b[r] = normal(random);
    information.forget(0.9);
    information.rows().view().row(0).head(3) = A.row(r);
    information.rows()(0, 3) = b[r];
    information.take();
  }
  VectorXd root(40), beta(3);
  for (int r = 0; r < 40; ++r) root[r] = std::pow(0.9, 0.5 * (39 - r));
  const VectorXd expected = (root.asDiagonal() * A).eval().colPivHouseholderQr().solve(root.cwiseProduct(b));
  information.solve(beta);
  EXPECT_LT((beta - expected).norm(), 1e-12);
}

/// What may have changed by D n with n normal has the covariance P + D D^T, and the same estimate.
TEST(OnlineInformation, LoosensTheDirectionsOfALoadAndNoOthers) {
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  OnlineInformation information(4, 6);
  for (int k = 0; k < 6 * 5; ++k) information.rows()(k / 5, k % 5) = normal(random);
  information.take();
  VectorXd before(4), after(4);
  information.solve(before);
  const MatrixXd P = information.covariance();
  MatrixXd D(4, 2);
  D << 1, 0, 0.5, 0, 0, 1, 0, -2;
  const Eigen::Vector2d deviations(3, 0.5);
  information.loosen(D, deviations);
  information.solve(after);
  EXPECT_LT((after - before).norm(), 1e-10);
  const MatrixXd moved = D * deviations.asDiagonal();
  EXPECT_LT((information.covariance() - P - moved * moved.transpose()).norm(), 1e-10 * P.norm());
}

/// Many streams of the same states, with white noise of the deviation that is given: estimates scatter as said,
/// or less.
TEST(OnlineEstimator, ForgettingStatesHowFarItsEstimatesScatter) {
  const States states;
  OnlineOptions options = plain();
  options.forgetting = 4;
  std::mt19937 random(6);
  std::normal_distribution<double> normal;
  OnlineEstimator clean(states.description, options);
  feed_states(states, clean);
  const VectorXd stated = clean.covariance().diagonal();
  VectorXd square = VectorXd::Zero(stated.size());
  constexpr int streams = 60;
  for (int k = 0; k < streams; ++k) {
    OnlineEstimator noisy(states.description, options);
    states.each([&](double time, const auto& q, const auto& qd, const auto& qdd, auto tau) {
      for (int j = 0; j < 6; ++j) tau[j] += options.deviation[j] * normal(random);
      noisy.update(time, q, qd, qdd, tau);
    });
    square += (noisy.beta() - clean.beta()).cwiseAbs2();
  }
  const double ratio = (square.array() / stated.array()).mean() / streams;
  EXPECT_LT(ratio, 1.1);
  EXPECT_GT(ratio, 0.6);  // what the motion does not show is held, and scatters less; R alone would say 0.35
}

TEST(OnlineEstimator, AtRestNothingIsForgotten) {
  const States states;
  OnlineOptions options = plain();
  options.start_from_robot = true;
  options.slow = {0.01};
  options.forgetting = 1;
  OnlineEstimator estimator(states.description, options);
  feed_states(states, estimator);
  const VectorXd before = estimator.beta();
  const std::vector<double> q(6, 0.3), still(6), tau(6, 1.0);
  for (int k = 0; k < 5000; ++k) estimator.update(100 + 0.02 * k, q, still, still, tau);
  EXPECT_EQ((estimator.beta() - before).norm(), 0);
}

/// One joint that turns alone shows nothing of the others; what is known of them stays bounded while it is forgotten.
TEST(OnlineEstimator, DeviationsStayBoundedWhileTheMotionShowsLittle) {
  const States states;
  OnlineOptions options = plain();
  options.start_from_robot = true;
  options.forgetting = 5;
  OnlineEstimator estimator(states.description, options);
  feed_states(states, estimator);
  const VectorXd known = estimator.covariance().diagonal();
  std::vector<double> q(6, 0.3), qd(6), qdd(6), tau(6);
  for (int k = 0; k < 10000; ++k) {
    q[5] = std::sin(0.02 * k), qd[5] = std::cos(0.02 * k), qdd[5] = -q[5];
    estimator.update(100 + 0.02 * k, q, qd, qdd, tau);
  }
  OnlineEstimator fresh(states.description, options);
  const VectorXd at_start = fresh.covariance().diagonal(), now = estimator.covariance().diagonal();
  for (Eigen::Index b = 0; b < now.size(); ++b) EXPECT_LT(now[b], 1.4 * at_start[b]) << b;
  EXPECT_GT(now.maxCoeff(), 10 * known.maxCoeff());
}

/// A polynomial of fourth degree on uneven time stamps.
TEST(OnlineMotion, IsExactForWhatItFits) {
  OnlineMotion motion(2, {.half_window = 0.1, .rate = 20});
  const auto x = [](double t) { return 1 + t * (2 + t * (-3 + t * (0.5 + 0.25 * t))); };
  std::mt19937 random(5);
  double t = 0;
  int states = 0;
  for (int k = 0; k < 2000; ++k) {
    t += 0.001 * (1 + 0.5 * static_cast<double>(random() % 1000) / 1000);
    if (!motion.push(t, std::vector{x(t), 3.0}, std::vector{-x(t), x(t)})) continue;
    ++states;
    const double m = motion.time(), v = 2 + m * (-6 + m * (1.5 + m)), a = -6 + m * (3 + 3 * m);
    EXPECT_NEAR(t - m, 0.1, 0.002);
    EXPECT_NEAR(motion.q()[0], x(m), 1e-10);
    EXPECT_NEAR(motion.qd()[0], v, 1e-8);
    EXPECT_NEAR(motion.qdd()[0], a, 1e-5);
    EXPECT_NEAR(motion.tau()[0], -x(m), 1e-10);
    EXPECT_NEAR(motion.q()[1], 3, 1e-12);
    EXPECT_NEAR(motion.qdd()[1], 0, 1e-6);
  }
  EXPECT_NEAR(states, 20 * t, 6);
}

TEST(OnlineMotion, LeavesOutWhatIsNoSampleAndStartsAnewAfterAGap) {
  OnlineMotion motion(1, {});
  const std::vector<double> one{1.0}, none{std::nan("")};
  EXPECT_FALSE(motion.push(0, one, one));
  EXPECT_FALSE(motion.push(0, one, one));
  EXPECT_FALSE(motion.push(0.001, none, one));
  EXPECT_FALSE(motion.push(std::nan(""), one, one));
  EXPECT_EQ(motion.left_out(), 3);
  for (int k = 1; k < 150; ++k) EXPECT_FALSE(motion.push(0.001 * k, one, one));
  for (int k = 0; k < 150; ++k) EXPECT_FALSE(motion.push(5 + 0.001 * k, one, one)) << "the window is not full yet";
}

/// The first torques of this motion are small and its first velocities slow: taken for quick and precise, they
/// outweighed the rest of the log, and Fs1 was off by a factor of two.
TEST(OnlineEstimator, TheFirstSecondsDoNotOutweighTheRest) {
  const MovingRobot robot("panda");
  const SyntheticLog log = robot.log(robot.model, 60, 200, "realistic");
  OnlineEstimator estimator(robot.description);
  feed(log, 0, log.row_count(), [&](double t, const auto& q, const auto& tau) { estimator.push(t, q, tau); });
  const Unknowns& unknowns = estimator.unknowns();
  const std::vector<double> truth = base_values(unknowns.base, parameters(robot.model, unknowns.layout));
  const VectorXd deviation = estimator.covariance().diagonal().cwiseSqrt();
  double squares = 0;
  for (Eigen::Index b = 0; b < deviation.size(); ++b) {
    const double error = (estimator.beta()[b] - truth[static_cast<std::size_t>(b)]) / deviation[b];
    squares += error * error;
    EXPECT_LT(std::abs(error), 4.5) << b;
  }
  EXPECT_LT(std::sqrt(squares / static_cast<double>(deviation.size())), 1.3);
}

TEST(OnlineEstimator, WritesARobotThatCanExist) {
  const MovingRobot robot("puma560");
  const SyntheticLog log = robot.log(robot.model, 40, 200, "realistic");
  OnlineEstimator estimator(robot.description);
  feed(log, 0, log.row_count(), [&](double t, const auto& q, const auto& tau) { estimator.push(t, q, tau); });
  const StandardEstimate consistent = estimator.consistent();
  ASSERT_TRUE(consistent.valid);
  EXPECT_LT(consistent.gap, 1e-6);
  const Model<double> model =
      with_parameters<double>(estimator.unknowns().model, estimator.unknowns().layout, consistent.value);
  for (std::size_t body = 1; body < model.bodies.size(); ++body) EXPECT_GT(model.bodies[body].inertia.mass, 0);
  const std::vector<double> base = base_values(estimator.unknowns().base, consistent.value);
  const VectorXd moved = VectorXd::Map(base.data(), estimator.beta().size()) - estimator.beta();
  EXPECT_LT((estimator.factor() * moved).squaredNorm(), 0.05 * estimator.residual_squares());
}

}  // namespace torsor::test::online_estimator_test
