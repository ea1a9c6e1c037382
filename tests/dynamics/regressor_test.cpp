#include "torsor/dynamics/regressor.hpp"

#include <gtest/gtest.h>

#include "support/random_robot.hpp"
#include "torsor/dynamics/inertia_matrix.hpp"
#include "torsor/dynamics/inverse_dynamics.hpp"
#include "torsor/robot_files/load_robot.hpp"

namespace torsor::test::regressor_test {

std::vector<double> times(const Matrix<double>& A, const std::vector<double>& x) {
  std::vector<double> result(A.rows, 0.0);
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j < A.columns; ++j) result[i] += A(i, j) * x[j];
  return result;
}

TEST(Regressor, TimesParametersIsInverseDynamicsWithEverythingThatARobotHas) {
  double worst = 0;
  for (int seed = 0; seed < 10000; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 9));
    const RandomState state(random, model);
    Conditions<double> conditions = state.conditions;
    conditions.wrenches = {};  // known, and so not a parameter
    const ParameterLayout layout = parameter_layout(model, all_of(model));
    const std::vector<double> tau = inverse_dynamics(model, state.q, state.qd, state.qdd, conditions);
    const std::vector<double> product =
        times(regressor(model, layout, state.q, state.qd, state.qdd, conditions), parameters(model, layout));
    worst = std::max(worst, norm(difference(product, tau)) / norm(tau));
  }
  std::printf("largest disagreement: %.1e\n", worst);
  EXPECT_LT(worst, 1e-12);
}

TEST(Regressor, OfASerialArmIsBlockUpperTriangular) {  // [notes 001] 12 parameters a link
  const Model<double> model = build_model<double>(read_builtin_robot("panda"));
  ParameterSelection select;
  select.viscous = select.coulomb = true;
  const ParameterLayout layout = parameter_layout(model, select);
  ASSERT_EQ(layout.size(), 7 * 12);
  Random random(7);
  const RandomState state(random, model);
  const Matrix<double> Y = regressor(model, layout, state.q, state.qd, state.qdd, state.conditions);
  for (int i = 0; i < 7; ++i)
    for (int c = 0; c < 12 * i; ++c) EXPECT_EQ(Y(i, c), 0) << i << "," << c;
  for (int i = 0; i < 7; ++i) EXPECT_NE(Y(i, 12 * i + 9), 0);
}

TEST(Regressor, OfAPendulumIsThatOfTheBook) {  // one-link: tau = Izz tdd + m g (x cos t - y sin t), frame at the joint
  Description robot;
  robot.name = "pendulum";
  robot.dh = DhConvention::modified;
  robot.gravity = {0.0, -9.81, 0.0};
  described::Link link;
  link.name = "link1", link.joint_name = "joint1", link.parent = "base";
  link.dh = described::DhRow{0.0, 0.0, 0.0, 0.0, 0.0};
  link.mass.mass = 1.0;
  robot.links.push_back(link);
  const Model<double> model = build_model<double>(robot);
  ParameterSelection select;
  select.rotor = select.viscous = select.coulomb = select.asymmetric = select.offset = true;
  const ParameterLayout layout = parameter_layout(model, select);
  const double t = 0.7, td = -1.3, tdd = 2.1;
  const Matrix<double> Y = regressor(model, layout, {t}, {td}, {tdd}, default_conditions(model));
  const std::vector<double> expected{
      0, 9.81 * std::cos(t), -9.81 * std::sin(t), 0, 0, 0, 0, 0, 0, tdd, tdd, td, 1.3, -1, 1,
      1};  // Ia, Fv, dFv, Fs, dFs, F0
  ASSERT_EQ(Y.data.size(), expected.size());
  for (std::size_t c = 0; c < expected.size(); ++c) EXPECT_NEAR(Y.data[c], expected[c], 1e-14) << c;
  EXPECT_EQ(parameter_names(layout),
            (std::vector<std::string>{"m1", "mx1", "my1", "mz1", "Ixx1", "Ixy1", "Ixz1", "Iyy1", "Iyz1", "Izz1", "Ia1",
                                      "Fv1", "dFv1", "Fs1", "dFs1", "F01"}));
}

TEST(Parameters, HoldMatrixEntriesAboutTheLinkFramesOrigin) {  // a point mass at (1, 2, 3): Ixy = -m x y
  Description robot;
  robot.name = "point";
  robot.dh = DhConvention::standard;
  described::Link link;
  link.name = "link1", link.joint_name = "joint1", link.parent = "base";
  link.dh = described::DhRow{0.4, 0.3, 0.2, 0.1, 0.0};
  link.mass.mass = 2.0;
  link.mass.com = {1.0, 2.0, 3.0};
  robot.links.push_back(link);
  const Model<double> model = build_model<double>(robot);
  const std::vector<double> expected{2, 2, 4, 6, 26, -4, -6, 20, -12, 10};
  const std::vector<double> theta = parameters(model, parameter_layout(model, {}));
  for (std::size_t k = 0; k < 10; ++k) EXPECT_NEAR(theta[k], expected[k], 1e-13) << k;
}

TEST(Parameters, PutBackIntoTheModelGiveTheSameRobot) {
  for (int seed = 0; seed < 200; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 9));
    const ParameterLayout layout = parameter_layout(model, all_of(model));
    const std::vector<double> theta = parameters(model, layout);
    const Model<double> bare = changed(without_friction(without_rotors(model)), [&](ModelParts<double>& parts) {
      for (int v = 0; v < model.nv; ++v) {  // the shape of friction is no parameter: it stays what it is
        parts.friction[v].width = model.friction[v].width;
        parts.friction[v].stribeck_velocity = model.friction[v].stribeck_velocity;
      }
      for (std::size_t c = 0; c < model.couplings.size(); ++c)
        parts.couplings[c].friction.width = model.couplings[c].friction.width;
    });
    const Model<double> again = with_parameters<double>(bare, layout, theta);
    const RandomState state(random, model);
    const std::vector<double> tau = inverse_dynamics(model, state.q, state.qd, state.qdd, state.conditions);
    EXPECT_LT(norm(difference(inverse_dynamics(again, state.q, state.qd, state.qdd, state.conditions), tau)),
              1e-12 * norm(tau));
    EXPECT_EQ(again.velocity_parent, model.velocity_parent);
    EXPECT_LT(norm(difference(parameters(again, layout), theta)), 1e-13 * norm(theta));
  }
}

TEST(SlotineLiRegressor, IsTheOrdinaryOneWhenTheReferenceIsTheMotion) {
  for (int seed = 0; seed < 100; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Model<double> model = build_model<double>(random_robot(random, 1 + seed % 9));
    const ParameterLayout layout = parameter_layout(model, all_of(model));
    const RandomState state(random, model);
    const Matrix<double> Y = regressor(model, layout, state.q, state.qd, state.qdd, state.conditions);
    const Matrix<double> other =
        slotine_li_regressor(model, layout, state.q, state.qd, state.qd, state.qdd, state.conditions);
    EXPECT_LT(norm(difference(Y.data, other.data)), 1e-13 * norm(Y.data));
  }
}

}  // namespace torsor::test::regressor_test
