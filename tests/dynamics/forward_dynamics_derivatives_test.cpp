#include "torsor/dynamics/forward_dynamics_derivatives.hpp"

#include <gtest/gtest.h>

#include "dynamics/dual_derivatives.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"

namespace torsor::test::forward_dynamics_derivatives_test {

/// Largest disagreement with forward mode; -1 where B has no inverse worth the name. `qdd` of the state is the torque.
double disagreement_with_duals(const Model<double>& model, const RandomState& state) {
  const auto& [q, qd, tau, wrench, conditions] = state;
  const Model<Dual> dual_model = ModelCast<Dual>::cast(model);
  const DualConditions dual(conditions);
  const DualDerivatives expected(model, q, qd, tau, [&](const Duals& x, const Duals& v, const Duals& t) {
    return forward_dynamics<Dual>(dual_model, x, v, t, dual.conditions);
  });
  ForwardDynamicsDerivativesWorkspace<double> workspace(model);
  Matrix<double> dq(model.nv, model.nv), dqd(dq), dtau(dq);
  forward_dynamics_derivatives<double>(model, q, qd, tau, conditions, workspace, dq.view(), dqd.view(), dtau.view());
  const Matrix<double> B = inertia_matrix(model, q);
  for (int i = 0; i < model.nv; ++i)
    if (!(workspace.pivots[i] > 1e-6 * B(i, i))) return -1;
  EXPECT_LT(norm(difference(workspace.qdd, forward_dynamics<double>(model, q, qd, tau, conditions))),
            1e-8 * norm(workspace.qdd));
  return std::max({disagreement(dq, expected.by_q), disagreement(dqd, expected.by_qd),
                   disagreement(dtau, expected.by_x)});
}

TEST(ForwardDynamicsDerivatives, OfBuiltinRobotsAreThoseOfForwardMode) {
  for (const std::string& name : builtin_robot_names()) {
    const Model<double> model = build_model<double>(read_builtin_robot(name));
    Random random(8);
    const double difference = disagreement_with_duals(model, RandomState(random, model));
    EXPECT_GE(difference, 0) << name;
    EXPECT_LT(difference, 1e-10) << name;
  }
}

TEST(ForwardDynamicsDerivatives, OfRandomRobotsAreThoseOfForwardMode) {
  double worst = 0;
  int left_out = 0;
  for (int seed = 0; seed < 4000; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot_of_every_kind(random, seed));
    const double difference = disagreement_with_duals(model, RandomState(random, model));
    left_out += difference < 0;
    EXPECT_LT(difference, 1e-7) << "robot " << seed;  // B may lose six digits
    worst = std::max(worst, difference);
  }
  std::printf("largest disagreement: %.1e; %d robots left out\n", worst, left_out);
  EXPECT_LT(left_out, 800);
}

}  // namespace torsor::test::forward_dynamics_derivatives_test
