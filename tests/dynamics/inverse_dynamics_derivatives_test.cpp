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
  return std::max(
      {disagreement(dq, expected.by_q), disagreement(dqd, expected.by_qd), disagreement(dqdd, expected.by_x)});
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

/// Pinocchio 4.1.0 (PyPI), computeRNEADerivatives and crba; its model was put together from the numbers of panda.yaml,
/// with a JointModelRZ for each row of the table.
const double dtau_dq[7][7] = {
    {0, -1.50023514, 3.38033567, 0.6332298, -0.237870194, 0.359202969, 0.0384532996},
    {0, -34.1462584, 19.5802577, 3.55738168, 0.23725031, -1.44397557, -0.111936201},
    {0, 17.1292555, -6.88246715, -1.09364733, -0.507655691, 0.090067072, 0.024207237},
    {0, 6.99577859, -2.15436306, -2.89685212, 0.013920728, 0.857588755, 0.110309194},
    {0, 0.257040861, -0.247567114, 0.0815372269, 0.364080281, -0.389753676, -0.0350007768},
    {0, -0.638681889, -0.264337922, 0.674073065, -0.411641564, 0.835768852, 0.0738709989},
    {0, -0.0845078909, -0.00530850595, 0.0699025505, -0.0538292948, 0.0740117182, -0.0211462483}};
const double dtau_dqd[7][7] = {
    {0.374121022, -0.344717038, 0.725359134, 0.863573909, 0.0438673099, 0.385027687, 0.000811870662},
    {-1.61067221, -0.115524377, -1.3140172, -1.18650926, 0.0161217722, -0.322685083, -0.0129050502},
    {-1.22593155, -0.489745856, 0.203069318, 0.487234885, 0.0739400115, 0.344652562, -0.00651594024},
    {0.47496938, 1.50358327, -0.419207852, 0.0432952582, -0.123917777, 0.237152982, 0.0197542339},
    {0.0138938336, 0.066714511, -0.0241683931, 0.0471787933, -0.00522141685, 0.0709604907, 0.00161432437},
    {-0.0471924576, 0.201369729, -0.144340237, -0.101904541, -0.0731444082, -0.00134772117, 0.00967929229},
    {-0.0129775956, 0.00643115708, -0.0149317458, -0.010150141, 0.00258788493, -0.0137316487, 0}};
const double dtau_dqdd[7][7] = {
    {0.809223014, -0.68448837, 0.763307588, 0.281046987, 0.0282465838, -0.0151006497, -0.00738841864},
    {-0.68448837, 1.55356166, -0.488309463, -0.667176672, -0.0100312668, -0.0375363513, 0.00226551879},
    {0.763307588, -0.488309463, 1.16008333, -0.0102101108, 0.00995207971, -0.0437528101, -0.00581567615},
    {0.281046987, -0.667176672, -0.0102101108, 0.791086176, 0.0360315742, 0.0845966674, -0.00231130658},
    {0.0282465838, -0.0100312668, 0.00995207971, 0.0360315742, 0.0266212851, -0.00060070308, -0.00140649105},
    {-0.0151006497, -0.0375363513, -0.0437528101, 0.0845966674, -0.00060070308, 0.0325839388, 0.000817720156},
    {-0.00738841864, 0.00226551879, -0.00581567615, -0.00231130658, -0.00140649105, 0.000817720156, 0.00490965197}};

TEST(InverseDynamicsDerivatives, OfThePandaAreThoseOfPinocchio) {
  const Model<double> model = without_friction(build_model<double>(read_builtin_robot("panda")));
  const auto [dq, dqd, dqdd] = inverse_dynamics_derivatives<double>(model, {0.3, -0.5, 0.7, -1.9, 0.4, 1.6, -0.8},
                                                                    {0.5, -0.4, 0.9, 0.7, -1.1, 0.6, 1.3},
                                                                    {1.0, -2.0, 0.5, 1.5, -0.7, 2.5, -3.0});
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7; ++j) {
      EXPECT_NEAR(dq(i, j), dtau_dq[i][j], 1e-7) << i << "," << j;
      EXPECT_NEAR(dqd(i, j), dtau_dqd[i][j], 1e-8) << i << "," << j;
      EXPECT_NEAR(dqdd(i, j), dtau_dqdd[i][j], 1e-8) << i << "," << j;
    }
}

TEST(InverseDynamicsDerivatives, DoNotDependOnWhereAFreeRobotIs) {
  Random maker(5);
  Description robot = random_robot_with_ball_and_free_joints(maker, 6);
  robot.links.front().joint = JointType::free, robot.links.front().spring.reset();
  const Model<double> model = build_model<double>(robot);
  ASSERT_EQ(model.bodies[1].joint, JointType::free);
  Random random(6);
  std::vector<double> q = RandomState(random, model).q;
  const std::vector<double> qd = random.list(model.nv, 0.1, 1), qdd = random.list(model.nv, 0.1, 1);
  const auto near = inverse_dynamics_derivatives<double>(model, q, qd, qdd);
  q[0] += 1e4, q[1] -= 3e4;
  const auto far = inverse_dynamics_derivatives<double>(model, q, qd, qdd);
  EXPECT_LT(disagreement(far.dtau_dq, near.dtau_dq), 1e-10);
  EXPECT_LT(disagreement(far.dtau_dqd, near.dtau_dqd), 1e-10);
  EXPECT_LT(disagreement(far.dtau_dqdd, near.dtau_dqdd), 1e-10);
}

}  // namespace torsor::test::inverse_dynamics_derivatives_test
