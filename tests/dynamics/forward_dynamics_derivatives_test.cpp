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
  return std::max(
      {disagreement(dq, expected.by_q), disagreement(dqd, expected.by_qd), disagreement(dtau, expected.by_x)});
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

/// Pinocchio 4.1.0 (PyPI), computeABADerivatives; its model was put together from the numbers of panda.yaml, with a
/// JointModelRZ for each row of the table.
const double dqdd_dq[7][7] = {{0, -44.9948169, -57.5272808, -1.26457637, 3.64937015, -4.79312426, -0.260514179},
                              {0, 33.1383722, -44.4084213, 1.6249288, 1.47591212, 1.74609714, -0.080946582},
                              {0, 71.2300674, 18.1390663, -25.9673669, 1.71558788, 3.65362294, -0.300283836},
                              {0, 2.45115783, 30.6772346, 3.13885161, -0.553343322, 3.39926664, 0.322821703},
                              {0, -31.3658719, 56.4886968, -2.27709883, -4.34664249, 48.8649958, -1.22028009},
                              {0, 34.9216487, -52.1356966, -36.4437753, 4.34680923, -36.2205461, -6.19921726},
                              {0, 18.0600945, -43.8422562, -7.6449719, 15.2067421, -15.8780473, 13.8330291}};
const double dqdd_dqd[7][7] = {
    {-3.84649519, 2.38429311, -2.60287412, -1.82803751, 0.00306781296, -0.237444742, -0.0119686571},
    {1.59483235, -0.895828953, 1.63084424, 0.952015139, 0.00470854093, 0.00276637431, 0.00714605081},
    {4.37302417, -1.50684767, 2.29571431, 1.27221443, 0.0292850266, -0.11453991, 0.00387833978},
    {1.91793241, -3.6919087, 2.77699617, 1.31731779, -0.151214747, -0.111578395, 0.0288577653},
    {0.079569009, 0.165797331, -0.196324945, -1.68241952, 0.402166644, -2.13226484, -0.0923661225},
    {2.35092433, 1.4837231, 0.916464944, 1.6278391, 2.71351009, -0.0100954532, -0.366578973},
    {1.83302063, -1.03103701, 2.18956318, 0.251161176, -0.897889602, 1.64090353, 0.0314650083}};

TEST(ForwardDynamicsDerivatives, OfThePandaAreThoseOfPinocchio) {
  const Model<double> model = without_friction(build_model<double>(read_builtin_robot("panda")));
  const auto [dq, dqd, dtau] = forward_dynamics_derivatives<double>(model, {0.3, -0.5, 0.7, -1.9, 0.4, 1.6, -0.8},
                                                                    {0.5, -0.4, 0.9, 0.7, -1.1, 0.6, 1.3},
                                                                    {5.0, -30.0, 4.0, 20.0, 1.0, 2.0, -0.5});
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7; ++j) {
      EXPECT_NEAR(dq(i, j), dqdd_dq[i][j], 2e-7) << i << "," << j;
      EXPECT_NEAR(dqd(i, j), dqdd_dqd[i][j], 2e-8) << i << "," << j;
    }
}

}  // namespace torsor::test::forward_dynamics_derivatives_test
