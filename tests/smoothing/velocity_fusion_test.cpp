#include <gtest/gtest.h>

#include <cmath>

#include "support/motions.hpp"
#include "torsor/smoothing/smoothing.hpp"

// Recorded velocities beside positions that were written with few digits.
namespace torsor::test::velocity_fusion_test {

using Eigen::VectorXd;

constexpr double step = 0.005, digit = 0.01, velocity_noise = 0.001;
constexpr Eigen::Index count = 8000;

/// One joint; velocities are recorded `late` seconds after they were there.
struct Recorded {
  Motion motion;
  LogRows rows;

  explicit Recorded(double last_digit, double late = 0, double gain = 1, double size = 1) {
    Noise random(7);
    const std::vector<double> time = regular_time(count, step);
    std::vector<double> before = time;
    for (double& t : before) t -= late;
    motion = fourier_motion(time, 0, random);
    const Motion earlier = fourier_motion(before, 0, random);
    rows.time = time;
    rows.q = size * VectorXd::Map(motion.x.data(), count);
    if (last_digit > 0) rows.q = last_digit * (rows.q / last_digit).array().round();
    rows.qd = gain * size * VectorXd::Map(earlier.xd.data(), count);
    for (double& qd : rows.qd.reshaped()) qd += velocity_noise * random.normal();
    rows.tau = VectorXd::Map(motion.xdd.data(), count);
  }
  /// Root mean square error of the acceleration, away from the ends.
  double error(const LogInMemory& log, const SmoothingPlan& plan) const {
    const SmoothedRows smoothed = smooth(log, 0, count, plan);
    const VectorXd off = smoothed.qdd - VectorXd::Map(motion.xdd.data(), count);
    return std::sqrt(off.segment(500, count - 1000).squaredNorm() / static_cast<double>(count - 1000));
  }
};

bool takes_velocities(const SmoothingPlan& plan) { return !plan.crossover.empty(); }

TEST(VelocityFusion, CoarsePositionsAreSmoothedWithTheirVelocities) {
  const Recorded recorded(digit);
  LogRows alone = recorded.rows;
  alone.qd = {};
  const LogInMemory with(recorded.rows), without(alone);
  const SmoothingPlan plan = plan_smoothing(with), plain = plan_smoothing(without);
  EXPECT_TRUE(takes_velocities(plan));
  EXPECT_FALSE(takes_velocities(plain));
  EXPECT_NE(in_words(plan).find("with the recorded velocities of 1 joint"), std::string::npos);
  EXPECT_LT(recorded.error(with, plan), 0.5 * recorded.error(without, plain));
}

TEST(VelocityFusion, PiecesAgreeWithTheWhole) {
  const LogInMemory log(Recorded(digit).rows);
  const SmoothingPlan plan = plan_smoothing(log);
  ASSERT_TRUE(takes_velocities(plan));
  const SmoothedRows whole = smooth(log, 0, count, plan);
  const double largest = whole.qdd.cwiseAbs().maxCoeff();
  for (Eigen::Index first = 0; first < count; first += 1000)
    EXPECT_LT((smooth(log, first, 1000, plan).qdd - whole.qdd.middleRows(first, 1000)).cwiseAbs().maxCoeff(),
              1e-6 * largest)
        << first;
}

TEST(VelocityFusion, FinePositionsNeedNoVelocities) {
  EXPECT_FALSE(takes_velocities(plan_smoothing(LogInMemory(Recorded(1e-6).rows))));
}

TEST(VelocityFusion, VelocitiesThatAreLateOrInOtherUnitsAreNotTaken) {
  EXPECT_FALSE(takes_velocities(plan_smoothing(LogInMemory(Recorded(digit, 2 * step).rows))));
  EXPECT_FALSE(takes_velocities(plan_smoothing(LogInMemory(Recorded(digit, 0, 60 / 6.283).rows))));
  EXPECT_FALSE(takes_velocities(plan_smoothing(LogInMemory(Recorded(digit, 0, -1).rows))));
  // So slow that being late makes less than the digits do.
  EXPECT_TRUE(takes_velocities(plan_smoothing(LogInMemory(Recorded(digit, 0, 1, 0.2).rows))));
  EXPECT_FALSE(takes_velocities(plan_smoothing(LogInMemory(Recorded(digit, step / 2, 1, 0.2).rows))));
}

}  // namespace torsor::test::velocity_fusion_test
