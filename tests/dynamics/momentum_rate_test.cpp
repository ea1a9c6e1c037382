#include "torsor/dynamics/momentum_rate.hpp"

#include <gtest/gtest.h>

#include "support/dual_state.hpp"
#include "torsor/dynamics/coriolis_matrix.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/momentum.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::momentum_rate_test {

/// The largest difference to B qd and C^T qd, over their size.
std::pair<double, double> disagreement(const Model<double>& model, const std::vector<double>& q,
                                       const std::vector<double>& qd) {
  const auto [p, rate] = momentum_rate(model, q, qd);
  const Matrix<double> B = inertia_matrix(model, q), C = coriolis_matrix(model, q, qd);
  double p_off = 0, rate_off = 0, p_size = 0;
  for (int i = 0; i < model.nv; ++i) {
    double Bqd = 0, Cqd = 0;
    for (int j = 0; j < model.nv; ++j) Bqd += B(i, j) * qd[j], Cqd += C(j, i) * qd[j];
    p_off = std::max(p_off, std::abs(Bqd - p[i])), p_size = std::max(p_size, std::abs(Bqd));
    rate_off = std::max(rate_off, std::abs(Cqd - rate[i]));
  }
  return {p_off / p_size, rate_off / (norm(B.data) * norm(qd) * norm(qd))};
}

/// Chains and trees, revolute and prismatic joints, balls, free bases, followers, geared rotors.
TEST(MomentumRate, IsThatOfTheMatricesOnRandomRobots) {
  double p_worst = 0, rate_worst = 0;
  for (int seed = 0; seed < 600; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(any_robot(random, seed));
    const RandomState state(random, model);
    const auto [p, rate] = disagreement(model, state.q, state.qd);
    p_worst = std::max(p_worst, p), rate_worst = std::max(rate_worst, rate);
  }
  std::printf("largest disagreement: p %.1e, C^T qd %.1e\n", p_worst, rate_worst);
  EXPECT_LT(p_worst, 1e-13);
  EXPECT_LT(rate_worst, 1e-13);
}

TEST(MomentumRate, IsThatOfTheMatricesOnRealRobots) {
  for (const char* name : {"panda", "puma560", "stanford", "tx40", "ur5e"}) {
    const Model<double> model = build_model<double>(read_builtin_robot(name));
    for (int seed = 0; seed < 20; ++seed) {
      Random random(static_cast<std::uint64_t>(seed));
      const RandomState state(random, model);
      const auto [p, rate] = disagreement(model, state.q, state.qd);
      EXPECT_LT(p, 1e-13) << name;
      EXPECT_LT(rate, 1e-13) << name;
    }
  }
}

/// The truth that shares no code with C: without torques, gravity, friction and springs, p changes by C^T qd alone.
TEST(MomentumRate, IsTheRateOfMomentumWithoutTorques) {
  for (int seed = 0; seed < 60; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Description robot = any_robot(random, seed);
    const Model<double> model = build_model<double>(robot);
    const RandomState state(random, model);
    const Conditions<double> no_gravity{};
    NewtonEulerWorkspace<double> workspace(model);
    std::vector<double> tau(model.nv);
    newton_euler<double>(model, state.q, state.qd, state.qdd, no_gravity, workspace, tau);
    const DualState moving(robot, state.q, state.qd, state.qdd);
    const std::vector<double> p_dot = rate(generalized_momentum(moving.model, moving.q, moving.qd));
    const std::vector<double> gained = momentum_rate(model, state.q, state.qd).rate;
    double size = 0;
    for (const double x : p_dot) size = std::max(size, std::abs(x));
    for (int v = 0; v < model.nv; ++v) EXPECT_NEAR(p_dot[v], tau[v] + gained[v], 1e-11 * size) << seed;
  }
}

}  // namespace torsor::test::momentum_rate_test
