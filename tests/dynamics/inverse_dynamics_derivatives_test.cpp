#include "torsor/dynamics/inverse_dynamics_derivatives.hpp"

#include <gtest/gtest.h>

#include "dynamics/dual_derivatives.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"

namespace torsor::test::inverse_dynamics_derivatives_test {

/// Largest disagreement with forward mode.
double disagreement_with_duals(const Model<double>& model, const RandomState& state) {
  const auto& [q, qd, qdd, wrench, conditions] = state;
  const Model<Dual> dual_model = ModelCast<Dual>::cast(model);
  const DualConditions dual(conditions);
  const DualDerivatives expected(model, q, qd, qdd, [&](const Duals& x, const Duals& v, const Duals& a) {
    return inverse_dynamics<Dual>(dual_model, x, v, a, dual.conditions);
  });
  const auto [dq, dqd, dqdd] = inverse_dynamics_derivatives<double>(model, q, qd, qdd, conditions);
  return std::max({disagreement(dq, expected.by_q), disagreement(dqd, expected.by_qd),
                   disagreement(dqdd, expected.by_x)});
}

TEST(InverseDynamicsDerivatives, OfBuiltinRobotsAreThoseOfForwardMode) {
  for (const std::string& name : builtin_robot_names()) {
    const Model<double> model = build_model<double>(read_builtin_robot(name));
    Random random(7);
    EXPECT_LT(disagreement_with_duals(model, RandomState(random, model)), 1e-12) << name;
  }
}

TEST(InverseDynamicsDerivatives, OfRandomRobotsAreThoseOfForwardMode) {
  double worst = 0;
  int springs = 0, followers = 0, coupled = 0, carried = 0;
  for (int seed = 0; seed < 4000; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot_of_every_kind(random, seed));
    springs += !model.pose_springs.empty(), followers += model.followers;
    coupled += model.coupled_rotors, carried += !model.carried.empty();
    const double difference = disagreement_with_duals(model, RandomState(random, model));
    EXPECT_LT(difference, 1e-10) << "robot " << seed;
    worst = std::max(worst, difference);
  }
  std::printf("largest disagreement: %.1e\n", worst);
  for (const int count : {springs, followers, coupled, carried}) EXPECT_GT(count, 200);
}

}  // namespace torsor::test::inverse_dynamics_derivatives_test
