#include <gtest/gtest.h>

#include <Eigen/LU>

#include "support/random_robot.hpp"
#include "torsor/dynamics/coriolis.hpp"
#include "torsor/dynamics/forward_dynamics.hpp"
#include "torsor/dynamics/gravity.hpp"
#include "torsor/dynamics/momentum.hpp"
#include "torsor/kinematics/jacobian.hpp"
#include "torsor/robot_files/load_robot.hpp"

// Results for the PUMA 560 that others printed. Sources:
//   [RTB-P]  Robotics Toolbox for Python a9ed8d4, tests/test_DHRobot.py
//   [RTB-M]  Robotics Toolbox for MATLAB bd7a9d7, unit_test/SerialLinkTest.m
//   [ICRA]   the same toolbox, docs/notebooks/icra2021.ipynb and dynamics.ipynb (printed output)
//   [SPB]    SymPyBotics 5d4613a, tests/test_results.py (rigid bodies only)
namespace torsor::test::puma560_test {

using Rows = std::vector<std::vector<double>>;

constexpr double quarter = 0.7853981633974483, pi = 3.141592653589793;
const std::vector<double> qn{0, quarter, pi, 0, quarter, 0};
const std::vector<double> q_other{0, quarter, -pi, 1, quarter, 0};
const std::vector<double> zeros(6, 0.0), ones(6, 1.0);

Model<double> puma() { return build_model<double>(read_builtin_robot("puma560")); }
Model<double> rigid_puma() { return without_rotors(without_friction(puma())); }

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t k = 0; k < actual.size(); ++k) EXPECT_NEAR(actual[k], expected[k], tolerance) << "entry " << k;
}
void expect_near(const Matrix<double>& actual, const Rows& expected, double tolerance) {
  for (int i = 0; i < actual.rows; ++i)
    for (int j = 0; j < actual.columns; ++j) EXPECT_NEAR(actual(i, j), expected[i][j], tolerance) << i << "," << j;
}
void expect_near(const Transform<double>& T, const Rows& expected, double tolerance) {
  const double actual[3][4] = {
      {T.R.xx, T.R.xy, T.R.xz, T.p.x}, {T.R.yx, T.R.yy, T.R.yz, T.p.y}, {T.R.zx, T.R.zy, T.R.zz, T.p.z}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) EXPECT_NEAR(actual[i][j], expected[i][j], tolerance) << i << "," << j;
}
std::vector<double> times(const Rows& A, const std::vector<double>& x) {
  std::vector<double> result(A.size(), 0.0);
  for (std::size_t i = 0; i < A.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) result[i] += A[i][j] * x[j];
  return result;
}

TEST(Puma560, InverseDynamicsMatchesTheRoboticsToolbox) {  // [RTB-P] test_rne
  const Model<double> model = puma();
  expect_near(inverse_dynamics(model, qn, zeros, zeros), {0, 31.6399, 6.0351, 0, 0.0283, 0}, 1e-4);
  expect_near(inverse_dynamics(model, qn, zeros, ones), {3.35311, 36.0025, 7.42596, 0.190043, 0.203441, 0.194133},
              1e-4);
  expect_near(inverse_dynamics(model, qn, ones, ones), {32.4952, 60.867, 17.7436, 1.45452, 1.29911, 0.713781}, 1e-4);
  expect_near(inverse_dynamics(model, qn, ones, zeros), {29.1421, 56.5044, 16.3528, 1.26448, 1.12392, 0.519648}, 1e-4);
  expect_near(inverse_dynamics(model, qn, ones, ones, {}), {32.4952, 29.2271, 11.7085, 1.45452, 1.27086, 0.713781},
              1e-4);
  expect_near(inverse_dynamics(model, qn, zeros, zeros),
              {-1.61532977e-15, 31.6398804, 6.03513802, 8.34761258e-18, 0.0282528, 0}, 1e-7);  // [ICRA]
}

TEST(Puma560, GravityTorqueMatches) {  // [RTB-P] test_gravload, [RTB-M] gravload_test
  expect_near(gravity_torque(puma(), qn), {0, 31.6399, 6.0351, 0, 0.0283, 0}, 1e-4);
  expect_near(gravity_torque(puma(), q_other), {0, 31.6334, 6.0286, -0.0119, 0.0218, 0}, 1e-4);
  expect_near(gravity_torque(puma(), {0, 2 * quarter, -pi, 1, 2 * quarter, 0}), {0, 7.7198, 8.7439, -0.0238, 0, 0},
              1e-4);
  expect_near(gravity_torque(puma(), qn, {}), zeros, 1e-15);
}

TEST(Puma560, InertiaMatrixMatches) {  // reflected rotors on the diagonal
  expect_near(inertia_matrix(puma(), qn),
              {{3.6594, -0.4044, 0.1006, -0.0025, 0, 0},
               {-0.4044, 4.4137, 0.3509, 0, 0.0024, 0},
               {0.1006, 0.3509, 0.9378, 0, 0.0015, 0},
               {-0.0025, 0, 0, 0.1925, 0, 0},
               {0, 0.0024, 0.0015, 0, 0.1713, 0},
               {0, 0, 0, 0, 0, 0.1941}},
              1e-4);  // [RTB-P] test_inertia
  expect_near(inertia_matrix(puma(), qn),
              {{3.65937541, -0.404361246, 0.100613648, -0.00251695583, 0, 0},
               {-0.404361246, 4.41374193, 0.350890665, 0, 0.00235951307, 0},
               {0.100613648, 0.350890665, 0.937841575, 0, 0.00148016639, 0},
               {-0.00251695583, 0, 0, 0.192531706, 0, 2.82842712e-05},
               {0, 0.00235951307, 0.00148016639, 0, 0.171348452, 0},
               {0, 0, 0, 2.82842712e-05, 0, 0.194104506}},
              1e-8);  // [ICRA]
  expect_near(inertia_matrix(puma(), q_other),
              {{3.6591, -0.4042, 0.1013, -0.0021, -0.0015, 0},
               {-0.4042, 4.4128, 0.3504, -0.0008, 0.0017, 0},
               {0.1013, 0.3504, 0.9377, -0.0008, 0.0008, 0},
               {-0.0021, -0.0008, -0.0008, 0.1925, 0, 0},
               {-0.0015, 0.0017, 0.0008, 0, 0.1713, 0},
               {0, 0, 0, 0, 0, 0.1941}},
              1e-4);  // [RTB-M] inertia_test
}

TEST(Puma560, InertiaTorqueIsTheMomentumOfTheAcceleration) {  // [RTB-P] test_itorque, [RTB-M] itorque_test
  expect_near(generalized_momentum(puma(), qn, {1, 2, 3, 1, 2, 3}), {3.15, 9.4805, 3.6189, 0.1901, 0.3519, 0.5823},
              1e-4);
  expect_near(generalized_momentum(puma(), q_other, std::vector<double>(6, 0.5)),
              {1.6763, 2.1799, 0.6947, 0.0944, 0.0861, 0.0971}, 1e-4);
}

// Printed matrices are one factorisation of many: C qd is compared, with the rounding of the print summed
// over a row.
TEST(Puma560, CoriolisTorqueMatches) {
  const std::vector<double> fast{1, 2, 3, 1, 2, 3}, halves(6, 0.5), tenths(6, 0.1);
  expect_near(coriolis_torque(puma(), qn, fast),
              times({{-0.1735, -2.0494, -0.1178, -0.0002, -0.0045, 0.0001},
                     {0.6274, 1.1572, 1.9287, -0.0015, -0.0003, 0},
                     {-0.3608, -0.7734, -0.0018, -0.0009, -0.0064, 0},
                     {0.0011, 0.0005, -0.0001, 0.0002, 0.0002, -0.0001},
                     {-0.0002, 0.0028, 0.0046, -0.0002, 0, 0},
                     {0.0001, 0, 0, 0, 0, 0}},
                    fast),
              12 * 5e-5);  // [RTB-P] test_coriolis
  expect_near(coriolis_torque(puma(), q_other, halves),
              times({{-0.1336, -0.6458, 0.0845, 0.0005, -0.0008, 0},
                     {0.3136, 0.1922, 0.3851, -0.0018, -0.0007, 0},
                     {-0.1803, -0.1934, -0.0005, -0.0009, -0.0014, 0},
                     {0.0007, 0.0008, 0.0003, 0.0001, 0.0003, 0},
                     {-0.0004, 0.0005, 0.0005, -0.0003, 0, 0},
                     {0, 0, 0, 0, 0, 0}},
                    halves),
              1e-4);  // [RTB-M] coriolis_test
  expect_near(
      coriolis_torque(puma(), qn, tenths),
      times({{-0.0266969622, -0.129059829, 0.0169557253, -3.34419803e-05, -0.00027892962, 6e-06},
             {0.0627416462, 0.03857143, 0.0771469941, -0.000155223544, -1.24020873e-05, -5.85786438e-07},
             {-0.0360731378, -0.0386676328, -9.2068697e-05, -9.30443443e-05, -0.000276206091, -5.85786438e-07},
             {4.00101338e-05, 5.71808764e-05, -4.9983236e-06, 1.0108e-05, 2.42501356e-05, -4.24264069e-06},
             {-1.75563492e-05, 9.62027261e-05, 0.000184137394, -2.42501356e-05, -1.35525272e-21, -5.85786438e-07},
             {6e-06, 3.41421356e-06, 3.41421356e-06, 1.41421356e-06, 5.85786438e-07, 0}},
            tenths),
      1e-9);  // [ICRA]
  expect_near(coriolis_torque(puma(), qn, {0, 1, 0, 0, 0, 0}), {-0.567, 0, -0.3858, 0, 4.134e-05, 0},
              5e-4);  // [ICRA]
}

TEST(Puma560, ForwardDynamicsMatches) {  // [RTB-P] test_accel, friction included
  const std::vector<double> qd{0.1, 0.2, 0.8, 0.2, 0.5, 1.0}, tau{1.0, 3.2, 1.8, 0.1, 0.7, 4.6};
  expect_near(forward_dynamics(puma(), qn, qd, tau), {-7.4102, -9.8432, -10.9694, -4.4314, -0.9881, 21.0228}, 1e-4);
}

TEST(Puma560, PoseJacobianAndManipulabilityMatch) {  // [ICRA]; there the arm stands on a pedestal of 26.45 in
  Description robot = read_builtin_robot("puma560");
  robot.links[0].dh->d = 0.67183;
  const Model<double> model = build_model<double>(robot);
  const auto poses = forward_kinematics(model, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6});
  expect_near(frame_pose<double>(model, poses, model.tip),
              {{0.1217, -0.6067, -0.7856, 0.2478},
               {0.8184, 0.5092, -0.2665, -0.1259},
               {0.5617, -0.6105, 0.5584, 1.146},
               {0, 0, 0, 1}},
              5e-4);
  expect_near(jacobian(model, qn, model.tip),
              {{0.15005, 0.0143542677, 0.319682976, 0, 0, 0},
               {0.596303149, 0, 0, 0, 0, 0},
               {0, 0.596303149, 0.29097444, 0, 0, 0},
               {0, 0, 0, 0.707106781, 0, 1},
               {0, -1, -1, 0, -1, 0},
               {1, 0, 0, -0.707106781, 0, 0}},
              1e-8);
  expect_near(jacobian(model, {0, 2 * quarter, -2 * quarter, 0, 0, 0}, model.tip),
              {{0.15005, -0.8636, -0.4318, 0, 0, 0},
               {0.0203, 0, 0, 0, 0, 0},
               {0, 0.0203, 0.0203, 0, 0, 0},
               {0, 0, 0, 0, 0, 0},
               {0, -1, -1, 0, -1, 0},
               {1, 0, 0, 1, 0, 1}},
              1e-8);
  const Matrix<double> J = jacobian(puma(), qn, 6);
  const Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>> map(J.data.data());
  EXPECT_NEAR(std::abs(map.determinant()), 0.07861716534599998, 1e-12);
}

TEST(Puma560, RigidBodyTermsMatchSymPyBotics) {  // [SPB]
  const std::vector<double> q{0.7504516826728697, 0.8395156106908136, 0.16851233582594916,
                              0.3849629637427072, 0.5252993946810777, 0.6701207256444748};
  const std::vector<double> qd{0.24721855939629367, 0.9805915670454258, 0.9895299755642817,
                               0.7861135739668947,  0.273842245476577,  0.17182358900767503};
  const std::vector<double> qdd{0.707405815485141,  0.25295715193420953, 0.9763909835998361,
                                0.8412822676113918, 0.4867768296473465,  0.11480270540937143};
  const Model<double> model = rigid_puma();
  expect_near(inverse_dynamics(model, q, qd, qdd),
              {0.986185688341252, 16.1055550633721, -6.54839494827661, 0.00626452648190803, -0.0208972707132494,
               5.59805923645945e-05},
              1e-10);
  expect_near(gravity_torque(model, q),
              {0, 16.8135891283022, -7.29033633567802, 0.00449992182015992, -0.026719893613902, 0}, 1e-10);
  expect_near(coriolis_torque(model, q, qd),
              {-0.240237883763956, -1.0843848843681, 0.365583586254475, -0.000123404998742911, 0.00359951257553373,
               1.1075729558421e-05},
              1e-10);
  expect_near(
      inertia_matrix(model, q),
      {{2.05591694561963, -0.607149114401804, -0.0772414386669633, 0.00110264316988551, 0.000264135330891356,
        2.74006873318143e-06},
       {-0.607149114401804, 2.00048563124708, 0.306870038373922, -0.000227846077158843, 0.000780985328855223,
        7.53260796283046e-06},
       {-0.0772414386669632, 0.306870038373922, 0.361368447500762, -0.000267122764221431, 0.00156301630001611,
        7.53260796283046e-06},
       {0.00110264316988551, -0.000227846077158844, -0.000267122764221432, 0.00169083802882858, 0, 3.4606953693396e-05},
       {0.000264135330891356, 0.000780985328855223, 0.00156301630001611, 0, 0.00064216, 0},
       {2.74006873318143e-06, 7.53260796283046e-06, 7.53260796283046e-06, 3.4606953693396e-05, 0, 4e-05}},
      1e-10);
  expect_near(jacobian(model, q, model.tip),
              {{0.154761559833806, -0.416115317270121, -0.181051500179202, 0, 0, 0},
               {0.0540498757911011, -0.388002774727404, -0.16881975145483, 0, 0, 0},
               {0, -0.0660115669805396, -0.354377730397368, 0, 0, 0},
               {0, 0.681969181663071, 0.681969181663071, -0.618588326585383, 0.778592276991744, -0.588120962109346},
               {0, -0.731380909828662, -0.731380909828662, -0.576796808883883, -0.541217849732837, -0.805866768463298},
               {1, 0, 0, 0.533529683779323, 0.317611878460765, 0.0685017183295358}},
              1e-10);
  const auto poses = forward_kinematics(model, q);
  expect_near(frame_pose<double>(model, poses, model.tip),
              {{-0.655113870655343, -0.474277925274361, -0.588120962109346, 0.0540498757911011},
               {0.524340309498464, 0.275038163391149, -0.805866768463298, -0.154761559833806},
               {0.543960528264717, -0.836310025215453, 0.0685017183295358, 0.568944734102513},
               {0, 0, 0, 1}},
              1e-10);
}

}  // namespace torsor::test::puma560_test
